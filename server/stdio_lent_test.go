//go:build unix

package server

import (
	"os"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// isOpen reports whether the descriptor is still the pipe that it was.
func isOpen(t *testing.T, fd int, was syscall.Stat_t) bool {
	var now syscall.Stat_t
	return syscall.Fstat(fd, &now) == nil && now.Ino == was.Ino
}

// A descriptor that a read is blocked on is closed when the read returns, one
// that nobody uses at once.
func TestLentDescriptors(t *testing.T) {
	var ends [2]int
	require.NoError(t, syscall.Pipe(ends[:]))
	var was syscall.Stat_t
	require.NoError(t, syscall.Fstat(ends[0], &was))
	in, out := &lent{fd: descriptor(ends[0])}, &lent{fd: descriptor(ends[1])}

	require.True(t, in.enter()) // a read is under way
	in.giveBack()
	require.True(t, isOpen(t, ends[0], was))
	_, err := in.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrClosed)
	require.True(t, isOpen(t, ends[0], was))
	in.leave()
	require.False(t, isOpen(t, ends[0], was))

	out.giveBack()
	require.False(t, isOpen(t, ends[1], was))
	_, err = out.Write([]byte("x"))
	require.ErrorIs(t, err, os.ErrClosed)
}

// Whoever comes last closes it, and once.
func TestLentDescriptorsRace(t *testing.T) {
	for range 200 {
		var ends [2]int
		require.NoError(t, syscall.Pipe(ends[:]))
		var was syscall.Stat_t
		require.NoError(t, syscall.Fstat(ends[1], &was))
		out := &lent{fd: descriptor(ends[1])}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() { out.Write([]byte("x")) })
		}
		out.giveBack()
		wg.Wait()
		require.False(t, isOpen(t, ends[1], was))
		require.Equal(t, int32(closed), out.state.Load())
		syscall.Close(ends[0])
	}
}
