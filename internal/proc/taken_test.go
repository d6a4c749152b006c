//go:build unix

package proc

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A pipe that is about to be taken over is not read again, also by a reader
// whose caller interrupted it at the same time: it would wait for whoever else
// holds the pipe, and the taking over for it.
func TestNoReadOnceThePipeIsWanted(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	o := newOutput(r)
	defer o.Close()
	require.True(t, o.want())
	o.Interrupt()
	buf := make([]byte, 8)
	_, err = o.Read(buf)
	require.ErrorIs(t, err, ErrInterrupted)

	w.WriteString("abc") // else a read that should not be would hang
	n, err, mine := o.readFile(buf)
	require.NoError(t, err)
	require.Zero(t, n)
	require.False(t, mine, "it is not the reader's any more")
}
