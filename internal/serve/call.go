package serve

import (
	"bytes"
	"context"
	"sync/atomic"
	"time"

	"github.com/eralock/eralock/machine"
)

// A Call is one request that a handler serves, and the handler's context. It
// is not pooled: a user's goroutine may keep the context.
type Call struct {
	ID     []byte // raw token, as it came
	Method string
	App    any // what the App prepared
	Lane   machine.Lane
	Apart  bool // set by App.Prepare: a goroutine of its own, whatever the strategy

	held      bool // until the start-up is done
	settled   bool // by its handler; handler's goroutine only
	owned     bool // args and meta are copies
	cancelled bool
	returned  atomic.Bool

	conn    *Conn
	ref     machine.Ref
	route   *Route
	group   *group // the batch that it came in
	turn    uint64 // the reading turn it runs in, 0 on its own goroutine
	args    []byte // see Lend
	meta    []byte
	done    chan struct{}
	idSpace [24]byte
}

var _ context.Context = (*Call)(nil)

// A Route remembers how a handler behaves: one a tool, shared by its calls on
// every connection.
type Route struct {
	slow atomic.Bool
	runs atomic.Uint32 // in place
	late atomic.Uint32 // timed runs over the limit, in a row
	away atomic.Uint32 // runs on a goroutine since the last try in place
	rest atomic.Uint32 // how many there will be before the next
}

// leave sends the handler's next calls to goroutines of their own. Calling it
// twice for one call does no harm.
func (r *Route) leave() {
	if r.slow.CompareAndSwap(false, true) {
		r.rest.Store(min(max(2*r.rest.Load(), retryAfter), maxAway))
	}
	r.late.Store(0)
}

// Lend keeps two parts of the line, its arguments and its _meta, until the
// handler returns. It is for App.Prepare, of what few handlers ask for: a call
// that runs in place costs no copy of it.
func (c *Call) Lend(args, meta []byte) { c.args, c.meta = args, meta }

// Arguments and Meta are what was lent, nil if there is nothing or it is gone.
func (c *Call) Arguments() []byte { return c.lent(c.args) }
func (c *Call) Meta() []byte      { return c.lent(c.meta) }

func (c *Call) lent(part []byte) []byte {
	if c.returned.Load() && !c.owned {
		return nil // the line may be gone
	}
	return part
}

// own copies what was lent, for a call that leaves its line. Whoever has the
// reading role calls it.
func (c *Call) own() *Call {
	if !c.owned {
		c.args, c.meta = bytes.Clone(c.args), c.conn.ownMeta(c.meta)
		c.owned = true
	}
	return c
}

// ownMeta copies a _meta. A client mostly sends the same with every request, so
// that thousands of calls which wait can share one: nobody may change it.
func (c *Conn) ownMeta(meta []byte) []byte {
	if meta == nil || !bytes.Equal(meta, c.lastMeta) {
		c.lastMeta = bytes.Clone(meta)
	}
	return c.lastMeta
}

// Deadline implements context.Context: there is none.
func (c *Call) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context by the context that Serve was given.
func (c *Call) Value(key any) any { return c.conn.ctx.Value(key) }

// Err implements context.Context: nil until the call is cancelled.
func (c *Call) Err() error {
	c.conn.mu.Lock()
	defer c.conn.mu.Unlock()
	if c.cancelled {
		return context.Canceled
	}
	return nil
}

// Done implements context.Context. A handler that asks for it is about to
// wait, so the reading role moves on.
func (c *Call) Done() <-chan struct{} {
	c.conn.mu.Lock()
	if c.done == nil {
		c.done = make(chan struct{})
		if c.cancelled {
			close(c.done)
		}
	}
	d := c.done
	c.conn.mu.Unlock()
	c.Yield()
	return d
}

// Yield says that the handler is about to wait: if it runs in place, the
// reading role moves to another goroutine, and its next calls get their own.
func (c *Call) Yield() {
	if c.turn != 0 && c.conn.opt.Strategy == Adaptive {
		if c.conn.handOff(c.turn) && c.route != nil {
			c.route.leave()
		}
	}
}

// cancel ends the context; the connection's lock is held.
func (c *Call) cancel() {
	if c.cancelled {
		return
	}
	c.cancelled = true
	if c.done != nil {
		close(c.done)
	}
}
