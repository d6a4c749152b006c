package server

import "github.com/eralock/eralock/internal/serve"

// Event is something that happened on a connection. Its fields are Kind, one of
// the kinds such as [Cancelled]; ID, the raw id token of the request, "" if there is none;
// Method, its method; and Err, what went wrong, if anything did.
type Event = serve.Event

// The kinds of Event.
const (
	Entered        = serve.Entered        // a handler starts
	Cancelled      = serve.ContextEnded   // its context has ended
	Returned       = serve.Returned       // it has returned
	Locked         = serve.EraLocked      // the connection has committed to an era
	IDReused       = serve.IDReused       // a request carried an id in flight (decisions A5)
	FaultyLine     = serve.FaultyLine     // a line that is no message was read
	WriteFailed    = serve.WriteFailed    // the output is gone
	DrainTruncated = serve.DrainTruncated // the drain took longer than its bound
)

// Observe tells f what happens on every connection, in order for one request,
// from whatever goroutine it happens on. A panic in f is contained.
func Observe(f func(Event)) Option { return func(c *config) { c.observe = f } }
