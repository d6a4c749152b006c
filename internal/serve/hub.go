package serve

import (
	"slices"

	"github.com/eralock/eralock/machine"
)

// Publish tells every open listen that was granted o, and a legacy client that
// is ready and asked for it. It never blocks on the pipe. A listen that cannot
// keep up with distinct events is ended (decisions C4).
func (c *Conn) Publish(o Occasion) {
	c.mu.Lock()
	if c.ended || o.none() {
		c.mu.Unlock()
		return
	}
	var late []machine.Ref
	for _, l := range c.listeners {
		if l.wants(o) && !c.offer(l, o) {
			late = append(late, l.ref)
		}
	}
	for _, ref := range late {
		c.step(machine.Input{Kind: machine.ListenFailed, Ref: ref}, pending{})
	}
	if watched, ok := c.app.Announces(o); ok {
		c.announce(o, watched)
	}
	c.unlock()
	c.flushApart()
}

// announce tells a legacy client, unless the same waits already. It has no stream
// that could be ended when it cannot keep up: from MaxBuffered waiting events on an
// update is told as one of what the client subscribed to, which covers it. The
// lock is held.
func (c *Conn) announce(o Occasion, watched string) {
	if o.List == 0 && c.announced.waiting() >= c.opt.MaxBuffered {
		o.URI = watched
	}
	if c.announced.queued(o) {
		return
	}
	b := Buffer()
	*b = c.app.Event((*b)[:0], o, nil)
	c.step(machine.Input{Kind: machine.Announced}, pending{buf: b, listener: &c.announced, occasion: o})
}

// flushApart writes what is queued on a goroutine of its own: whoever publishes
// or closes must not wait for a client that reads nothing.
func (c *Conn) flushApart() {
	c.mu.Lock()
	idle := c.writing || c.out.empty()
	c.mu.Unlock()
	if !idle {
		go c.flush()
	}
}

// offer queues an event for one listen, unless the same waits already; false
// means that the listen cannot keep up. The lock is held.
func (c *Conn) offer(l *listener, o Occasion) bool {
	switch {
	case l.queued(o):
	case l.waiting() >= c.opt.MaxBuffered:
		return false
	default:
		b := Buffer()
		*b = c.app.Event((*b)[:0], o, l.id)
		c.step(machine.Input{Kind: machine.Happened, Ref: l.ref}, pending{buf: b, listener: l, occasion: o})
	}
	return true
}

// CloseListens ends the listen with the raw id, or with "" all of them,
// gracefully. It reports how many.
func (c *Conn) CloseListens(id string) int {
	c.mu.Lock()
	var refs []machine.Ref
	for _, l := range c.listeners {
		if id == "" || string(l.id) == id {
			refs = append(refs, l.ref)
		}
	}
	for _, ref := range refs {
		c.step(machine.Input{Kind: machine.ListenClosed, Ref: ref}, pending{})
	}
	c.unlock()
	c.flushApart()
	return len(refs)
}

func (c *Conn) listenerAt(ref machine.Ref) int {
	return slices.IndexFunc(c.listeners, func(l *listener) bool { return l.ref == ref })
}

func (c *Conn) removeListener(ref machine.Ref) {
	if i := c.listenerAt(ref); i >= 0 {
		c.listeners = slices.Delete(c.listeners, i, i+1)
	}
}
