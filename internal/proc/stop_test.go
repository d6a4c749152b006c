//go:build unix

package proc_test

import (
	"bytes"
	"context"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/proc"
)

// Every way a shutdown can end: decisions K11, C-SHUT-1, C-SHUT-2.
func TestStopEndings(t *testing.T) {
	long, none := patient, -patient
	for _, c := range []struct {
		mode   string
		first  string
		graces proc.Graces
		how    proc.Ending
		status proc.Status
	}{
		{"echo", "", proc.Graces{Stdin: long, Term: long}, proc.ByStdin, proc.Status{Code: 0}},
		{"deaf", "ready\n", proc.Graces{Stdin: none, Term: long}, proc.ByTerm, proc.Status{Code: -1, Signal: syscall.SIGTERM}},
		{"stubborn", "ready\n", proc.Graces{Stdin: none, Term: none}, proc.ByKill, proc.Status{Code: -1, Signal: syscall.SIGKILL}},
	} {
		t.Run(c.how.String(), func(t *testing.T) {
			r := start(t, c.mode, proc.Options{})
			if c.first != "" {
				require.Equal(t, c.first, r.line())
			}
			require.Equal(t, c.how, r.stop(c.graces))
			require.Equal(t, c.status, r.exit())
			r.allDead()
			require.Equal(t, c.how, r.stop(proc.Graces{}), "stopping again")
		})
	}
}

func TestStopClosesStdinFirst(t *testing.T) {
	r := start(t, "stubborn", proc.Options{})
	require.Equal(t, "ready\n", r.line())
	ctx, cancel := context.WithCancel(t.Context())
	ended := r.stopping(ctx, proc.Graces{Stdin: patient, Term: patient})
	require.Equal(t, "eof\n", r.line())
	cancel()
	require.Equal(t, proc.ByKill, receive(t, ended, "Stop"))
	require.Empty(t, r.rest(), "SIGTERM within the grace of stdin")
}

func TestStopTerminatesBeforeItKills(t *testing.T) {
	r := start(t, "family", proc.Options{})
	require.Equal(t, "ready\n", r.line())
	ended := r.stopping(t.Context(), proc.Graces{Stdin: 1, Term: patient})
	require.Equal(t, proc.ByTerm, receive(t, ended, "Stop"))
}

func TestStopWithDoneContextKillsAtOnce(t *testing.T) {
	r := start(t, "stubborn", proc.Options{})
	require.Equal(t, "ready\n", r.line())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, proc.ByKill, receive(t, r.stopping(ctx, proc.Graces{Stdin: patient, Term: patient}), "Stop"))
	require.NotContains(t, r.rest(), "term")
}

func TestManyStops(t *testing.T) {
	r := start(t, "stubborn", proc.Options{})
	require.Equal(t, "ready\n", r.line())
	var endings []<-chan proc.Ending
	for range 8 {
		endings = append(endings, r.stopping(t.Context(), proc.Graces{Stdin: patient, Term: patient}))
	}
	endings = append(endings, r.stopping(t.Context(), proc.Graces{Stdin: -1, Term: -1}))
	for _, ended := range endings {
		require.Equal(t, proc.ByKill, receive(t, ended, "Stop"))
	}
}

func TestClosingStdinIsTheFirstStep(t *testing.T) {
	r := start(t, "echo", proc.Options{})
	require.NoError(t, r.Stdin().Close())
	r.exit()
	require.Equal(t, proc.ByStdin, r.stop(proc.Graces{}))
}

func TestKill(t *testing.T) {
	r := start(t, "stubborn", proc.Options{})
	require.NoError(t, r.Kill())
	require.Equal(t, syscall.SIGKILL, r.exit().Signal)
	require.Equal(t, proc.ByKill, r.stop(proc.Graces{}))
}

func TestStopEndsABlockedWrite(t *testing.T) {
	r := start(t, "never reads", proc.Options{})
	require.Equal(t, "ready\n", r.line())
	wrote := make(chan error, 1)
	go func() {
		_, err := r.Stdin().Write(bytes.Repeat([]byte("x"), 4<<20))
		wrote <- err
	}()
	require.Equal(t, proc.ByTerm, r.stop(proc.Graces{Stdin: -1, Term: patient}))
	require.Error(t, receive(t, wrote, "the write"))
}

func TestEndingText(t *testing.T) {
	require.Equal(t, "by itself", proc.ByItself.String())
	require.Equal(t, "Ending(9)", proc.Ending(9).String())
}
