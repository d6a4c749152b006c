package client

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/eralock/eralock/internal/proc"
)

// process is the transport of a command.
type process struct {
	p    *proc.Proc
	stop context.CancelFunc
	ctx  context.Context
}

func (f command) open(cfg *config) (transport, error) {
	cmd, err := f.command()
	if err != nil {
		return nil, err
	}
	p, err := proc.Start(cmd, proc.Options{Stderr: cfg.stderr})
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	return &process{p: p, ctx: ctx, stop: stop}, nil
}

// command is what the host's function makes. It runs on a goroutine of the
// client's: what it does wrong is an error, not the end of the host.
func (f command) command() (cmd *exec.Cmd, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the function of CommandFunc panicked: %v", p)
		}
	}()
	if cmd = f(); cmd == nil {
		return nil, errors.New("the function of CommandFunc returned no command")
	}
	return cmd, nil
}

func (t *process) Read(b []byte) (int, error)  { return t.p.Stdout().Read(b) }
func (t *process) Write(b []byte) (int, error) { return t.p.Stdin().Write(b) }

func (t *process) eager() *proc.Eager { return t.p.TryStdin() }

func (t *process) interrupter() func() {
	if !t.p.CanInterrupt() {
		return nil
	}
	return t.p.Interrupt
}

func (t *process) closeInput() { t.p.Stdin().Close() }

// terminate begins proc's own shutdown at SIGTERM. The grace that follows is
// the session's to measure: it ends with kill.
func (t *process) terminate() {
	go t.p.Stop(t.ctx, proc.Graces{Stdin: -1, Term: 24 * time.Hour})
}

func (t *process) kill() {
	t.stop()
	_ = t.p.Kill() // one that cannot be killed is noticed by its not going away
}

func (t *process) exited() <-chan struct{} { return t.p.Exited() }

func (t *process) describe(lost *ConnectionLostError) {
	if status, ok := t.p.Status(); ok {
		lost.Exited, lost.ExitCode, lost.Signal = true, status.Code, status.Signal
	}
	lost.Stderr = t.p.Tail()
}
