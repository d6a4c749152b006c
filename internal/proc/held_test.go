//go:build unix

package proc

import (
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// heldPipe is a pipe with text in it whose other end stays open.
func heldPipe(t *testing.T, text string) *os.File {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	_, err = w.WriteString(text)
	require.NoError(t, err)
	return r
}

func TestOutputKeepsWhatAHeldPipeHolds(t *testing.T) {
	o := newOutput(heldPipe(t, "abc"))
	b := make([]byte, 1)
	_, err := o.Read(b)
	require.NoError(t, err)
	require.Equal(t, "a", string(b))

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.keep(ctx)
	o.finish()
	rest, err := io.ReadAll(o)
	require.NoError(t, err)
	require.Equal(t, "bc", string(rest))
}

func TestOutputKeepsWhatComesLater(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	o := newOutput(r)
	go func() {
		for !o.isTaken() {
			runtime.Gosched()
		}
		w.WriteString("later")
		w.Close()
	}()
	o.keep(t.Context())
	require.Equal(t, io.EOF, o.end)
	rest, err := io.ReadAll(o)
	require.NoError(t, err)
	require.Equal(t, "later", string(rest))
}

func TestOutputSweepsWhatWasNotKept(t *testing.T) {
	o := newOutput(heldPipe(t, "abc"))
	o.take()
	o.finish()
	rest, err := io.ReadAll(o)
	require.NoError(t, err)
	require.Equal(t, "abc", string(rest))
}

func TestDrainSweepsAHeldPipe(t *testing.T) {
	d := newDrain(heldPipe(t, "abc"), Options{Stderr: io.Discard, TailBytes: 10})
	require.NoError(t, d.file.SetReadDeadline(time.Unix(1, 0))) // as finish does, but first
	d.start()
	d.finish()
	require.Equal(t, "abc", string(d.tail.bytes()))
	select {
	case <-d.forward.hurry:
	default:
		require.Fail(t, "a slow writer is still waited for")
	}
	<-d.forward.done
}

func TestAwaitGroup(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PROC_TEST_CHILD=never reads")
	ownGroup(cmd)
	require.NoError(t, cmd.Start())

	began := time.Now()
	awaitGroup(cmd.Process, 20*time.Millisecond)
	require.GreaterOrEqual(t, time.Since(began), 20*time.Millisecond, "the group lives")

	require.NoError(t, killGroup(cmd.Process))
	go cmd.Wait()
	awaitGroup(cmd.Process, time.Minute)
	require.ErrorIs(t, syscall.Kill(-cmd.Process.Pid, 0), syscall.ESRCH)
	require.ErrorIs(t, killGroup(cmd.Process), os.ErrProcessDone)
}

func TestDrainDoesNotWaitLongForTheWriter(t *testing.T) {
	r, w := io.Pipe() // nobody reads: the writer blocks
	defer r.Close()
	d := newDrain(heldPipe(t, "abc"), Options{Stderr: w, TailBytes: 10, Patience: time.Hour})
	d.start()
	d.finish()
	require.Equal(t, "abc", string(d.tail.bytes()))
	select {
	case <-d.done:
	default:
		require.Fail(t, "the pipe, which is held, is still read")
	}
}
