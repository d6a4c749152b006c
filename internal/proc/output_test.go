//go:build unix

package proc_test

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/proc"
)

func TestOutputCanBeReadAfterTheEnd(t *testing.T) {
	r := start(t, "burst", proc.Options{})
	require.Equal(t, proc.Status{Code: 0}, r.exit())
	require.Equal(t, strings.Repeat("b", burstSize), r.rest())
	_, err := r.Stdout().Read(make([]byte, 1))
	require.Equal(t, io.EOF, err, "the end stays the end")
}

func TestOutputIsNotLostToStop(t *testing.T) {
	r := start(t, "burst", proc.Options{})
	r.childDead()
	r.stop(proc.Graces{})
	require.Equal(t, strings.Repeat("b", burstSize), r.rest())
}

func TestMuchOutput(t *testing.T) {
	for range 10 {
		r := start(t, "much", proc.Options{})
		require.Equal(t, muchSize, len(r.rest()))
		r.exit()
	}
}

func TestCloseStdout(t *testing.T) {
	r := start(t, "much", proc.Options{})
	require.NoError(t, r.Stdout().Close())
	require.Equal(t, proc.Status{Code: -1, Signal: syscall.SIGPIPE}, r.exit())
	_, err := r.Stdout().Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrClosed)
	require.NoError(t, r.Stdout().Close())
}

func TestCloseStdoutEndsARead(t *testing.T) {
	r := start(t, "echo", proc.Options{})
	failed := make(chan error, 1)
	go func() {
		_, err := r.Stdout().Read(make([]byte, 1))
		failed <- err
	}()
	require.NoError(t, r.Stdout().Close())
	require.ErrorIs(t, receive(t, failed, "the read"), os.ErrClosed)
}

func TestCloseStdoutDropsWhatWasKept(t *testing.T) {
	r := start(t, "burst", proc.Options{})
	r.exit()
	require.NoError(t, r.Stdout().Close())
	_, err := r.Stdout().Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrClosed)
}
