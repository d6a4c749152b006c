package client

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// An event is what goes with an input of the session and that the session does
// not look at.
type event struct {
	admit   *record                    // the call that is admitted
	frame   *wire.Frame                // the frame that was read; valid during the step only
	result  []byte                     // of a response, the receiver's to keep
	probe   *wire.Probe                // of the answer to a server/discover
	initial *protocol.InitializeResult // of the answer to an initialize
	err     error                      // of a failure; why a negotiation ends with it
	change  Event                      // of a listen
	filter  []byte                     // of an acknowledgement
}

// step takes one step of the session and does what it asks for. c.mu is held.
func (c *Client) step(in machine.ClientInput, ev event) {
	c.acts = c.session.Step(in, c.acts[:0])
	for _, a := range c.acts {
		c.perform(a, &ev)
	}
	for len(c.after) > 0 {
		next := c.after[0]
		c.after = c.after[1:]
		c.step(next.in, next.ev)
	}
}

// A followUp is a step that comes after the one whose action asks for it.
type followUp struct {
	in machine.ClientInput
	ev event
}

// unlock releases c.mu and sees to it that what waits for the pipe is written.
func (c *Client) unlock() {
	l := c.link
	if l == nil || !l.claimWriter() {
		c.mu.Unlock()
		return
	}
	l.flush()
}

// recordOf finds the record behind a handle.
func (c *Client) recordOf(ref machine.Ref) *record {
	if i := ref.Slot(); i >= 0 && i < len(c.records) && c.records[i] != nil && c.records[i].ref == ref {
		return c.records[i]
	}
	return nil
}

func (c *Client) register(ref machine.Ref, r *record) *record {
	i := ref.Slot()
	for i >= len(c.records) {
		c.records = append(c.records, nil)
	}
	r.ref, c.records[i] = ref, r
	return r
}

func (c *Client) forget(r *record) {
	if i := r.ref.Slot(); c.records[i] == r {
		c.records[i] = nil
	}
}
