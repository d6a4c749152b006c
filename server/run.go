package server

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// Run runs the handler of a call and settles it.
func (a *app) Run(c *serve.Call) {
	r := c.App.(*Request)
	if r.listen != nil {
		a.runListen(r)
		return
	}
	frame, pe := a.answer(r)
	if pe != nil {
		a.fail(r, pe)
		return
	}
	a.finish(r, frame)
}

func (a *app) finish(r *Request, frame []byte) {
	*r.out = frame
	r.call.Finish(r.out)
}

func (a *app) fail(r *Request, pe *protocol.Error) {
	frame := wire.AppendRefusal(r.room(), r.call.ID, *pe)
	*r.out = frame
	r.call.Fail(r.out)
}

// room is where the answer goes. It is taken when there is something to say: a
// handler that waits holds no buffer.
func (r *Request) room() []byte {
	if r.out == nil {
		r.out = serve.Buffer()
	}
	return (*r.out)[:0]
}

// answer runs the handler and encodes its result. A panic, or an error that
// nobody mapped, is -32603 on the wire, and its detail is for the log alone
// (decisions A6).
func (a *app) answer(r *Request) (frame []byte, pe *protocol.Error) {
	defer func() {
		if p := recover(); p != nil {
			a.srv.cfg.logger().Error("a handler panicked", "method", r.call.Method, "panic", p, "stack", string(debug.Stack()))
			frame, pe = nil, protocol.InternalError()
		}
	}()
	if r.refused != nil && a.srv.wrapped == nil {
		return nil, r.refused
	}
	if c := r.carried.Load(); c != nil && c.rounds == 0 && r.refused == nil {
		if pe := c.open(r); pe != nil {
			return nil, pe
		}
	}
	if a.srv.wrapped != nil {
		return a.answerWrapped(r)
	}
	if r.tool != nil {
		return a.answerTool(r)
	}
	raw, err := a.answerMethod(r)
	if n, ok := asNeed(err); ok {
		return a.answerNeed(r, n)
	}
	if err != nil {
		return nil, a.mapped(r, err)
	}
	return wire.AppendResult(r.room(), r.call.ID, raw), nil
}

func (a *app) mapped(r *Request, err error) *protocol.Error {
	if pe, ok := a.srv.wireError(err, r.Era()); ok {
		return pe
	}
	a.srv.cfg.logger().Error("a handler failed", "method", r.call.Method, "error", err)
	return protocol.InternalError()
}

// runTool runs the tool that r calls, unless its arguments do not fit.
func (r *Request) runTool(ctx context.Context) (outcome, error) {
	if u, bad := r.args.(unfit); bad {
		return outcome{}, u.error
	}
	return r.tool.run(ctx, r, r.args)
}

func (a *app) answerTool(r *Request) ([]byte, *protocol.Error) {
	out, err := r.runTool(r.call)
	if err == nil && out.result == nil && r.tool.output == nil {
		switch {
		case out.raw == nil:
			return a.appendText(r, out.text), nil
		case ready(out.raw):
			return a.appendRaw(r, out.raw), nil
		}
	}
	if n, ok := asNeed(err); ok {
		return a.answerNeed(r, n)
	}
	return a.appendOutcome(r, out, err)
}

// appendOutcome appends what a tool came to, beyond a plain text.
func (a *app) appendOutcome(r *Request, out outcome, err error) ([]byte, *protocol.Error) {
	if err != nil {
		if pe, ok := a.srv.wireError(err, r.Era()); ok {
			return nil, pe
		}
		if _, wrong := errors.AsType[*mistake](err); wrong {
			return nil, a.mapped(r, err)
		}
		out = failure(err)
	}
	result, err := out.typed()
	if err == nil {
		err = r.tool.fits(result)
	}
	if err != nil {
		return nil, a.mapped(r, fmt.Errorf("%s: %w", r.Tool(), err))
	}
	if plain(result) {
		return a.appendPlain(r, result.Content, result.IsError), nil
	}
	res := *result // the handler's value stays as it is: it may be shared
	if err := a.shape(&res, r); err != nil {
		return nil, a.mapped(r, fmt.Errorf("%s: %w", r.Tool(), err))
	}
	raw, err := protocol.Marshal(&res)
	if err != nil {
		return nil, a.mapped(r, fmt.Errorf("encoding the result of %s: %w", r.Tool(), err))
	}
	return wire.AppendResult(r.room(), r.call.ID, raw), nil
}
