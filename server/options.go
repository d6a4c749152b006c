package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// An Option configures a Server.
type Option func(*config)

type config struct {
	conn           serve.Options
	instructions   string
	modern, legacy []string
	noListen       bool
	fixedPrompts   bool
	noServerInfo   bool
	noLegacyNeed   bool
	askTimeout     time.Duration
	plainState     bool
	stateTTL       time.Duration
	stateKeys      [][]byte
	pageSize       int
	ttl            time.Duration
	scope          protocol.CacheScope
	complete       CompletionHandler
	reader         ResourceHandler
	log            *slog.Logger
	observe        func(Event)
	middleware     []func(Handler) Handler
	startup        func(context.Context) error
	listen         ListenHandler
	events         []func(context.Context, func(Change)) error
	handshake      func(protocol.InitializeParams) error
	extensions     map[string]jsontext.Value
	experimental   map[string]jsontext.Value
}

// WithInstructions tells the model how to use the server.
func WithInstructions(text string) Option { return func(c *config) { c.instructions = text } }

// WithLogger sets where diagnostics go; by default they are dropped. Never log
// to the protocol's own stdout.
func WithLogger(l *slog.Logger) Option { return func(c *config) { c.log = l } }

func (c *config) logger() *slog.Logger {
	if c.log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.log
}

// WithPolicy sets when a connection commits to an era (decisions E1); the
// default is model.FirstFrame.
func WithPolicy(p model.Policy) Option { return func(c *config) { c.conn.Session.Policy = p } }

// WithDiscoverGrace lets a valid initialize take over a connection on which
// nothing modern but server/discover was answered (decisions E14), for hosts
// that probe with a short timeout and then initialize in place. Default: off.
func WithDiscoverGrace() Option { return func(c *config) { c.conn.Session.DiscoverGrace = true } }

// WithSilentLegacyCancel leaves a cancelled legacy request without an answer.
// By default it is answered with code 0 "Request cancelled", as released
// servers do; some hosts drop servers that answer (decisions C2).
func WithSilentLegacyCancel() Option {
	return func(c *config) { c.conn.Session.SilentLegacyCancel = true }
}

// WithSilentFaults never answers a line that has no readable id. By default it
// is answered with an error without an id; some hosts close on such a frame
// (decisions A2).
func WithSilentFaults() Option { return func(c *config) { c.conn.Session.SilentFaults = true } }

// WithModernVersions sets the modern versions that are served, newest first;
// the default is protocol.ModernVersions.
func WithModernVersions(versions ...string) Option {
	return func(c *config) { c.modern = versions }
}

// WithLegacyVersions sets the legacy versions that are served, newest first;
// the default is protocol.LegacyVersions. The first is offered to a client
// that asks for any other (decisions E11). With none initialize is refused with
// -32022, which names the modern versions (S-ERA-5, S-ERA-6).
func WithLegacyVersions(versions ...string) Option {
	return func(c *config) { c.legacy = versions }
}

// WithoutListen leaves subscriptions/listen out, and with it every listChanged
// and subscribe capability: what is declared can be had (rules A2).
func WithoutListen() Option { return func(c *config) { c.noListen = true } }

// WithFixedPrompts declares that the list of prompts does not change:
// prompts.listChanged is not declared, and no change is announced.
func WithFixedPrompts() Option { return func(c *config) { c.fixedPrompts = true } }

// WithoutServerInfo leaves serverInfo out of the _meta of modern results.
func WithoutServerInfo() Option { return func(c *config) { c.noServerInfo = true } }

// WithMaxLineBytes bounds an input line; default 4 MiB. A longer one is
// answered with -32600 and skipped (decisions C8).
func WithMaxLineBytes(n int) Option { return func(c *config) { c.conn.MaxLineBytes = n } }

// WithMaxInFlight bounds the requests in flight on one connection; default
// 65,536. A request beyond it is answered with -32603 (decisions C10).
func WithMaxInFlight(n int) Option { return func(c *config) { c.conn.Session.MaxInFlight = n } }

// WithMaxQueued bounds the memory of what waits to be written, in bytes; default
// 16 MiB. A frame counts with its buffer and 256 bytes for what goes with it.
// Beyond the bound, handlers that send and the reader wait (decisions C10). As many
// bytes may wait in batches of 2025-03-26; an answer beyond them is -32603 instead.
func WithMaxQueued(n int) Option { return func(c *config) { c.conn.MaxQueued = n } }

// WithWriteStall bounds how long a full queue may stand still before the
// connection ends; default 30 s.
func WithWriteStall(d time.Duration) Option { return func(c *config) { c.conn.WriteStall = d } }

// WithMaxSubscriptions bounds the open listens of one connection: default 100,
// 0 for none. A listen beyond it is answered with -32603.
func WithMaxSubscriptions(n int) Option {
	return func(c *config) {
		c.conn.Session.MaxListens = n
		if n == 0 {
			c.conn.Session.MaxListens = -1
		}
	}
}

// WithMaxBufferedEvents bounds the distinct unsent events of one listen; default
// 256. A listen that exceeds it cannot keep up and is ended with
// notifications/cancelled (decisions C4).
func WithMaxBufferedEvents(n int) Option { return func(c *config) { c.conn.MaxBuffered = n } }

// WithDrainTimeout bounds how long the end of a connection waits for the
// requests in flight; default 1 s (decisions C3).
func WithDrainTimeout(d time.Duration) Option { return func(c *config) { c.conn.DrainTimeout = d } }

// WithPageSize bounds the entries of one page of a list; default 0, one page.
func WithPageSize(n int) Option { return func(c *config) { c.pageSize = n } }

// WithCacheHints sets how long a modern client may keep a list, and who may
// share it; default 0 (stale at once) and protocol.CachePrivate.
func WithCacheHints(ttl time.Duration, scope protocol.CacheScope) Option {
	return func(c *config) { c.ttl, c.scope = max(ttl, 0), scope }
}

// Strategy says where handlers run.
type Strategy = serve.Strategy

// The strategies. Adaptive, the default, runs a handler on the goroutine that
// read its request and moves reading elsewhere as soon as the handler waits or
// is slow. Goroutines gives every handler its own. InPlace runs one handler
// after the other, but for one that waits for what it asked the client; a
// handler that waits for another request never returns.
const (
	Adaptive   = serve.Adaptive
	Goroutines = serve.Goroutines
	InPlace    = serve.InPlace
)

// WithStrategy sets where handlers run; the default is Adaptive.
func WithStrategy(s Strategy) Option { return func(c *config) { c.conn.Strategy = s } }

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

// PolicyOption is WithPolicy by the policy's name, such as "first-frame"; ok is
// false for a name that no policy has.
func PolicyOption(name string) (o Option, ok bool) {
	p, ok := model.ParsePolicy(name)
	if !ok {
		return nil, false
	}
	return WithPolicy(p), true
}
