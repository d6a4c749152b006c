package client

import (
	"bytes"
	"context"
	"errors"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// maxAsks bounds the questions of a legacy server that wait for the host.
const maxAsks = 256

// serve answers a request of a legacy server that is no ping. c.mu is held.
func (c *Client) serve(f *wire.Frame) {
	method := string(f.Method())
	if !c.handlers.answers(method) {
		c.refuse(f.AnswerID(), protocol.MethodNotFound(method))
		return
	}
	key, _ := wire.CanonicalID(f.AnswerID(), nil) // AnswerID is legal
	l := c.link
	switch {
	case l.asks[string(key)] != nil:
		c.refuse(f.AnswerID(), protocol.InvalidRequest("this id is in use"))
		return
	case len(l.asks) >= maxAsks:
		c.refuse(f.AnswerID(), &protocol.Error{Code: protocol.CodeInternalError, Message: "Too many requests in flight"})
		return
	}
	if l.asks == nil {
		l.asks = map[string]*ask{}
	}
	ctx, cancel := context.WithCancel(l.ctx)
	a := &ask{id: bytes.Clone(f.AnswerID()), cancel: cancel}
	l.asks[string(key)] = a
	go l.answerAsk(ctx, string(key), a, c.handlers, method, bytes.Clone(f.Params()))
}

// An ask is a question of a legacy server that the host has not answered yet.
type ask struct {
	id     []byte
	cancel context.CancelFunc
}

func (l *link) answerAsk(ctx context.Context, key string, a *ask, h handlers, method string, params []byte) {
	defer a.cancel()
	result, err := h.fulfil(ctx, method, params)
	c := l.c
	c.mu.Lock()
	defer c.unlock()
	if l.asks[key] != a { // cancelled, or the link is dead
		return
	}
	delete(l.asks, key)
	if err == nil {
		l.answer(wire.AppendResult(nil, a.id, result))
		return
	}
	l.answer(appendAnswer(a.id, answerTo(err)))
}

// answerTo is what the server is told of a failure: a detail only if the host
// meant it to be.
func answerTo(err error) *protocol.Error {
	if e, ok := errors.AsType[*protocol.Error](err); ok && (e.Data == nil || e.Data.IsValid()) {
		return e
	}
	return protocol.InternalError()
}

// refuse answers the request just read with an error.
func (c *Client) refuse(id []byte, e *protocol.Error) { c.link.answer(appendAnswer(id, e)) }

func appendAnswer(id []byte, e *protocol.Error) []byte {
	return wire.AppendError(nil, id, e.Code, e.Message, e.Data)
}

// withdraw ends a question that the server does not want answered any more; it
// gets no answer (C-LCANCEL-5). c.mu is held.
func (l *link) withdraw(id []byte) {
	key, ok := wire.CanonicalID(id, nil)
	if a := l.asks[string(key)]; ok && a != nil {
		delete(l.asks, string(key))
		a.cancel()
	}
}
