package server

import (
	"context"
	"runtime/debug"

	"github.com/eralock/eralock/internal/serve"
)

// A Change is something that clients can watch.
type Change struct{ occasion serve.Occasion }

// The changes of lists. Adding and removing a feature publishes them by itself.
func ToolsChanged() Change     { return Change{serve.Occasion{List: serve.ToolsChanged}} }
func PromptsChanged() Change   { return Change{serve.Occasion{List: serve.PromptsChanged}} }
func ResourcesChanged() Change { return Change{serve.Occasion{List: serve.ResourcesChanged}} }

// ResourceUpdated is the change of one resource. Whoever watches the URI, or a
// path above it, is told (decisions C7).
func ResourceUpdated(uri string) Change { return Change{serve.Occasion{URI: uri}} }

// Publish tells every connection of a change. It never waits for a client. The
// zero Change is none.
func (s *Server) Publish(ch Change) { s.publish(ch.occasion) }

// Publish tells this connection alone. The zero Change is none.
func (c *Conn) Publish(ch Change) { c.conn.Publish(ch.occasion) }

// Events plugs in a source of changes that happen elsewhere, such as a file
// watcher or a message bus. source runs while the server has a connection, on a
// goroutine of its own, and calls publish, which never waits, for what happens;
// ctx ends with the last connection. If it returns early or panics, that is
// logged, and the server goes on without it. WithListen is for a source that is
// to know who watches what.
func Events(source func(ctx context.Context, publish func(Change)) error) Option {
	if source == nil {
		return nil
	}
	return func(c *config) { c.events = append(c.events, source) }
}

// enter registers a connection; the first one starts the sources.
func (s *Server) enter(ctx context.Context, c *Conn) {
	s.access.Lock()
	defer s.access.Unlock()
	s.conns[c] = struct{}{}
	if len(s.conns) > 1 || len(s.cfg.events) == 0 {
		return
	}
	ctx, s.stopEvents = context.WithCancel(context.WithoutCancel(ctx))
	for _, source := range s.cfg.events {
		go s.runSource(ctx, source)
	}
}

// leave forgets a connection; the last one stops the sources.
func (s *Server) leave(c *Conn) {
	s.access.Lock()
	defer s.access.Unlock()
	delete(s.conns, c)
	if len(s.conns) == 0 && s.stopEvents != nil {
		s.stopEvents()
		s.stopEvents = nil
	}
}

func (s *Server) runSource(ctx context.Context, source func(context.Context, func(Change)) error) {
	defer func() {
		if p := recover(); p != nil {
			s.cfg.logger().Error("an event source panicked", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	if err := source(ctx, s.Publish); err != nil && ctx.Err() == nil {
		s.cfg.logger().Error("an event source failed", "error", err)
	}
}
