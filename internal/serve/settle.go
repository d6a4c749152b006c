package serve

import "github.com/eralock/eralock/machine"

// Emit appends a progress or log frame of the call, if it may still speak. The
// buffer is the connection's from here on. It blocks while too much is queued.
func (c *Call) Emit(b *[]byte) {
	c.conn.waitRoom()
	c.conn.mu.Lock()
	c.conn.step(machine.Input{Kind: machine.Emitted, Ref: c.ref}, pending{buf: b})
	c.conn.unlock()
	c.conn.flush()
}

// Finish settles the call with a success; the buffer is the connection's from
// here on. Only the handler's goroutine may call it, once.
func (c *Call) Finish(b *[]byte) { c.settle(machine.Finished, b) }

// Fail settles the call with an error frame.
func (c *Call) Fail(b *[]byte) { c.settle(machine.Failed, b) }

func (c *Call) settle(k machine.InputKind, b *[]byte) {
	if c.settled {
		recycle(b)
		return
	}
	c.settled = true
	c.conn.waitRoom()
	c.conn.mu.Lock()
	c.conn.step(machine.Input{Kind: k, Ref: c.ref}, pending{buf: b, final: true, group: c.group})
	c.cancel() // a context that outlives its handler must not stay open
	c.conn.finishIfWritten()
	c.conn.unlock()
	if c.turn == 0 || c.conn.holder.Load() != c.turn {
		c.conn.flush() // on its own goroutine; in place, the reader decides
	}
}
