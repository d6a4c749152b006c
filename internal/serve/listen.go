package serve

import (
	"bytes"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// A listen may have a handler of its own (Options.Session.ListenHandlers): it
// is a Call that acknowledges, tells events, and settles with the listen's
// result or with an error.

// Acknowledge opens the listen of c with what it is granted: its first frame,
// together with the lock. It reports false if the listen is over, or open.
func (c *Call) Acknowledge(granted Grant) bool {
	k := c.conn
	k.waitRoom()
	k.mu.Lock()
	if st, ok := k.ses.State(c.ref); !ok || st != model.RequestRunning {
		k.mu.Unlock()
		return false
	}
	b := Buffer()
	*b = k.app.Acknowledge((*b)[:0], c.ID, granted)
	k.listeners = append(k.listeners, &listener{ref: c.ref, id: bytes.Clone(c.ID), grant: granted})
	k.step(machine.Input{Kind: machine.Acknowledged, Ref: c.ref}, pending{buf: b})
	k.unlock()
	k.flush()
	return true
}

// Leave says that the handler of the listen has returned: no event comes
// between this and its last frame, which must follow.
func (c *Call) Leave() {
	c.conn.mu.Lock()
	c.conn.removeListener(c.ref)
	c.conn.mu.Unlock()
}

// Tell sends an event to the listen of c alone, if it was granted; the same
// event is sent once while it waits. A listen that cannot keep up is ended. It
// reports whether the listen goes on.
func (c *Call) Tell(o Occasion) bool {
	k := c.conn
	k.mu.Lock()
	i := k.listenerAt(c.ref)
	if i < 0 {
		k.mu.Unlock()
		return false
	}
	ok := true
	if l := k.listeners[i]; l.wants(o) && !k.offer(l, o) {
		k.step(machine.Input{Kind: machine.ListenFailed, Ref: c.ref}, pending{})
		ok = false
	}
	k.unlock()
	k.flushApart()
	return ok
}
