package client

import (
	"context"
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
	p, err := proc.Start(f(), proc.Options{Stderr: cfg.stderr})
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	return &process{p: p, ctx: ctx, stop: stop}, nil
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
