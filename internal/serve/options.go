package serve

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/eralock/eralock/machine"
)

// Options configure one connection. Zero values take the defaults.
type Options struct {
	Session  machine.ServerOptions
	Strategy Strategy

	MaxLineBytes int           // longest accepted line; default 4 MiB
	MaxQueued    int           // memory of what may wait to be written; default 16 MiB
	MaxBuffered  int           // distinct unsent events of a listen; default 256
	MaxDepth     int           // deepest accepted nesting; default 1,000
	DrainTimeout time.Duration // bound of the drain; default 1 s
	WriteStall   time.Duration // how long a full queue may stand still; default 30 s

	Log     *slog.Logger // default: silent
	Observe func(Event)  // see Event; may be nil
}

// Defaults of Options.
const (
	DefaultMaxQueued    = 16 << 20
	DefaultMaxBuffered  = 256
	DefaultDrainTimeout = time.Second
	DefaultWriteStall   = 30 * time.Second
)

// fill sets what is zero; the limits of a line have their defaults in wire.
func (o *Options) fill() {
	o.MaxQueued = cmp.Or(o.MaxQueued, DefaultMaxQueued)
	o.MaxBuffered = cmp.Or(o.MaxBuffered, DefaultMaxBuffered)
	o.DrainTimeout = cmp.Or(o.DrainTimeout, DefaultDrainTimeout)
	o.WriteStall = cmp.Or(o.WriteStall, DefaultWriteStall)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// Strategy says where handlers run.
type Strategy uint8

const (
	// Adaptive runs a handler on the goroutine that read its line, and moves the
	// reading role elsewhere when the handler waits or is slow.
	Adaptive Strategy = iota
	// Goroutines runs every handler on a goroutine of its own.
	Goroutines
	// InPlace runs every handler on the reading goroutine, to its end.
	InPlace
)

// EventKind is what an observer is told.
type EventKind uint8

const (
	Entered        EventKind = iota // a handler starts
	ContextEnded                    // its context is cancelled
	Returned                        // it has returned
	EraLocked                       // the connection has committed to an era
	IDReused                        // a request carried an id in flight (decisions A5)
	FaultyLine                      // a line that is no message was read
	WriteFailed                     // the output is gone
	DrainTruncated                  // the drain's bound was hit
)

// An Event is something that happened on a connection. ID is the raw token.
type Event struct {
	Kind   EventKind
	ID     string
	Method string
	Err    error
}
