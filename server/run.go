package server

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// Run runs the handler of a call and settles it.
func (a *app) Run(c *serve.Call) {
	r := c.App.(*Request)
	if r.listen != nil {
		a.runListen(r)
		return
	}
	b := serve.Buffer()
	frame, pe := a.answer(r, (*b)[:0])
	*b = frame
	if pe == nil {
		c.Finish(b)
		return
	}
	a.fail(r, b, pe)
}

func (a *app) fail(r *Request, b *[]byte, pe *protocol.Error) {
	*b = wire.AppendRefusal((*b)[:0], r.call.ID, *pe)
	r.call.Fail(b)
}

// answer runs the handler and encodes its result. A panic, or an error that
// nobody mapped, is -32603 on the wire, and its detail is for the log alone
// (decisions A6).
func (a *app) answer(r *Request, b []byte) (frame []byte, pe *protocol.Error) {
	defer func() {
		if p := recover(); p != nil {
			a.srv.cfg.logger().Error("a handler panicked", "method", r.call.Method, "panic", p, "stack", string(debug.Stack()))
			frame, pe = b, protocol.InternalError()
		}
	}()
	if r.refused != nil && a.srv.wrapped == nil {
		return b, r.refused
	}
	if r.carried != nil && r.carried.rounds == 0 && r.refused == nil {
		if pe := r.carried.open(r); pe != nil {
			return b, pe
		}
	}
	if a.srv.wrapped != nil {
		return a.answerWrapped(r, b)
	}
	if r.tool != nil {
		return a.answerTool(r, b)
	}
	raw, err := a.answerMethod(r)
	if n, ok := asNeed(err); ok {
		return a.answerNeed(r, b, n)
	}
	if err != nil {
		return b, a.mapped(r, err)
	}
	return wire.AppendResult(b, r.call.ID, raw), nil
}

func (a *app) mapped(r *Request, err error) *protocol.Error {
	var pe *protocol.Error
	if errors.As(err, &pe) {
		return pe
	}
	a.srv.cfg.logger().Error("a handler failed", "method", r.call.Method, "error", err)
	return protocol.InternalError()
}

func (a *app) answerTool(r *Request, b []byte) ([]byte, *protocol.Error) {
	var out outcome
	err := r.unfit
	if err == nil {
		out, err = r.tool.run(r.call, r, r.args)
	}
	if err == nil && out.result == nil && r.tool.output == nil {
		return a.appendText(b, r, out.text), nil
	}
	if n, ok := asNeed(err); ok {
		return a.answerNeed(r, b, n)
	}
	return a.appendOutcome(r, b, out, err)
}

// appendOutcome appends what a tool came to, beyond a plain text.
func (a *app) appendOutcome(r *Request, b []byte, out outcome, err error) ([]byte, *protocol.Error) {
	if err != nil {
		var pe *protocol.Error
		if out, pe = failure(err); pe != nil {
			return b, pe
		}
	}
	if out.result == nil {
		out = contents(protocol.Text(out.text))
	}
	if err := r.tool.fits(out.result); err != nil {
		return b, a.mapped(r, fmt.Errorf("%s: %w", r.tool.def.Name, err))
	}
	if plain(out.result) {
		return a.appendPlain(b, r, out.result.Content, out.result.IsError), nil
	}
	res := *out.result // the handler's value stays as it is: it may be shared
	a.shape(&res, r)
	raw, err := protocol.Marshal(&res)
	if err != nil {
		return b, a.mapped(r, fmt.Errorf("encoding the result of %s: %w", r.tool.def.Name, err))
	}
	return wire.AppendResult(b, r.call.ID, raw), nil
}

// shape gives a result the members of the request's era (decisions A7 and A8).
func (a *app) shape(res protocol.EraResult, r *Request) {
	if r.call.Lane == machine.ModernLane {
		res.SetModern(a.srv.serverInfo())
	} else {
		res.SetLegacy(r.version)
	}
}
