package client

import (
	"errors"
	"io"
	"time"

	"github.com/eralock/eralock/machine"
)

// exitPatience is how long a process whose output has ended may take to exit,
// so that its status can be told to those whose calls are lost.
const exitPatience = 250 * time.Millisecond

// supervise sees a link to its end: first the streams, then the process.
func (l *link) supervise() {
	c := l.c
	cause := l.awaitEnd()
	exited := l.isExited()
	on := machine.ClientOnBroken
	switch {
	case exited:
		on = machine.ClientOnExit
	case l.outputEnded(cause):
		on = machine.ClientOnLost
	}
	c.mu.Lock()
	l.bury()
	c.failure = l.lost(cause)
	c.step(machine.ClientInput{On: on}, event{err: c.failure})
	c.unlock()
	if exited {
		return
	}
	<-l.t.exited()
	c.mu.Lock()
	c.step(machine.ClientInput{On: machine.ClientOnExit}, event{err: c.failure})
	c.unlock()
}

// awaitEnd returns why the streams are of no use any more. A process that has
// exited may have left something to read; one whose output has ended, or that
// takes no input any more, may be about to exit.
func (l *link) awaitEnd() (cause error) {
	select {
	case cause = <-l.broken:
		if errors.Is(cause, ErrLineTooLong) {
			return cause
		}
		wait(l.t.exited())
		return cause
	case <-l.t.exited():
	}
	timer := time.NewTimer(exitPatience)
	defer timer.Stop()
	select {
	case cause = <-l.broken:
	case <-timer.C:
		cause = io.EOF
	}
	return cause
}

func wait(exited <-chan struct{}) {
	timer := time.NewTimer(exitPatience)
	defer timer.Stop()
	select {
	case <-exited:
	case <-timer.C:
	}
}

// outputEnded reports whether the server has closed its output, as one that is
// about to exit does. That it takes no input says less (decisions K5).
func (l *link) outputEnded(cause error) bool {
	select {
	case other := <-l.broken:
		return errors.Is(cause, io.EOF) || errors.Is(other, io.EOF)
	default:
		return errors.Is(cause, io.EOF)
	}
}

func (l *link) isExited() bool {
	select {
	case <-l.t.exited():
		return true
	default:
		return false
	}
}

func (l *link) lost(cause error) error {
	lost := &ConnectionLostError{Err: cause}
	l.t.describe(lost)
	return lost
}
