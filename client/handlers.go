package client

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// Handlers answer what a server asks its client: on legacy by requests, on
// modern in an input_required result of a call. What there is a handler for is
// declared to the server, and nothing else (rules B16, decisions K20).
//
// They run on goroutines of their own, several at a time. Their context ends
// when the answer is not wanted any more: the server or the caller cancelled,
// the time of the call is over, the connection or the client is closed. On
// legacy a *protocol.Error is the answer as it is, and any other error, or a
// panic, is "Internal server error" without a detail. On modern there is no way
// to tell the server: the call fails with ErrHandler.
type handlers struct {
	roots  func(context.Context) ([]protocol.Root, error)
	sample func(context.Context, *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error)
	elicit func(context.Context, *protocol.ElicitParams) (*protocol.ElicitResult, error)
}

// OnRoots answers roots/list. See also [Client.SetRoots].
func OnRoots(f func(context.Context) ([]protocol.Root, error)) Option {
	return func(c *config) error { c.handlers.roots = f; return nil }
}

// OnSample answers sampling/createMessage. It declares neither tools nor
// context: requests with tools are refused.
func OnSample(f func(context.Context, *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error)) Option {
	return func(c *config) error { c.handlers.sample = f; return nil }
}

// OnElicit answers elicitation/create, in form mode (an absent mode is
// [protocol.ElicitForm]) and in URL mode. The host shows which server asks,
// lets its user decline, and opens no URL without consent (C-ELIC-3, C-ELIC-4).
func OnElicit(f func(context.Context, *protocol.ElicitParams) (*protocol.ElicitResult, error)) Option {
	return func(c *config) error { c.handlers.elicit = f; return nil }
}

// answers reports whether there is a handler for the method.
func (h *handlers) answers(method string) bool {
	switch method {
	case protocol.MethodRootsList:
		return h.roots != nil
	case protocol.MethodCreateMessage:
		return h.sample != nil
	case protocol.MethodElicit:
		return h.elicit != nil
	}
	return false
}

// declare is what the client declares in each era.
func (h *handlers) declare(extensions map[string]jsontext.Value) (legacy, modern []byte) {
	var c protocol.ClientCapabilities
	if h.sample != nil {
		c.Declare(protocol.CapSampling)
	}
	if h.elicit != nil {
		c.Declare(protocol.CapElicitationForm)
		c.Declare(protocol.CapElicitationURL)
	}
	m := c
	if h.roots != nil {
		c.Declare(protocol.CapRootsListChanged)
		m.Declare(protocol.CapRoots)
	}
	for id, settings := range extensions {
		if m.Extensions == nil {
			m.Extensions = map[string]jsontext.Value{}
		}
		m.Extensions[id] = settings
	}
	legacy, _ = protocol.Marshal(c) // extensions were checked when they were declared
	modern, _ = protocol.Marshal(m)
	return legacy, modern
}
