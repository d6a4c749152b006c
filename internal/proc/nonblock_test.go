//go:build unix

package proc

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whoever has asked a pipe for its descriptor has made it block, and no read of
// it could be interrupted, no write be given up.
func TestPipesThatWereMadeToBlock(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	r.Fd()
	w.Fd()

	give := time.AfterFunc(time.Minute, func() { w.Close() })
	defer give.Stop()
	b := NewBreakable(r)
	conn, err := r.SyscallConn()
	require.NoError(t, err)
	require.NoError(t, conn.Control(func(fd uintptr) { _, err = syscall.Read(int(fd), make([]byte, 1)) }))
	require.Equal(t, syscall.EAGAIN, err, "the system does not wait")
	ended := make(chan error, 1)
	go func() {
		buf := make([]byte, 1)
		b.Interrupt()
		b.Read(buf)
		_, err := b.Read(buf)
		ended <- err
	}()
	for err = nil; err == nil; {
		b.Interrupt()
		select {
		case err = <-ended:
		default:
		}
	}
	require.ErrorIs(t, err, ErrInterrupted)

	e, much := NewEager(w), make([]byte, 4<<20)
	give = time.AfterFunc(time.Minute, func() { r.Close() })
	defer give.Stop()
	n, err := e.TryWrite(much)
	require.NoError(t, err)
	require.Less(t, n, len(much))
	w.Close()
	r.Close()
}
