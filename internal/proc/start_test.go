//go:build unix

package proc_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/proc"
)

func TestEcho(t *testing.T) {
	r := start(t, "echo", proc.Options{})
	for _, line := range []string{"one\n", "two\n"} {
		_, err := io.WriteString(r.Stdin(), line)
		require.NoError(t, err)
		require.Equal(t, line, r.line())
	}
	_, ended := r.Status()
	require.False(t, ended, "a status before the exit")
	require.NoError(t, r.Stdin().Close())
	require.NoError(t, r.Stdin().Close(), "closing again")
	require.Equal(t, proc.Status{Code: 0}, r.exit())
	_, err := io.WriteString(r.Stdin(), "three\n")
	require.ErrorIs(t, err, os.ErrClosed)
}

func TestOwnGroup(t *testing.T) {
	r := start(t, "echo", proc.Options{})
	group, err := syscall.Getpgid(r.Pid())
	require.NoError(t, err)
	require.Equal(t, r.Pid(), group)
	require.NotEqual(t, syscall.Getpgrp(), group)
}

func TestOwnSession(t *testing.T) {
	cmd := self("echo")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	p, err := proc.Start(cmd, proc.Options{})
	require.NoError(t, err)
	group, err := syscall.Getpgid(p.Pid())
	require.NoError(t, err)
	require.Equal(t, p.Pid(), group)
	how, err := p.Stop(t.Context(), proc.Graces{Stdin: patient})
	require.NoError(t, err)
	require.Equal(t, proc.ByStdin, how)
}

func TestExitStatus(t *testing.T) {
	r := start(t, "status", proc.Options{})
	require.Equal(t, proc.Status{Code: 7}, r.exit())
	_, err := io.WriteString(r.Stdin(), "hello")
	require.ErrorIs(t, err, os.ErrClosed)
	require.Equal(t, proc.ByItself, r.stop(proc.Graces{}))
	require.ErrorIs(t, r.Signal(syscall.SIGTERM), os.ErrProcessDone)
	require.NoError(t, r.Kill())
	require.Equal(t, proc.ByItself, r.stop(proc.Graces{}), "what came after the exit did not cause it")
}

func TestStatusText(t *testing.T) {
	require.Equal(t, "exit status 3", proc.Status{Code: 3}.String())
	require.Equal(t, "ended by signal: killed", proc.Status{Code: -1, Signal: syscall.SIGKILL}.String())
	require.Equal(t, "exit status unknown", proc.Status{Code: -1}.String())
	require.True(t, proc.Status{}.Success())
	require.False(t, proc.Status{Code: -1}.Success())
}

func TestStartFails(t *testing.T) {
	_, err := proc.Start(exec.Command("/nonexistent/program"), proc.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "/nonexistent/program")

	cmd := self("echo")
	cmd.Stdin = strings.NewReader("")
	_, err = proc.Start(cmd, proc.Options{})
	require.ErrorIs(t, err, proc.ErrStdio)

	cmd = self("echo")
	p, err := proc.Start(cmd, proc.Options{})
	require.NoError(t, err)
	_, err = proc.Start(cmd, proc.Options{})
	require.ErrorIs(t, err, proc.ErrUsed)
	require.NoError(t, p.Kill())
	wait(t, p.Exited(), "the exit")
}

func TestSignalIsForTheChildAlone(t *testing.T) {
	r := start(t, "family", proc.Options{})
	require.Equal(t, "ready\n", r.line())
	require.NoError(t, r.Signal(syscall.SIGUSR1))
	require.Equal(t, "leader usr1\n", r.line())
	require.Equal(t, "member asked\n", r.line())
	require.Equal(t, proc.ByTerm, r.stop(proc.Graces{Stdin: -1, Term: patient}))
	require.Equal(t, "member term\nleader term\n", r.rest(), "SIGTERM is for the whole group")
}

func TestDeathBySignal(t *testing.T) {
	r := start(t, "deaf", proc.Options{})
	require.NoError(t, r.Signal(syscall.SIGKILL))
	require.Equal(t, proc.Status{Code: -1, Signal: syscall.SIGKILL}, r.exit())
	require.Equal(t, proc.ByItself, r.stop(proc.Graces{}), "nobody here asked for the end")
}

func TestCommandContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = childEnv("stubborn")
	p, err := proc.Start(cmd, proc.Options{})
	require.NoError(t, err)
	cancel()
	wait(t, p.Exited(), "the exit")
	status, _ := p.Status()
	require.Equal(t, syscall.SIGKILL, status.Signal)
}

// A command's Cancel function may use the Proc, also while Cmd.Wait waits for
// that function.
func TestCancelCallsKill(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = childEnv("stubborn")
	cancelled := make(chan struct{})
	resume := make(chan *proc.Proc)
	cmd.Cancel = func() error {
		close(cancelled)
		return (<-resume).Kill()
	}
	p, err := proc.Start(cmd, proc.Options{})
	require.NoError(t, err)
	cancel()
	wait(t, cancelled, "Cancel")
	require.NoError(t, p.Signal(syscall.SIGKILL))
	require.Eventually(t, func() bool {
		return syscall.Kill(p.Pid(), 0) == syscall.ESRCH
	}, patient, time.Millisecond, "the reaping")
	resume <- p
	wait(t, p.Exited(), "the exit")
}
