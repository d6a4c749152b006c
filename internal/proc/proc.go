package proc

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
)

// Proc is a running or ended child process. All methods may be called
// concurrently, and after the end.
type Proc struct {
	cmd    *exec.Cmd
	stdin  *input
	stdout *output
	stderr *drain

	// noLinger ends the leftovers' time early; see life.go.
	noLinger context.CancelFunc

	mu     sync.Mutex
	ending Ending // the last step of a shutdown taken so far
	gone   bool   // the exit was noticed: ending is final
	reaped bool   // the group's number may be somebody else's: no more signals

	status Status // written before exited is closed
	exited chan struct{}
}

// Pid is the child's process id, on Unix also its group's.
func (p *Proc) Pid() int { return p.cmd.Process.Pid }

// Stdin is the child's standard input. Close it to say that no more will
// come; closing again returns nil. A Write blocked by a child that does not
// read ends with an error when stdin is closed, by the writer's side or by a
// shutdown.
func (p *Proc) Stdin() io.WriteCloser { return p.stdin }

// TryStdin writes to the child's stdin without ever waiting; nil where that is
// not to be had. See [Eager.TryWrite].
func (p *Proc) TryStdin() *Eager { return p.stdin.eager }

// Interrupt ends a Read of [Proc.Stdout] that waits, or the next one, with
// [ErrInterrupted].
func (p *Proc) Interrupt() { p.stdout.Interrupt() }

// CanInterrupt is false where Interrupt does nothing (Windows).
func (p *Proc) CanInterrupt() bool { return p.stdout.pipe != nil }

// Stdout is the child's standard output. Everything written before the end
// can be read after it, then io.EOF follows, even where a process beyond
// reach still holds the pipe. Closing it says that nobody cares: the child's
// next write fails.
func (p *Proc) Stdout() io.ReadCloser { return p.stdout }

// Tail returns the end of what the child wrote to stderr so far, at most
// Options.TailBytes. After [Proc.Exited] it is complete. It is for people: by
// itself it is no evidence of an error (C-FRAME-7).
func (p *Proc) Tail() []byte { return p.stderr.tail.bytes() }

// Exited is closed when the child is over and done: reaped, its group killed,
// stderr drained, unread stdout kept in memory, every descriptor closed.
func (p *Proc) Exited() <-chan struct{} { return p.exited }

// Status returns how the child exited, and false as long as it has not
// ([Proc.Exited]).
func (p *Proc) Status() (Status, bool) {
	select {
	case <-p.exited:
		return p.status, true
	default:
		return Status{}, false
	}
}

// Signal sends sig to the child only, not to its group. After the end it
// returns os.ErrProcessDone.
func (p *Proc) Signal(sig os.Signal) error { return p.cmd.Process.Signal(sig) }

// Kill kills the child and its group at once and does not wait for
// [Proc.Exited]. After the end it does nothing and returns nil.
func (p *Proc) Kill() error {
	p.advance(ByKill)
	err := p.signalGroup(killGroup)
	p.noLinger()
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// signalGroup runs one of the platform's group signals, unless the group's
// number may already belong to others.
func (p *Proc) signalGroup(send func(*os.Process) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return os.ErrProcessDone
	}
	return send(p.cmd.Process)
}
