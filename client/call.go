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

// call sends one request and checks the frame of its result, not the contents.
func (c *Client) call(ctx context.Context, method string, params any, opts []CallOption) ([]byte, error) {
	r, err := c.newRecord(machine.KindCall, method, params, opts)
	if err != nil {
		return nil, err
	}
	if err := c.do(ctx, r); err != nil {
		return nil, err
	}
	if err := c.checkResult(r); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	return r.result, nil
}

func (c *Client) newRecord(kind machine.ClientKind, method string, params any, opts []CallOption) (*record, error) {
	call, err := newCallConfig(c.cfg, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	req, err := newRequest(method, params, call)
	if err != nil {
		return nil, err
	}
	return &record{kind: kind, lanes: lanesOf(method), name: method, request: req, timeout: call.timeout, report: call.onProgress}, nil
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

// checkResult looks at what all modern results have in common (decisions K10
// and K17, rules B16).
func (c *Client) checkResult(r *record) error {
	if r.lane != machine.ModernLane {
		return nil
	}
	var all protocol.Result
	if err := protocol.Unmarshal(r.result, &all); err != nil { // a _meta that is none does no harm
		if all.ResultType, err = protocol.ParseResultType(r.result); err != nil {
			return fmt.Errorf("%w: %w", ErrInvalidResult, err)
		}
	}
	if all.Meta != nil {
		c.mu.Lock()
		c.facts.introduced(all.Meta)
		c.mu.Unlock()
	}
	switch all.ResultType {
	case "", protocol.ResultComplete:
		return nil
	case protocol.ResultInputRequired:
		return fmt.Errorf("%w, and this client has no handler for it", ErrInputRequired)
	}
	return fmt.Errorf("%w: unknown resultType %q", ErrInvalidResult, all.ResultType)
}

// decode reads a result.
func decode[T any](method string, raw []byte) (*T, error) {
	result := new(T)
	if !isObject(raw) {
		return nil, fmt.Errorf("%s: %w: a result must be an object, not %.40s", method, ErrInvalidResult, raw)
	}
	if err := protocol.Unmarshal(raw, result); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", method, ErrInvalidResult, err)
	}
	return result, nil
}
