package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

// An Option configures a Server. One that is given a value that it cannot have
// panics, with its name and the value, before the Server is made: a number or a
// duration must be positive, where the option does not say what zero means. Of
// an option that is given twice the last counts, where it does not say
// otherwise. A nil Option is ignored, and a nil function is none.
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

// WithoutListen leaves subscriptions/listen out, and with it every listChanged
// and subscribe capability: what is declared can be had (rules A2).
func WithoutListen() Option { return func(c *config) { c.noListen = true } }

// WithFixedPrompts declares that the list of prompts does not change:
// prompts.listChanged is not declared, and no change is announced.
func WithFixedPrompts() Option { return func(c *config) { c.fixedPrompts = true } }

// WithoutServerInfo leaves serverInfo out of the _meta of modern results.
func WithoutServerInfo() Option { return func(c *config) { c.noServerInfo = true } }

// WithPageSize bounds the entries of one page of a list; default 0, one page.
func WithPageSize(n int) Option {
	notNegative("WithPageSize", n)
	return func(c *config) { c.pageSize = n }
}

// WithCacheHints sets how long a modern client may keep a list, and who may
// share it; default 0 (stale at once) and protocol.CachePrivate, which a scope
// of "" is too. It panics for any other scope than those of package protocol.
func WithCacheHints(ttl time.Duration, scope protocol.CacheScope) Option {
	notNegative("WithCacheHints", ttl)
	switch scope {
	case protocol.CachePublic, protocol.CachePrivate:
	case "":
		scope = protocol.CachePrivate
	default:
		panic(fmt.Sprintf("server: WithCacheHints: there is no scope %.40q", scope))
	}
	return func(c *config) { c.ttl, c.scope = ttl, scope }
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
func WithStrategy(s Strategy) Option {
	if s > InPlace {
		panic(fmt.Sprintf("server: WithStrategy: there is no strategy %d", s))
	}
	return func(c *config) { c.conn.Strategy = s }
}
