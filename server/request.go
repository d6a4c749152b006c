package server

import (
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// A Request is what a handler knows of the request it serves, beside its
// arguments. It is valid until the handler returns; its methods are safe for
// concurrent use.
type Request struct {
	app     *app
	call    *serve.Call
	version string

	// What the app prepared. Thousands of requests may wait: what few of them
	// have is behind a pointer.
	tool    *tool                   // of a tools/call
	args    any                     // its arguments, or unfit; of another method, methodParams or nil
	refused *protocol.Error         // there is nothing to run
	carried atomic.Pointer[carried] // what a request brings when it is sent again
	listen  *Listen                 // of a listen with a handler
	reports *reports                // nil: none are asked for

	out *[]byte // see room
}

// unfit stands for arguments that do not fit: for the model to repair.
type unfit struct{ error }

// methodParams are the raw params of what is no tools/call.
type methodParams jsontext.Value

// Era is the vocabulary that the request is answered in.
func (r *Request) Era() protocol.Era {
	if r.call.Lane == machine.ModernLane {
		return protocol.Modern
	}
	return protocol.Legacy
}

// Version is the revision that the request is served in.
func (r *Request) Version() string { return r.version }

func (r *Request) revision() revision { return revision{r.version, r.Era() == protocol.Modern} }

// ID is the request's raw id token, such as 7 or "a".
func (r *Request) ID() string { return string(r.call.ID) }

// Meta is the request's _meta object as it came, or nil. It must be neither
// changed nor kept after the handler has returned.
func (r *Request) Meta() protocol.Meta { return protocol.Meta(r.call.Meta()) }

// Client is who the client says it is, the zero value if it does not say. It
// must not steer behaviour (S-META-13).
func (r *Request) Client() protocol.Implementation {
	if r.Era() == protocol.Legacy {
		return r.app.client().ClientInfo
	}
	raw, _ := r.Meta().Get(protocol.KeyClientInfo)
	info, _ := protocol.ParseImplementation(raw)
	return info
}

// ClientCapabilities are what the client declared: with this request on modern
// (S-META-11), in the handshake on legacy.
func (r *Request) ClientCapabilities() protocol.ClientCapabilities {
	if r.Era() == protocol.Legacy {
		return r.app.client().Capabilities
	}
	raw, _ := r.Meta().Get(protocol.KeyClientCapabilities)
	caps, _ := protocol.ParseClientCapabilities(raw)
	return caps
}

// rawArguments are a raw tool's arguments, "{}" if there are none: a part of the
// line, or a copy of it, until the handler returns.
func (r *Request) rawArguments() jsontext.Value {
	if args := r.call.Arguments(); args != nil {
		return args
	}
	return jsontext.Value("{}")
}
