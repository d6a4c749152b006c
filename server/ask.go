package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

var (
	// ErrModern reports that a modern client was to be asked directly. Nothing
	// reaches the wire (rules C5): return Request.Need instead, which works in
	// both eras.
	ErrModern = errors.New("server: a modern client cannot be asked while its request is served: return req.Need(…) instead")
	// ErrCannotAsk reports that a legacy client cannot be asked now: its
	// handshake is not done, the request is cancelled or answered, or the
	// connection is ending. Nothing reaches the wire.
	ErrCannotAsk = serve.ErrCannotAsk
	// ErrAskLost reports that the connection ended before the answer came.
	ErrAskLost = serve.ErrAskLost
	// ErrAskTimeout reports that the answer took longer than WithAskTimeout. It
	// is a context.DeadlineExceeded.
	ErrAskTimeout = fmt.Errorf("server: the client did not answer in time: %w", context.DeadlineExceeded)
)

// ClientError is the error that a client answered with, when it was asked. A
// tool that returns it gives an isError result, not that error. Its fields are
// Method, what the client was asked; Code, an int; Text, its message; and Data,
// raw JSON or nil.
type ClientError = serve.ClientError

// DefaultAskTimeout is how long a legacy client may take to answer: there may
// be a user to decide.
const DefaultAskTimeout = 5 * time.Minute

// Roots asks a legacy client for its roots now, while the request is served. On
// modern it fails with ErrModern. Other errors are those of Require and
// ErrCannotAsk, ErrAskLost, ErrAskTimeout, *ClientError, and ctx's.
func (r *Request) Roots(ctx context.Context) ([]protocol.Root, error) {
	raw, err := r.ask(ctx, rootsList{})
	if err != nil {
		return nil, err
	}
	res, ok := readRootsResult(raw)
	if !ok {
		return nil, malformedAnswer(protocol.MethodRootsList)
	}
	return res.Roots, nil
}

// Sample asks a legacy client's model for a message now; see Roots.
func (r *Request) Sample(ctx context.Context, p protocol.CreateMessageParams) (*protocol.CreateMessageResult, error) {
	raw, err := r.ask(ctx, sampling{p})
	if err != nil {
		return nil, err
	}
	res, ok := readMessageResult(raw)
	if !ok {
		return nil, malformedAnswer(protocol.MethodCreateMessage)
	}
	return &res, nil
}

// Elicit asks a legacy client's user now; see Roots. The user may decline: look
// at the action (S-ELIC-4).
func (r *Request) Elicit(ctx context.Context, p protocol.ElicitParams) (*protocol.ElicitResult, error) {
	raw, err := r.ask(ctx, elicitation{params: p})
	if err != nil {
		return nil, err
	}
	res, ok := readElicitResult(raw)
	if !ok {
		return nil, malformedAnswer(protocol.MethodElicit)
	}
	return &res, nil
}

// Ping asks a legacy client whether it is there; see Roots.
func (r *Request) Ping(ctx context.Context) error {
	if r.Era() == protocol.Modern {
		return ErrModern
	}
	ctx, cancel := r.app.patience(ctx)
	defer cancel()
	_, err := r.call.Ping().Wait(ctx)
	return err
}

// Ping asks a legacy client whether it is there. Before its handshake, and on a
// modern connection, it fails with ErrCannotAsk. Other errors are ErrAskLost,
// ErrAskTimeout, *ClientError, and ctx's.
func (c *Conn) Ping(ctx context.Context) error {
	ctx, cancel := c.app.patience(ctx)
	defer cancel()
	_, err := c.conn.Ping().Wait(ctx)
	return err
}

func (r *Request) ask(ctx context.Context, q question) (jsontext.Value, error) {
	if r.Era() == protocol.Modern {
		return nil, ErrModern
	}
	if err := r.Require(q.requires(r.revision())...); err != nil {
		return nil, err
	}
	params, err := q.shape(r.revision())
	if err != nil {
		return nil, fmt.Errorf("server: %s: %w", q.method(), err)
	}
	ctx, cancel := r.app.patience(ctx)
	defer cancel()
	return r.call.Ask(q.method(), params).Wait(ctx)
}

// patience bounds ctx by WithAskTimeout (S-TIME-1).
func (a *app) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	if a.srv.cfg.askTimeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, a.srv.cfg.askTimeout, ErrAskTimeout)
}

func malformedAnswer(method string) error {
	return fmt.Errorf("server: the client's answer to %s is not what the protocol says", method)
}
