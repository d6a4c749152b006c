package server

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

// A ListenHandler serves one subscriptions/listen: it acknowledges, publishes
// what it has for this listen alone, and returns when it is over. What the
// server publishes goes to the listen too.
//
// ctx ends when the client cancels the listen, when the server closes it, and
// with the connection. Returning nil, or anything once the listen is being
// closed, ends it with its result, and acknowledges it first if that was not
// done; an error answers it with that error, as for a custom method. Before the
// acknowledgement an error commits the connection to nothing (rules A8).
type ListenHandler func(ctx context.Context, req *Request, l *Listen) error

// WithListen gives every listen a handler of its own, on a goroutine of its own:
// for events whose source is to know who watches what. By default listens are
// acknowledged at once and need no goroutine.
//
// A handler that ignores its context holds its subscription slot no longer than
// the listen, but delays the connection's end by up to the drain timeout.
func WithListen(h ListenHandler) Option { return func(c *config) { c.listen = h } }

// A Listen is one subscriptions/listen under a ListenHandler. Its methods are
// safe for concurrent use.
type Listen struct {
	app   *app
	call  *serve.Call
	asked serve.Grant // narrowed to what is declared
	once  sync.Once
}

// Filter is what the client asked for, as far as the server has declared it.
func (l *Listen) Filter() protocol.Filter { return filterOf(l.asked) }

// Acknowledge opens the listen and says what of Filter it will be told; what f
// has beyond that is left out. Only the first call counts.
func (l *Listen) Acknowledge(f protocol.Filter) {
	l.once.Do(func() {
		g := serve.Grant{Lists: changesOf(f) & l.asked.Lists}
		for _, uri := range f.ResourceSubscriptions {
			if slices.Contains(l.asked.URIs, uri) {
				g.URIs = append(g.URIs, uri)
			}
		}
		l.call.Acknowledge(g)
	})
}

// Publish tells this listen of a change, if it was granted. Changes that are
// equal are sent once while they wait (decisions C6); a listen that cannot keep
// up is ended (decisions C4). The zero Change is none. It reports whether the
// listen is open.
func (l *Listen) Publish(ch Change) bool { return l.call.Tell(ch.occasion) }

func changesOf(f protocol.Filter) (all serve.Change) {
	if f.ToolsListChanged {
		all |= serve.ToolsChanged
	}
	if f.PromptsListChanged {
		all |= serve.PromptsChanged
	}
	if f.ResourcesListChanged {
		all |= serve.ResourcesChanged
	}
	return all
}

func filterOf(g serve.Grant) protocol.Filter {
	return protocol.Filter{
		ToolsListChanged:      g.Lists&serve.ToolsChanged != 0,
		PromptsListChanged:    g.Lists&serve.PromptsChanged != 0,
		ResourcesListChanged:  g.Lists&serve.ResourcesChanged != 0,
		ResourceSubscriptions: g.URIs,
	}
}

// runListen runs the handler of a listen and settles it.
func (a *app) runListen(r *Request) {
	err := a.handleListen(r)
	if err == nil {
		r.listen.Acknowledge(r.listen.Filter())
	}
	r.call.Leave()
	if err != nil {
		a.fail(r, a.mapped(r, err))
		return
	}
	a.finish(r, a.FinishListen(r.room(), r.call.ID))
}

func (a *app) handleListen(r *Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			a.srv.cfg.logger().Error("a listen's handler panicked", "panic", p, "stack", string(debug.Stack()))
			err = protocol.InternalError()
		}
	}()
	if ready := a.self.ready; ready != nil {
		select {
		case <-ready:
		case <-r.call.Done():
			return r.call.Err()
		}
		if a.self.unready {
			return errUnstarted
		}
	}
	return a.srv.cfg.listen(r.call, r, r.listen)
}
