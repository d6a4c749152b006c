package serve

import (
	"time"

	"github.com/eralock/eralock/machine"
)

// Close ends the connection from our side: what is in flight is settled within
// DrainTimeout, then the output is closed. It returns at once.
func (c *Conn) Close() {
	c.end(machine.CloseAsked)
	c.flushApart()
}

// CloseWithin is Close with another bound, for signals.
func (c *Conn) CloseWithin(d time.Duration) {
	c.mu.Lock()
	c.opt.DrainTimeout, c.hurried = min(d, c.opt.DrainTimeout), true
	if c.deadline != nil {
		c.deadline.Reset(c.opt.DrainTimeout)
	}
	c.mu.Unlock()
	c.Close()
}

func (c *Conn) endOfInput() {
	c.end(machine.EndOfInput)
	c.flush()
}

func (c *Conn) end(k machine.InputKind) {
	c.mu.Lock()
	c.step(machine.Input{Kind: k}, pending{})
	c.finishIfWritten()
	c.unlock()
}

// startDrain arms the bound of the drain; the lock is held.
func (c *Conn) startDrain() {
	if c.deadline == nil {
		c.deadline = time.AfterFunc(c.opt.DrainTimeout, c.deadlineHit)
	}
}

// deadlineHit settles what the drain did not wait for. If even then the output
// takes nothing, the connection ends without it: a client that closed its
// writing side and reads nothing must not hold the process.
func (c *Conn) deadlineHit() {
	c.mu.Lock()
	c.event(Event{Kind: DrainTruncated})
	c.step(machine.Input{Kind: machine.DeadlineHit}, pending{})
	c.finishIfWritten()
	c.awaitOutput()
	c.unlock()
	c.flush()
}

// awaitOutput arms the bound of the writing that is left; the lock is held.
func (c *Conn) awaitOutput() {
	seen, patience := c.wrote.Load(), max(c.opt.DrainTimeout, time.Second)
	if c.hurried {
		patience = c.opt.DrainTimeout
	}
	c.deadline = time.AfterFunc(patience, func() { c.giveUp(seen) })
}

// giveUp ends the connection without what is not written. A client that reads,
// if slowly, gets all of it, unless a signal said to hurry.
func (c *Conn) giveUp(seen uint64) {
	c.mu.Lock()
	defer c.unlock()
	switch {
	case c.ended:
	case c.wrote.Load() != seen && !c.hurried:
		c.awaitOutput()
	default:
		c.opt.Log.Error("the connection is given up", "error", ErrStalled)
		c.event(Event{Kind: WriteFailed, Err: ErrStalled})
		c.abandon()
	}
}

// finishIfWritten ends the connection once the output is closed and written;
// the lock is held.
func (c *Conn) finishIfWritten() {
	if c.closing && c.groups == 0 && !c.ended && !c.writing && c.out.empty() {
		c.abandon()
	}
}

// abandon ends the connection now; the lock is held.
func (c *Conn) abandon() {
	if c.ended {
		return
	}
	c.ended = true
	c.room.Broadcast()
	close(c.done)
}
