//go:build unix

package proc_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/proc"
)

// patient bounds every wait of the tests; reaching it is a failure.
const patient = 60 * time.Second

// rig is a child under test, with pipes that tell who is still alive.
type rig struct {
	*proc.Proc
	t        *testing.T
	out      *bufio.Reader
	lifeline *os.File
	leash    *os.File
	control  *os.File
}

func start(t *testing.T, mode string, opts proc.Options) *rig {
	t.Helper()
	lifeline, lifelineEnd := pipe(t)
	leash, leashEnd := pipe(t)
	controlEnd, control := pipe(t)
	cmd := self(mode)
	cmd.ExtraFiles = []*os.File{lifelineEnd, leashEnd, controlEnd}
	p, err := proc.Start(cmd, opts)
	require.NoError(t, err)
	lifelineEnd.Close()
	leashEnd.Close()
	controlEnd.Close()
	r := &rig{Proc: p, t: t, out: bufio.NewReader(p.Stdout()), lifeline: lifeline, leash: leash, control: control}
	t.Cleanup(func() {
		p.Kill()
		r.exit()
		if t.Failed() {
			t.Logf("stderr: %s", p.Tail())
		}
		r.ask()
		control.Close()
		r.allDead()
	})
	return r
}

func pipe(t *testing.T) (*os.File, *os.File) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// exit waits for the end and returns the status.
func (r *rig) exit() proc.Status {
	r.t.Helper()
	wait(r.t, r.Exited(), "the exit")
	status, ok := r.Status()
	require.True(r.t, ok)
	return status
}

func (r *rig) line() string {
	r.t.Helper()
	line := make(chan string, 1)
	go func() {
		s, _ := r.out.ReadString('\n')
		line <- s
	}()
	return receive(r.t, line, "a line on stdout")
}

// rest reads stdout to its end.
func (r *rig) rest() string {
	r.t.Helper()
	all := make(chan string, 1)
	go func() {
		b, err := io.ReadAll(r.out)
		if err != nil {
			b = append(b, err.Error()...)
		}
		all <- string(b)
	}()
	return receive(r.t, all, "the end of stdout")
}

func (r *rig) stop(g proc.Graces) proc.Ending {
	r.t.Helper()
	how, err := r.Stop(r.t.Context(), g)
	require.NoError(r.t, err)
	return how
}

// stopping stops in the background; the result arrives on the channel.
func (r *rig) stopping(ctx context.Context, g proc.Graces) <-chan proc.Ending {
	ended := make(chan proc.Ending, 1)
	go func() {
		how, err := r.Stop(ctx, g)
		if err == nil {
			ended <- how
		}
		close(ended)
	}()
	return ended
}

// ask: whoever is alive and should be dead answers on the lifeline. One whose
// SIGKILL is pending says nothing any more.
func (r *rig) ask() { r.control.Write([]byte("?")) }

// allDead proves that the child and all its descendants are.
func (r *rig) allDead() {
	r.t.Helper()
	r.ask()
	atEnd(r.t, r.lifeline, "everybody's death")
}

// childDead waits until the child itself is, reaped or not.
func (r *rig) childDead() {
	r.t.Helper()
	atEnd(r.t, r.leash, "the child's death")
}

func atEnd(t *testing.T, f *os.File, what string) {
	t.Helper()
	f.SetReadDeadline(time.Now().Add(patient))
	_, err := f.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF, "waiting for %s", what)
}

func wait(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(patient):
		require.FailNow(t, "timed out", "waiting for %s", what)
	}
}

func receive[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case v, ok := <-from:
		require.True(t, ok, "%s failed", what)
		return v
	case <-time.After(patient):
		require.FailNow(t, "timed out", "waiting for %s", what)
		panic("unreachable")
	}
}
