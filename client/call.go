package client

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// Raw sends a request of any method, the protocol's or the server's own, and
// returns its result, JSON text, as it came. params encodes as a JSON object, or is nil;
// its _meta is merged with that of the options. A method that the server's era
// does not have fails with ErrWrongEra; server/discover and
// subscriptions/listen have methods of their own here.
func (c *Client) Raw(ctx context.Context, method string, params any, opts ...CallOption) ([]byte, error) {
	switch method {
	case "", protocol.MethodInitialize, protocol.MethodDiscover, protocol.MethodListen:
		return nil, fmt.Errorf("%w: %q is not for Raw", ErrArgument, method)
	case protocol.MethodPing:
		return []byte("{}"), c.Ping(ctx, opts...)
	}
	if m, ok := protocol.MethodByName(method); ok && (m.Kind != protocol.KindRequest || lanesOf(method) == 0) {
		return nil, fmt.Errorf("%w: %s is no request of a client", ErrArgument, method)
	}
	return c.call(ctx, method, params, opts)
}

// call makes one call, with all the rounds that it takes. It checks the frame
// of the result, not the contents.
func (c *Client) call(ctx context.Context, method string, params any, opts []CallOption) ([]byte, error) {
	body, own, err := splitParams(method, params)
	if err != nil {
		return nil, err
	}
	a, err := c.callBody(ctx, method, body, own, opts)
	return a.raw, err
}

// An answer is the result of a call.
type answer struct {
	raw  []byte
	tool *protocol.CallToolResult // of a tools/call, if it was read already
}

// callBody is call with params that are JSON already, and their _meta apart.
func (c *Client) callBody(ctx context.Context, method string, body []byte, own protocol.Meta, opts []CallOption) (answer, error) {
	call, ctx, stop, err := c.configure(ctx, method, opts)
	if err != nil {
		return answer{}, err
	}
	defer stop()
	var rounds rounds
	for {
		r := c.blank()
		call.fill(r, machine.KindCall, method, body)
		if rounds.n > 0 {
			r.lanes, r.body = machine.OnModern, rounds.params(body)
		}
		a, again, err := c.once(ctx, r, own, call.meta)
		if err == nil && again {
			err = c.nextRound(ctx, &rounds, method, a.raw)
		}
		if err != nil {
			return answer{}, err
		}
		if !again {
			return a, nil
		}
	}
}

// once sends a request. again: the result asks for input.
func (c *Client) once(ctx context.Context, r *record, own, meta protocol.Meta) (a answer, again bool, err error) {
	if err := c.dressed(ctx, r, own, meta); err != nil {
		return a, false, err
	}
	if err := c.do(ctx, r); err != nil {
		return a, false, err
	}
	a.raw = r.result
	if again, err = c.checkResult(r, &a); err != nil {
		return a, false, fmt.Errorf("%s: %w", r.name, err)
	}
	c.recycle(r)
	return a, again, nil
}

// fill makes r a request of the call.
func (call callConfig) fill(r *record, kind machine.ClientKind, method string, body []byte) {
	r.kind, r.lanes, r.name = kind, lanesOf(method), method
	r.request = request{legacy: method, modern: method, body: body, wantsProgress: call.onProgress != nil || call.resets}
	r.timeout, r.resets, r.report = call.timeout, call.resets, call.onProgress
}

func (c *Client) dressed(ctx context.Context, r *record, own, meta protocol.Meta) error {
	if ctx.Err() != nil {
		return cancelled(ctx, r)
	}
	if err := c.dress(ctx, &r.request, own, meta); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	return nil
}

// newRecord is the record of a call that has one round.
func (c *Client) newRecord(ctx context.Context, kind machine.ClientKind, method string, params any, call callConfig) (*record, error) {
	body, own, err := splitParams(method, params)
	if err != nil {
		return nil, err
	}
	r := new(record)
	call.fill(r, kind, method, body)
	return r, c.dressed(ctx, r, own, call.meta)
}

// configure reads the options of a call and bounds it.
func (c *Client) configure(ctx context.Context, name string, opts []CallOption) (callConfig, context.Context, context.CancelFunc, error) {
	call, err := newCallConfig(c.cfg, opts)
	if err != nil {
		return call, nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	ctx, stop := call.limit(ctx)
	return call, ctx, stop, nil
}

// lanesOf are the eras in which a client may send the method; an unknown one is
// the server's own and may be sent in both.
func lanesOf(method string) (lanes machine.Lanes) {
	m, ok := protocol.MethodByName(method)
	if !ok {
		return machine.OnLegacy | machine.OnModern
	}
	if m.In(protocol.Legacy).Has(protocol.ToServer) {
		lanes |= machine.OnLegacy
	}
	if m.In(protocol.Modern).Has(protocol.ToServer) {
		lanes |= machine.OnModern
	}
	return lanes
}

// decode reads a result.
func decode[T any](method string, raw []byte) (*T, error) {
	result := new(T)
	if !isObject(raw) {
		return nil, fmt.Errorf("%s: %w: a result must be an object, not %.40s", method, ErrInvalidResult, raw)
	}
	if err := protocol.Decode(raw, result); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", method, ErrInvalidResult, err)
	}
	return result, nil
}

// typed makes a call and reads its result.
func typed[T any](ctx context.Context, c *Client, method string, params any, opts []CallOption) (*T, error) {
	raw, err := c.call(ctx, method, params, opts)
	if err != nil {
		return nil, err
	}
	return decode[T](method, raw)
}
