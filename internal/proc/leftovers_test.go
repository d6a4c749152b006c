//go:build unix

package proc_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/proc"
)

// leaver starts a child that leaves a descendant behind, and has it exit.
func leaver(t *testing.T, mode string, opts proc.Options) *rig {
	r := start(t, mode, opts)
	require.Equal(t, "held\n", r.line())
	_, err := io.WriteString(r.Stdin(), "go\n")
	require.NoError(t, err)
	r.childDead()
	return r
}

func TestLeftoversAreKilled(t *testing.T) {
	r := leaver(t, "leaver", proc.Options{Linger: -1})
	require.Equal(t, proc.Status{Code: 0}, r.exit())
	r.allDead()
	require.Empty(t, r.rest())
}

func TestLeftoversMayFinish(t *testing.T) {
	r := leaver(t, "late", proc.Options{Linger: patient})
	require.Equal(t, proc.Status{Code: 0}, r.exit())
	require.Equal(t, "last words\n", r.rest())
}

func TestLeftoversMayFinishTheirLog(t *testing.T) {
	r := leaver(t, "late log", proc.Options{Linger: patient})
	require.Equal(t, proc.Status{Code: 0}, r.exit())
	require.Equal(t, "last log", string(r.Tail()))
}

func TestKillDoesNotLinger(t *testing.T) {
	r := leaver(t, "leaver", proc.Options{Linger: 10 * patient})
	require.NoError(t, r.Kill())
	require.Equal(t, proc.Status{Code: 0}, r.exit())
	r.allDead()
}

func TestKillDoesNotLingerForTheEscaped(t *testing.T) {
	r := leaver(t, "ghost", proc.Options{Linger: 10 * patient})
	require.NoError(t, r.Kill())
	r.exit()
}

func TestStopKillsLingeringLeftovers(t *testing.T) {
	r := leaver(t, "leaver", proc.Options{Linger: 10 * patient})
	r.stop(proc.Graces{Stdin: -1, Term: -1})
	r.allDead()
}

// A process in a session of its own cannot be reached by the group's signals.
// It holds the pipes, and still neither the exit nor the reader waits for it.
func TestEscapedProcessHoldsNothingUp(t *testing.T) {
	r := leaver(t, "ghost", proc.Options{Linger: -1, Stderr: io.Discard})
	end := make(chan string, 1)
	go func() { end <- r.rest() }()
	r.exit()
	require.Empty(t, receive(t, end, "the end of stdout"))
	r.control.Close()
	r.allDead()
}

func TestStopWithEscapedProcess(t *testing.T) {
	r := start(t, "ghost", proc.Options{})
	require.Equal(t, "held\n", r.line())
	require.Equal(t, proc.ByStdin, r.stop(proc.Graces{Stdin: patient}))
}
