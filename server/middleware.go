package server

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// A Handler serves one request and returns its result or its error.
//
// The result of tools/call is a *protocol.CallToolResult, that of a list a
// jsontext.Value, and of any other method a protocol.EraResult. What the era
// wants in a result is added after it was returned.
type Handler func(ctx context.Context, req *Request) (any, error)

// WithMiddleware wraps every handler of a request: tools, lists, resources,
// prompts, completion and custom methods, also where there is nothing to run,
// as for an unknown tool. m is called once, by New, which panics if it returns
// nil, and returns what serves a request instead of next, mostly by calling it.
// The first WithMiddleware is the outermost.
//
// The handler may give another result of the same kind, or an error: a
// *protocol.Error is answered as it is. Another error becomes, for a tool, a
// result with isError, and otherwise -32603 with its text in the log only. An
// error that Request.Need made asks the client, and the whole chain runs again
// with the answers (on legacy, while the request waits).
//
// initialize, server/discover, ping and subscriptions/listen have no handler:
// they are answered from what is declared. See WithHandshake and WithListen.
func WithMiddleware(m func(next Handler) Handler) Option {
	if m == nil {
		return nil
	}
	return func(c *config) { c.middleware = append(c.middleware, m) }
}

// wrap builds the chain, nil where there is no middleware.
func (s *Server) wrap() Handler {
	if len(s.cfg.middleware) == 0 {
		return nil
	}
	h := Handler(serveRequest)
	for i := len(s.cfg.middleware) - 1; i >= 0; i-- {
		if h = s.cfg.middleware[i](h); h == nil {
			panic("server: WithMiddleware: the middleware returned no Handler")
		}
	}
	return h
}

// serveRequest is the innermost handler.
func serveRequest(ctx context.Context, r *Request) (any, error) {
	switch {
	case r.refused != nil:
		return nil, r.refused
	case r.tool == nil:
		return r.app.runMethod(ctx, r)
	}
	out, err := r.runTool(ctx)
	if err != nil {
		return nil, err
	}
	return out.typed()
}

// answerWrapped runs a request's handler inside the middleware.
func (a *app) answerWrapped(r *Request) ([]byte, *protocol.Error) {
	res, err := a.srv.wrapped(r.call, r)
	if n, ok := asNeed(err); ok {
		return a.answerNeed(r, n)
	}
	if r.call.Method == protocol.MethodToolsCall && (err == nil || r.tool != nil) {
		var out outcome
		if err == nil {
			out.result, _ = res.(*protocol.CallToolResult)
			if out.result == nil {
				return nil, a.mapped(r, fmt.Errorf("middleware: the result of tools/call must be a *protocol.CallToolResult, not %T", res))
			}
		}
		return a.appendOutcome(r, out, err)
	}
	var raw jsontext.Value
	if err == nil {
		raw, err = a.encode(r, res)
		if err == nil && !raw.IsValid() { // a middleware may have made it
			err = fmt.Errorf("middleware: the result of %s is no JSON", r.call.Method)
		}
	}
	if err != nil {
		return nil, a.mapped(r, err)
	}
	return wire.AppendResult(r.room(), r.call.ID, raw), nil
}

// Method is the method of the request, such as "tools/call".
func (r *Request) Method() string { return r.call.Method }

// Tool is the name of the tool that is called, "" if there is no such tool or
// the request is no tools/call.
func (r *Request) Tool() string {
	if r.tool == nil {
		return ""
	}
	return r.tool.def.Name
}

// Params are the raw params of a request that is no tools/call, as they came,
// or nil. See Arguments. They must not be changed.
func (r *Request) Params() jsontext.Value {
	params, _ := r.args.(methodParams)
	return jsontext.Value(params)
}

// Arguments are the raw arguments of a tools/call, "{}" if there are none, until
// the handler returns; nil for another method. They must be neither changed nor
// kept.
func (r *Request) Arguments() jsontext.Value {
	if r.call.Method != protocol.MethodToolsCall {
		return nil
	}
	return r.rawArguments()
}
