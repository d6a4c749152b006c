package serve

import (
	"errors"
	"time"

	"github.com/eralock/eralock/machine"
)

// maxBatch bounds what is taken from the outbox at once, and with it what a cancel
// can no longer reach.
const maxBatch = 256 << 10

// maxWrite is how much is written at once, about what a pipe holds: each write
// that ends shows that the client reads, also in the middle of a long frame.
const maxWrite = 64 << 10

// ErrStalled is what the observer and the log are told of a connection whose reader
// takes nothing for WriteStall, or when it ends. It ends like one whose reader is
// gone (decisions C10).
var ErrStalled = errors.New("serve: the client reads nothing: its side of the pipe has been full for too long")

// flush writes what is queued, unless somebody is at it: whoever finds no
// writer active becomes the writer. It may block in the write; nothing is
// locked then.
func (c *Conn) flush() {
	c.mu.Lock()
	if c.writing || c.out.empty() {
		c.mu.Unlock()
		return
	}
	c.writing = true
	for !c.out.empty() && !c.ended {
		c.gather()
		if c.waiting > 0 && !c.queueFull() {
			c.room.Broadcast() // there is room now, also where all was taken back
		}
		if len(c.batch) == 0 {
			continue
		}
		c.mu.Unlock()
		err := c.write(c.batch)
		c.mu.Lock()
		c.releaseBatch()
		if err != nil {
			c.breakOutput(err)
		}
	}
	c.writing = false
	c.finishIfWritten()
	c.unlock()
}

// write writes b; nothing is locked.
func (c *Conn) write(b []byte) (err error) {
	for len(b) > 0 && err == nil {
		n := min(len(b), maxWrite)
		_, err = c.w.Write(b[:n])
		b = b[n:]
		c.wrote.Add(1)
	}
	return err
}

// gather moves the next batch out of the outbox. From here on no cancel
// reaches its frames, and the ids of the requests they end are free.
func (c *Conn) gather() {
	c.batch = c.batch[:0]
	c.sole = nil
	n := 0
	c.out.take(maxBatch, func(e *entry, live bool) {
		if e.listen != nil {
			e.listen.sent(e.event)
		}
		if !live || e.final && !c.handOver(e) {
			recycle(e.buf)
			return
		}
		if n++; n == 1 {
			c.sole = e.buf // written without a copy if it stays alone
			return
		}
		if n == 2 {
			c.batch = append(c.batch, *c.sole...)
			recycle(c.sole)
			c.sole = nil
		}
		c.batch = append(c.batch, *e.buf...)
		recycle(e.buf)
	})
	if c.sole != nil {
		c.spareBatch, c.batch = c.batch, *c.sole
	}
}

func (c *Conn) releaseBatch() {
	if c.sole != nil {
		recycle(c.sole)
		c.sole = nil
		c.batch = c.spareBatch
	}
	if cap(c.batch) > 2*maxBatch {
		c.batch = nil // one long frame must not pin its memory
	}
}

// queue adds a frame to what waits to be written. The lock is held.
func (c *Conn) queue(e entry) { c.out.add(e, c.opt.MaxQueued/4) }

// queueFull reports whether as much waits to be written as may.
func (c *Conn) queueFull() bool { return c.out.held.Load() >= int64(c.opt.MaxQueued) }

// waitRoom blocks while too much waits to be written (decisions C10). The queue
// standing still for WriteStall ends the connection.
func (c *Conn) waitRoom() {
	if !c.queueFull() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting++
	for c.queueFull() && !c.ended {
		seen := c.wrote.Load()
		t := time.AfterFunc(c.opt.WriteStall, func() { c.stalled(seen) })
		c.room.Wait()
		t.Stop()
	}
	c.waiting--
}

func (c *Conn) stalled(seen uint64) {
	c.mu.Lock()
	if c.wrote.Load() == seen && c.queueFull() && !c.ended {
		c.breakOutput(ErrStalled)
	}
	c.room.Broadcast()
	c.unlock()
}

// breakOutput ends the connection: nothing can be written any more (decisions
// C9). The lock is held.
func (c *Conn) breakOutput(err error) {
	if c.ended {
		return
	}
	if errors.Is(err, ErrStalled) {
		c.opt.Log.Error("the connection is given up", "error", err)
	}
	c.event(Event{Kind: WriteFailed, Err: err})
	c.step(machine.Input{Kind: machine.OutputBroken}, pending{})
}
