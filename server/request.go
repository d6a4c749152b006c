package server

import (
	"errors"
	"math"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
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
	token   []byte // progressToken, or nil

	// What the app prepared: a tool with its arguments, or a method.
	tool    *tool
	args    any
	unfit   error           // the arguments do not fit: for the model to repair
	refused *protocol.Error // there is nothing to run
	params  jsontext.Value
	carried *carried // what a request brings when it is sent again
	listen  *Listen  // of a listen with a handler

	tokenSpace [16]byte
	out        *[]byte // see room

	mu       sync.Mutex
	progress float64
	reported bool
	level    protocol.Level // modern: of this request; 0 asks for none
}

// ErrNoProgress reports that progress did not increase (S-PROG-2).
var ErrNoProgress = errors.New("server: progress must increase with every report, and be finite")

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

// Progress reports progress out of total (0: unknown), if the client asked for
// it; otherwise, and once the request is cancelled or answered, it does
// nothing. It blocks while too much waits to be written. An error means that
// progress did not increase; nothing was sent.
func (r *Request) Progress(progress, total float64, message string) error {
	if r.token == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reported && !(progress > r.progress) || math.IsInf(progress, 0) || math.IsNaN(progress) {
		return ErrNoProgress
	}
	r.progress, r.reported = progress, true
	b := serve.Buffer()
	*b = wire.AppendProgress((*b)[:0], r.token, progress, total, message)
	r.call.Emit(b)
	return nil
}

// Log sends a log message to the client: on modern if the request asks for this
// level or a lower one, on legacy from the level of logging/setLevel on. data
// is anything that encodes as JSON.
func (r *Request) Log(level protocol.Level, data any) error {
	if !r.logs(level) {
		return nil
	}
	raw, err := protocol.Marshal(data)
	if err != nil {
		return err
	}
	b := serve.Buffer()
	*b = wire.AppendLog((*b)[:0], level, "", raw)
	r.call.Emit(b)
	return nil
}

func (r *Request) logs(level protocol.Level) bool {
	if r.Era() == protocol.Legacy {
		return level >= r.app.legacyLevel()
	}
	return r.level != 0 && level >= r.level
}
