package server

import (
	"bytes"
	"context"
	"runtime/debug"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
)

// Bounds of the notifications of one connection that wait for their handlers.
// What comes beyond them is dropped, and logged once until the handlers have
// caught up: a client that floods a server must not fill its memory.
const (
	MaxQueuedNotifications     = 1024
	MaxQueuedNotificationBytes = 1 << 20
)

// HandleNotification has h told of a notification of the client's, such as
// notifications/roots/list_changed or one of an extension. Those of one
// connection come one after the other, in order, beside its requests; h may take
// its time. A notification is never answered, and is dropped before the
// connection has committed to an era (ladder 32), when its params do not decode,
// and when too many wait. A panic in h is contained and logged.
//
// ctx ends with the connection. notifications/cancelled is not for handlers:
// it ends the context of its request.
func HandleNotification[In any](s *Server, name string, h func(ctx context.Context, c *Conn, params In)) {
	s.access.Lock()
	defer s.access.Unlock()
	notices := make(map[string]noticeHandler, len(s.notices)+1)
	for k, v := range s.notices {
		notices[k] = v
	}
	notices[name] = func(ctx context.Context, c *Conn, params jsontext.Value) error {
		in, err := decodeParams[In](params)
		if err == nil {
			h(ctx, c, in)
		}
		return err
	}
	s.notices = notices
}

type noticeHandler func(ctx context.Context, c *Conn, params jsontext.Value) error

// notice is one notification that waits for its handler.
type notice struct {
	method  string
	params  jsontext.Value
	handler noticeHandler
}

// notices is the queue of one connection. Its goroutine lives while there is
// something to do.
type notices struct {
	mu      sync.Mutex
	queue   []notice
	bytes   int
	running bool
	held    bool // until the start-up is done
	dropped int
}

// Notified queues a notification for its handler, on the reading goroutine.
func (a *app) Notified(f *wire.Frame) {
	a.srv.access.RLock()
	h := a.srv.notices[string(f.Method())]
	a.srv.access.RUnlock()
	if h == nil {
		return
	}
	n := notice{method: string(f.Method()), params: bytes.Clone(f.Params()), handler: h}
	q := &a.notices
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) >= MaxQueuedNotifications || q.bytes+len(n.params) > MaxQueuedNotificationBytes {
		if q.dropped++; q.dropped == 1 {
			a.srv.cfg.logger().Warn("notifications are dropped: their handlers cannot keep up", "method", n.method)
		}
		return
	}
	q.queue = append(q.queue, n)
	q.bytes += len(n.params)
	a.runNotices()
}

// runNotices starts the queue's goroutine if it is needed; q.mu is held.
func (a *app) runNotices() {
	q := &a.notices
	if !q.running && !q.held && len(q.queue) > 0 {
		q.running = true
		go a.deliver()
	}
}

// releaseNotices lets the queue go, once the start-up is done.
func (a *app) releaseNotices() {
	a.notices.mu.Lock()
	defer a.notices.mu.Unlock()
	a.notices.held = false
	a.runNotices()
}

func (a *app) deliver() {
	q := &a.notices
	for {
		q.mu.Lock()
		if len(q.queue) == 0 || a.self.life.Err() != nil {
			q.queue, q.bytes, q.running, q.dropped = nil, 0, false, 0
			q.mu.Unlock()
			return
		}
		n := q.queue[0]
		q.queue = q.queue[1:]
		q.bytes -= len(n.params)
		q.mu.Unlock()
		a.tell(n)
	}
}

func (a *app) tell(n notice) {
	returned := false
	defer func() {
		switch p := recover(); {
		case p != nil:
			a.srv.cfg.logger().Error("a notification handler panicked", "method", n.method, "panic", p, "stack", string(debug.Stack()))
		case !returned: // runtime.Goexit: this goroutine is lost
			a.srv.cfg.logger().Error("a notification handler ended its goroutine", "method", n.method)
			go a.deliver()
		}
	}()
	err := n.handler(a.self.life, a.self, n.params)
	returned = true
	if err != nil {
		a.srv.cfg.logger().Warn("a notification was dropped: its params do not decode", "method", n.method, "error", err)
	}
}
