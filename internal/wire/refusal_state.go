package wire

import (
	"fmt"

	"github.com/eralock/eralock/protocol"
)

// The refusals that depend on the state of the connection: the session says
// which one, these say what is answered.

// LateInitialize refuses an initialize on a modern connection: -32022 with the
// served versions (rules A16, decisions E16).
func (c *Config) LateInitialize(f *Frame) Refusal {
	r := refuse(protocol.CodeUnsupportedVersion, fmt.Sprintf(
		"This connection speaks %s since a modern request was answered: send requests with an envelope in params._meta, no initialize", c.served()))
	r.Data = c.versionData(f.InitializeVersion())
	return r
}

// AlreadyInitialized refuses a second initialize (ladder row 10).
func AlreadyInitialized() Refusal {
	return refuse(protocol.CodeInvalidRequest, "Already initialized: initialize is sent once, as the first request")
}

// ClaimedInitialize refuses an initialize with a good envelope: modern versions
// do not have the method (decisions E5).
func (c *Config) ClaimedInitialize() Refusal {
	r := refuse(protocol.CodeMethodNotFound, fmt.Sprintf(
		"initialize does not exist in %s: requests with an envelope need no handshake", c.served()))
	r.Data = append(c.appendSupported([]byte{'{'}), '}')
	return r
}

// EnvelopeOnLegacy refuses a claim on a legacy connection (rules C3).
func EnvelopeOnLegacy() Refusal {
	return refuse(protocol.CodeInvalidRequest, "This connection was opened with initialize: send requests without "+protocol.KeyProtocolVersion)
}

// MissingEnvelope refuses a request without a claim where one is needed, and
// names the keys (decisions E6, E7).
func (c *Config) MissingEnvelope(f *Frame) Refusal {
	missing := f.gaps().missing
	r := refuse(codeNoEnvelope, fmt.Sprintf("Missing request envelope: params._meta must have %s", missing))
	r.Data = c.gapData(gaps{missing: missing})
	return r
}

// NoHandshake refuses a legacy request on a connection that nothing has opened
// yet (decisions E8).
func (c *Config) NoHandshake(f *Frame) Refusal {
	missing := f.gaps().missing
	r := refuse(codeNoEnvelope, fmt.Sprintf(
		"No initialize yet and no request envelope: send initialize first, or put %s into params._meta", missing))
	r.Data = c.gapData(gaps{missing: missing})
	return r
}

// MethodNotFound refuses a method that is not served. Its data is the method,
// which released clients look for.
func MethodNotFound(f *Frame) Refusal {
	return Refusal{Code: protocol.CodeMethodNotFound, Message: "Method not found", Data: f.raw(f.method)}
}

// DuplicateID refuses a request whose id is in flight (decisions A5).
func DuplicateID() Refusal {
	return refuse(protocol.CodeInvalidRequest, "Request id in use: wait for its answer, or choose another id")
}

// Draining refuses a request that comes while the server shuts down.
func Draining() Refusal { return refuse(protocol.CodeInternalError, "Server shutting down") }

// Busy refuses a request beyond the limit of requests in flight (decisions C10).
func Busy() Refusal { return refuse(protocol.CodeInternalError, "Too many requests in flight") }

// BatchesFull takes the place of an answer that a batch cannot hold (decisions C10).
func BatchesFull() Refusal {
	return refuse(protocol.CodeInternalError, "The answers of batches are too long: send requests one a line")
}

// NoListenSlot refuses a listen beyond the limit of subscriptions.
func NoListenSlot() Refusal { return refuse(protocol.CodeInternalError, "Subscription limit reached") }

// Cancelled answers a cancelled legacy request (rules A13).
func Cancelled() Refusal {
	return refuse(protocol.CodeRequestCancelled, "Request cancelled")
}

// ConnectionClosed answers what the end of input left unfinished (decisions C3).
func ConnectionClosed(era protocol.Era) Refusal { return *protocol.ConnectionClosed(era) }
