package serve

import (
	"slices"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// Requests that need a handler are held while the program starts up: they are
// received and can be cancelled, and the drain settles them like any other
// (decisions E15). Options.Session.Hold makes a connection begin like that.

// park keeps a prepared call until the start-up is done.
func (c *Conn) park(call *Call) {
	call.own()
	c.mu.Lock()
	if !c.opened {
		c.keepHeld(call)
		c.mu.Unlock()
		return
	}
	call = c.begin(call) // it ended while the call was prepared
	c.unlock()
	c.start(call)
}

// keepHeld forgets the held calls that are over as often as their number
// doubles: a client that cancels what it asked must not fill the memory.
func (c *Conn) keepHeld(call *Call) {
	if len(c.held) >= c.heldLimit {
		c.held = slices.DeleteFunc(c.held, func(k *Call) bool {
			st, ok := c.ses.State(k.ref)
			return !ok || st != model.RequestReceived
		})
		c.heldLimit = max(64, 2*len(c.held))
	}
	c.held = append(c.held, call)
}

// launch starts a prepared call on a goroutine of its own, or parks it.
func (c *Conn) launch(call *Call) {
	if call.held {
		c.park(call)
		return
	}
	go c.run(call.own())
}

// Opened tells the connection that the start-up is done: what was held begins,
// in the order in which it came. If the start-up failed, refuse settles each
// held call instead of running it, now and later.
func (c *Conn) Opened(refuse func(*Call)) {
	c.mu.Lock()
	c.opened, c.refused = true, refuse
	c.step(machine.Input{Kind: machine.Opened}, pending{})
	held := c.held
	c.held = nil
	for i, call := range held {
		held[i] = c.begin(call)
	}
	c.unlock()
	for _, call := range held {
		c.start(call)
	}
}

// begin starts a held call, nil if it was cancelled or settled meanwhile. The
// lock is held.
func (c *Conn) begin(call *Call) *Call {
	var run runList
	c.step(machine.Input{Kind: machine.Begun, Ref: call.ref}, pending{call: call, run: &run})
	return run.call
}

func (c *Conn) start(call *Call) {
	if call == nil {
		return
	}
	c.mu.Lock()
	refuse := c.refused
	c.mu.Unlock()
	if refuse != nil {
		refuse(call)
		return
	}
	go c.run(call)
}
