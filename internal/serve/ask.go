package serve

import (
	"bytes"
	"context"
	"errors"
	"strconv"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// An Ask is one request of ours that is on its way to a legacy client.
type Ask struct {
	conn   *Conn
	call   *Call // the call that asks; nil for a ping of the connection
	method string
	id     []byte
	ref    machine.Ref

	done    chan struct{} // closed once the rest is set
	result  []byte
	failure []byte
	err     error
}

// Ask sends a request to the client for the call, nil params left out. It does
// not wait for the answer: see Ask.Wait, which must follow.
func (c *Call) Ask(method string, params []byte) *Ask {
	return c.conn.ask(machine.Asked, c, method, params)
}

// Ping sends a ping for the call.
func (c *Call) Ping() *Ask { return c.conn.ask(machine.Pinged, c, protocol.MethodPing, nil) }

// Ping sends a ping that belongs to no call.
func (c *Conn) Ping() *Ask { return c.ask(machine.Pinged, nil, protocol.MethodPing, nil) }

// ask numbers our requests from 1: an id is never used twice on a connection,
// not even that of a request that was refused (S-ID-3).
func (c *Conn) ask(kind machine.InputKind, call *Call, method string, params []byte) *Ask {
	c.waitRoom()
	a := &Ask{conn: c, call: call, method: method, done: make(chan struct{})}
	a.id = strconv.AppendUint(nil, c.asked.Add(1), 10)
	var space [32]byte
	key, _ := wire.CanonicalID(a.id, space[:0]) // digits are an id
	in := machine.Input{Kind: kind, ID: key}
	if call != nil {
		in.Ref = call.ref
	}
	b := Buffer()
	*b = wire.AppendRequest((*b)[:0], a.id, method, params)
	c.mu.Lock()
	c.step(in, pending{buf: b, ask: a})
	c.unlock()
	c.flush()
	return a
}

// Wait waits for the answer, a raw result. When ctx ends first, the client is
// told that its answer is not wanted any more (S-TIME-2), and the error is ctx's
// cause. Other errors are ErrCannotAsk, ErrAskLost, context.Canceled for a call
// that was cancelled, and *ClientError.
func (a *Ask) Wait(ctx context.Context) ([]byte, error) {
	a.makeWay()
	select {
	case <-a.done:
	case <-a.conn.done: // a ping can outlive every call
		a.abandon()
		if errors.Is(a.err, context.Canceled) {
			return nil, ErrAskLost
		}
	case <-ctx.Done():
		a.abandon()
		if errors.Is(a.err, context.Canceled) {
			return nil, context.Cause(ctx)
		}
	}
	switch {
	case a.err != nil:
		return nil, a.err
	case a.failure != nil:
		return nil, a.clientError()
	}
	return a.result, nil
}

// makeWay lets the reading role move on before its holder waits for what only
// reading can bring: even where handlers run in place to their end.
func (a *Ask) makeWay() {
	if a.call == nil {
		return
	}
	a.call.Yield()
	if a.call.turn != 0 {
		a.conn.handOff(a.call.turn)
	}
}

// abandon stops waiting; whatever happened first has ended a when it returns.
func (a *Ask) abandon() {
	c := a.conn
	c.mu.Lock()
	c.step(machine.Input{Kind: machine.AskTimedOut, Ref: a.ref}, pending{})
	c.unlock()
	c.flush()
}

func (a *Ask) clientError() error {
	var e protocol.Error
	if protocol.Unmarshal(a.failure, &e) != nil || e.Message == "" {
		e = protocol.Error{Code: e.Code, Message: "no reason given"}
	}
	return &ClientError{Method: a.method, Code: e.Code, Text: e.Message, Data: e.Data}
}

// end records how a ended; the connection's lock is held.
func (a *Ask) end(err error) {
	a.err = err
	close(a.done)
}

// settle records the answer; the frame is valid during the step only.
func (a *Ask) settle(f *wire.Frame) {
	a.result, a.failure = bytes.Clone(f.Result()), bytes.Clone(f.Failure())
	close(a.done)
}
