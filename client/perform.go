package client

import (
	"fmt"
	"strings"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// perform does what one action of the session asks for. c.mu is held.
func (c *Client) perform(a machine.ClientAction, ev *event) {
	switch a.Do {
	case machine.ClientDoAdmit:
		c.register(a.Ref, ev.admit)
	case machine.ClientDoReject:
		c.settle(ev.admit, ErrClosed)
	case machine.ClientDoProbe, machine.ClientDoReprobe:
		c.queueOwn(c.register(a.Ref, c.probeRecord()))
	case machine.ClientDoInitialize:
		c.queueOwn(c.register(a.Ref, c.initializeRecord()))
	case machine.ClientDoQueue:
		c.queue(c.recordOf(a.Ref))
	case machine.ClientDoSendCancelled:
		c.link.enqueue(wire.AppendCancelled(nil, appendID(nil, a.ID), "", nil))
	case machine.ClientDoPong:
		c.link.answer(wire.AppendResult(nil, ev.frame.AnswerID(), nil))
	case machine.ClientDoRefuseRequest:
		c.refuse(ev.frame.AnswerID(), protocol.MethodNotFound(string(ev.frame.Method())))
	case machine.ClientDoServeRequest:
		c.serve(ev.frame)
	case machine.ClientDoSettleModern, machine.ClientDoSettleLegacy, machine.ClientDoApply, machine.ClientDoGiveUp:
		c.conclude(a, ev)
	case machine.ClientDoStart, machine.ClientDoCloseInput, machine.ClientDoTerminate, machine.ClientDoKill, machine.ClientDoReap:
		c.performProcess(a.Do)
	default:
		if r := c.recordOf(a.Ref); r != nil {
			c.performCall(a, r, ev)
		}
	}
}

// performCall tells a caller.
func (c *Client) performCall(a machine.ClientAction, r *record, ev *event) {
	switch a.Do {
	case machine.ClientDoReport:
		var p protocol.ProgressParams
		if protocol.Unmarshal(ev.frame.Params(), &p) == nil {
			r.reported(p)
		}
		return
	case machine.ClientDoGrant:
		c.granted(r, ev)
		return
	case machine.ClientDoReopen:
		r.sub.lost = true
		return
	case machine.ClientDoDeliver:
		c.delivered(r, ev.change)
		return
	}
	c.forget(r)
	var err error
	switch a.Do {
	case machine.ClientDoResolve:
		r.result, r.probe, r.lane = ev.result, ev.probe, c.lane()
	case machine.ClientDoFail:
		err = fmt.Errorf("%s: %w", r.name, ev.err)
	case machine.ClientDoAbort:
		err = r.giveUp
	case machine.ClientDoLose:
		err = fmt.Errorf("%s: %w", r.name, c.whyLost())
	case machine.ClientDoUnsupported:
		err = c.wrongEra(r)
	case machine.ClientDoEnd:
		err = c.whyEnded(r, a.Ending, ev)
		r.sub.end(a.Ending, err)
	}
	if r.sub != nil && a.Do != machine.ClientDoEnd {
		r.sub.end(machine.EndRefused, err)
	}
	c.settle(r, err)
}

// whyLost is the error of a call that ends with the connection.
func (c *Client) whyLost() error {
	if c.closed || c.failure == nil {
		return ErrClosed
	}
	return c.failure
}

func (c *Client) whyEnded(r *record, how machine.Ending, ev *event) error {
	switch how {
	case machine.EndRefused:
		return fmt.Errorf("%s: %w", r.name, ev.err)
	case machine.EndRemote:
		return fmt.Errorf("%s: %w: the server cancelled it", r.name, ErrSubscriptionLost)
	case machine.EndCrashed:
		return fmt.Errorf("%s: %w: the server was started again and again: %w", r.name, ErrSubscriptionLost, c.whyLost())
	case machine.EndLost:
		return fmt.Errorf("%s: %w", r.name, c.whyLost())
	}
	return nil
}

func (c *Client) lane() machine.Lane {
	lane, _, _ := c.session.Era()
	return lane
}

func (c *Client) wrongEra(r *record) error {
	era, versions := "modern", c.cfg.modern
	if c.lane() == machine.ModernLane {
		era, versions = "legacy", c.cfg.legacy
	}
	return fmt.Errorf("%s: %w: it belongs to the %s era (%s)", r.name, ErrWrongEra, era, strings.Join(versions, ", "))
}

// queue puts a request in line for the pipe; its time limit begins.
func (c *Client) queue(r *record) {
	c.link.outbox = append(c.link.outbox, entry{ref: r.ref})
	r.queued = c.link
	c.limit(r)
}
