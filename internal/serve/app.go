package serve

import "github.com/eralock/eralock/internal/wire"

// Terms are what a negotiated legacy version asks of the framing.
type Terms struct {
	ErrorsNeedID bool // 2025-06-18 and older (decisions A2)
	Batches      bool // 2025-03-26 only (ladder 5)
}

// An App answers what a connection serves. Handshake, Discover, Pong, Narrow,
// Event and Announces are called under the connection's lock: they encode
// what is declared, run no user code and do not block. Encoders append one
// whole frame, newline included, to b.
type App interface {
	// Classify is the classifier's configuration.
	Classify() *wire.Config
	// Handshake encodes the InitializeResult for f; the terms are those of the
	// version that it offers.
	Handshake(b []byte, f *wire.Frame) ([]byte, Terms)
	// Discover encodes the DiscoverResult for f.
	Discover(b []byte, f *wire.Frame) []byte
	// Narrow reads a listen's filter and says what of it is supported.
	Narrow(f *wire.Frame) Grant
	// Acknowledge encodes the acknowledgement of a listen, by its raw id.
	Acknowledge(b []byte, id []byte, granted Grant) []byte
	// FinishListen encodes the result that ends it.
	FinishListen(b []byte, id []byte) []byte
	// Event encodes an event, stamped for a listen or, with a nil id, plain.
	Event(b []byte, o Occasion, id []byte) []byte
	// Announces reports whether a legacy client is to be told of o, and for an
	// update the URI that it subscribed to.
	Announces(o Occasion) (watched string, ok bool)

	// NewCall returns a Call with its Method set, and with what the App wants
	// beside it. Under the lock, like the encoders: from here on whoever ends the
	// connection may look at the Call.
	NewCall(f *wire.Frame) *Call
	// Prepare finds the handler of a request and copies what it needs of f,
	// which is valid during the call only. It runs on the reading goroutine,
	// without the lock, and must not block. A nil Route runs the call on a
	// goroutine of its own.
	Prepare(c *Call, f *wire.Frame) *Route
	// Run runs the handler; it ends in exactly one Call.Finish or Call.Fail.
	Run(c *Call)
	// Notified is told of a notification, on the reading goroutine.
	Notified(f *wire.Frame)
}
