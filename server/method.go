package server

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// A method answers one request method that is no tools/call. It returns a
// protocol.EraResult (as a pointer), which is shaped for the request's era, or a
// jsontext.Value, which is written as it is.
type method struct {
	eras  wire.Eras
	quick bool         // never waits: runs in place
	route *serve.Route // how the handler of a custom method behaves; nil: on a goroutine of its own
	run   func(a *app, ctx context.Context, r *Request) (any, error)
}

// builtin is the methods that come with a declared capability.
var builtin = [...]struct {
	comes protocol.Capability
	name  string
	method
}{
	{protocol.CapTools, protocol.MethodToolsList, method{eras: inBoth, quick: true, run: (*app).listTools}},
	{protocol.CapResources, protocol.MethodResourcesList, method{eras: inBoth, quick: true, run: (*app).listResources}},
	{protocol.CapResources, protocol.MethodResourcesTemplatesList, method{eras: inBoth, quick: true, run: (*app).listTemplates}},
	{protocol.CapResources, protocol.MethodResourcesRead, method{eras: inBoth, run: (*app).readResource}},
	{protocol.CapResources, protocol.MethodResourcesSubscribe, method{eras: wire.InLegacy, quick: true, run: (*app).subscribeResource}},
	{protocol.CapResources, protocol.MethodResourcesUnsubscribe, method{eras: wire.InLegacy, quick: true, run: (*app).unsubscribeResource}},
	{protocol.CapPrompts, protocol.MethodPromptsList, method{eras: inBoth, quick: true, run: (*app).listPrompts}},
	{protocol.CapPrompts, protocol.MethodPromptsGet, method{eras: inBoth, run: (*app).getPrompt}},
	{protocol.CapCompletions, protocol.MethodComplete, method{eras: inBoth, run: (*app).complete}},
	{protocol.CapLogging, protocol.MethodSetLevel, method{eras: wire.InLegacy, quick: true, run: (*app).setLevel}},
}

const inBoth = wire.InLegacy | wire.InModern

// runMethod runs r's method.
func (a *app) runMethod(ctx context.Context, r *Request) (any, error) {
	m, ok := a.srv.declared().methods[r.call.Method]
	if !ok { // taken away since the request was classified
		return nil, protocol.MethodNotFound(r.call.Method)
	}
	return m.run(a, ctx, r)
}

// answerMethod runs r's method and encodes what it says.
func (a *app) answerMethod(r *Request) (jsontext.Value, error) {
	res, err := a.runMethod(r.call, r)
	if err != nil {
		return nil, err
	}
	return a.encode(r, res)
}

func (a *app) encode(r *Request, res any) (jsontext.Value, error) {
	if v, ok := res.(jsontext.Value); ok {
		return v, nil
	}
	v, err := asResult(res)
	if err != nil {
		return nil, &mistake{fmt.Errorf("the result of %s: %w", r.call.Method, err)}
	}
	if err := a.shape(v, r); err != nil {
		return nil, &mistake{fmt.Errorf("the result of %s: %w", r.call.Method, err)}
	}
	raw, err := protocol.Marshal(v)
	if err != nil {
		return nil, &mistake{fmt.Errorf("encoding the result of %s: %w", r.call.Method, err)}
	}
	return raw, nil
}

// decode decodes r's params into p; a mistake in them is the client's.
func (r *Request) decode(p any) error {
	params := r.Params()
	if params == nil {
		return nil
	}
	if err := protocol.Decode(params, p); err != nil {
		return protocol.InvalidParams("%v", misfit("params", params, err))
	}
	return nil
}
