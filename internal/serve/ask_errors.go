package serve

import (
	"errors"
	"fmt"
)

var (
	// ErrCannotAsk reports that a request to the client was refused locally, and
	// nothing reached the wire: the connection or the call is modern (rules C5),
	// the handshake is not done (ladder 27), the call is cancelled, or the
	// connection is ending.
	ErrCannotAsk = errors.New("serve: the client cannot be asked: only a legacy client can, after its handshake, for a request in flight")
	// ErrAskLost reports that no answer can come any more (decisions C3).
	ErrAskLost = errors.New("serve: the connection ended before the client answered")
)

// ClientError is the error that a client answered a request of ours with. It is
// no *protocol.Error: what went wrong between us and the client is not the
// answer to the request that the client made.
type ClientError struct {
	Method string // what it was asked
	Code   int
	Text   string
	Data   []byte // raw JSON, or nil
}

// Error names the method, and what the client said.
func (e *ClientError) Error() string {
	return fmt.Sprintf("the client refused %s: %s (code %d)", e.Method, e.Text, e.Code)
}
