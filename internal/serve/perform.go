package serve

import (
	"bytes"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// pending is what goes with an Input: the frame that was read, or the frame
// that waits for permission.
type pending struct {
	frame    *wire.Frame
	refusal  *wire.Refusal
	buf      *[]byte
	final    bool
	listener *listener
	occasion Occasion
	run      *runList
	call     *Call // a held call that begins
	ask      *Ask
	group    *group // the batch that the frame is an element of
}

// runList collects what is to start once the lock is released.
type runList struct {
	call *Call // to be prepared and run
	note bool  // to be delivered
}

// step takes one input and performs what the session answers. The lock is held.
func (c *Conn) step(in machine.Input, p pending) {
	from := len(c.acts)
	c.acts = c.ses.Step(in, c.acts)
	for i := from; i < len(c.acts); i++ {
		c.perform(c.acts[i], &p)
	}
	c.acts = c.acts[:from]
}

func (c *Conn) perform(a machine.Action, p *pending) {
	switch a.Do {
	case machine.Run, machine.Hold:
		if p.call != nil { // it was held, and begins
			p.run.call = p.call
			return
		}
		call := c.app.NewCall(p.frame)
		call.held = a.Do == machine.Hold
		call.conn, call.ref, call.Lane = c, a.Ref, a.Lane
		call.ID = append(call.idSpace[:0], p.frame.ID()...)
		c.keep(call)
		if call.Method != protocol.MethodListen { // it may never end: it speaks beside the array
			call.group = p.group.enter()
		}
		p.run.call = call
	case machine.Handshake, machine.Discover, machine.Pong:
		c.answerInline(a, p)
	case machine.Listen:
		c.openListen(a, p)
	case machine.Send:
		c.append(entry{buf: p.buf, ref: a.Ref, listen: p.listener, event: p.occasion, pinned: a.Pin, final: p.final, group: p.group})
		if p.listener != nil {
			p.listener.queue(p.occasion)
		}
	case machine.Discard:
		if p.buf != nil {
			recycle(p.buf)
		}
	case machine.Refuse, machine.AnswerFault:
		c.refuse(a, p)
	case machine.CancelContext:
		if call := c.call(a.Ref); call != nil {
			call.cancel()
			c.event(Event{Kind: ContextEnded, ID: string(call.ID), Method: call.Method})
		}
		c.removeListener(a.Ref)
	case machine.Retract:
		c.out.retract(a.Ref)
		if call := c.call(a.Ref); call != nil && (a.Lane == machine.ModernLane || c.opt.Session.SilentLegacyCancel) {
			c.leaveBatch(call) // it says nothing more; the others must not wait for it
		}
	case machine.ReplyCancelled, machine.ReplyClosed:
		c.replyFor(a)
	case machine.FinishListen, machine.SendCancelled:
		c.endListen(a)
	case machine.SendAsk, machine.RefuseAsk, machine.CancelAsk, machine.SettleAsk, machine.LoseAsk:
		c.performAsk(a, p)
	case machine.Deliver:
		p.run.note = true
	case machine.Locked:
		c.event(Event{Kind: EraLocked, Method: c.ses.Era().String()})
	case machine.Free:
		c.drop(a.Ref)
	case machine.Drain:
		c.startDrain()
	case machine.CloseOutput:
		c.closing = true
	case machine.Abandon:
		c.abandon()
	}
}

// append queues a frame, or puts it into the answer of its batch.
func (c *Conn) append(e entry) {
	if e.group != nil && (e.final || e.ref == 0) {
		c.answerInBatch(e)
		return
	}
	c.queue(e)
}

// answerInline answers what is declared; nothing can come between the request
// and its answer (decisions E3).
func (c *Conn) answerInline(a machine.Action, p *pending) {
	b, terms := Buffer(), Terms{}
	switch a.Do {
	case machine.Handshake:
		*b, terms = c.app.Handshake((*b)[:0], p.frame)
	case machine.Discover:
		*b = c.app.Discover((*b)[:0], p.frame)
	default:
		*b = wire.AppendResult((*b)[:0], p.frame.ID(), []byte("{}"))
	}
	c.step(machine.Input{Kind: machine.Finished, Ref: a.Ref, OldSchema: terms.ErrorsNeedID}, pending{buf: b, final: true, group: p.group})
	c.batches = c.batches || terms.Batches
}

func (c *Conn) openListen(a machine.Action, p *pending) {
	l := &listener{ref: a.Ref, id: bytes.Clone(p.frame.ID()), grant: c.app.Narrow(p.frame)}
	b := Buffer()
	*b = c.app.Acknowledge((*b)[:0], l.id, l.grant)
	c.listeners = append(c.listeners, l)
	c.step(machine.Input{Kind: machine.Acknowledged, Ref: a.Ref}, pending{buf: b})
}

func (c *Conn) endListen(a machine.Action) {
	var id []byte
	if i := c.listenerAt(a.Ref); i >= 0 {
		id = c.listeners[i].id
	} else if call := c.call(a.Ref); call != nil {
		id = call.ID // its handler has been told already
	} else {
		return
	}
	b := Buffer()
	if a.Do == machine.FinishListen {
		*b = c.app.FinishListen((*b)[:0], id)
	} else {
		*b = wire.AppendCancelled((*b)[:0], id, "the subscriber cannot keep up", id)
	}
	c.removeListener(a.Ref)
	c.append(entry{buf: b, ref: a.Ref, pinned: a.Pin || a.Do == machine.SendCancelled, final: true}) // as in replyFor
}

func (c *Conn) refuse(a machine.Action, p *pending) {
	id := p.frame.AnswerID()
	why := p.refusal
	if a.Do == machine.AnswerFault {
		c.event(Event{Kind: FaultyLine, ID: string(id), Err: why})
	} else {
		r := c.refusal(a.Reason, p)
		why = &r
		if a.Reason == machine.DuplicateID {
			c.event(Event{Kind: IDReused, ID: string(id)})
		}
	}
	b := Buffer()
	*b = wire.AppendRefusal((*b)[:0], id, *why)
	c.append(entry{buf: b, ref: a.Ref, final: a.Ref != 0, group: p.group})
}

func (c *Conn) replyFor(a machine.Action) {
	call := c.call(a.Ref)
	if call == nil {
		return
	}
	why := wire.Cancelled()
	if a.Do == machine.ReplyClosed {
		era := protocol.Legacy
		if a.Lane == machine.ModernLane {
			era = protocol.Modern
		}
		why = wire.ConnectionClosed(era)
	}
	b := Buffer()
	*b = wire.AppendRefusal((*b)[:0], call.ID, why)
	// Pinned: its slot can be another request's before it is written, and a
	// cancel of that one must not take it back.
	c.append(entry{buf: b, ref: a.Ref, pinned: true, final: true, group: call.group})
}
