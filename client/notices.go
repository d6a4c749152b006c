package client

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
)

// A Notification is what a server says unasked.
type Notification struct {
	Method string
	Params jsontext.Value // nil: none
}

// OnNotification is called with every notification of the server: log messages,
// progress, events, unknown ones. It may be given several times. The calls come in order, one at
// a time, on a goroutine of their own; while one runs the others wait. If too
// many do, new ones are dropped and counted (see [Client.Dropped]).
func OnNotification(f func(Notification)) Option {
	if f == nil {
		return nil
	}
	return func(c *config) error { c.notified = append(c.notified, f); return nil }
}

const (
	maxNotices     = 4096    // that wait
	maxNoticeBytes = 8 << 20 // of them together
)

// notices are the notifications that wait for the host. Client.mu guards them.
type notices struct {
	queue   []Notification
	size    int
	busy    bool // somebody hands them over
	dropped int
}

// Dropped counts the notifications that OnNotification was too slow for.
func (c *Client) Dropped() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.notices.dropped
}

// noticed queues a notification for the host. c.mu is held.
func (c *Client) noticed(f *wire.Frame) {
	if len(c.cfg.notified) == 0 {
		return
	}
	q := &c.notices
	n := Notification{Method: string(f.Method()), Params: bytes.Clone(f.Params())}
	if len(q.queue) >= maxNotices || q.size+len(n.Params) > maxNoticeBytes {
		q.dropped++
		return
	}
	q.queue = append(q.queue, n)
	q.size += len(n.Params)
	if !q.busy {
		q.busy = true
		go c.tell()
	}
}

// tell hands the notifications over until none is left.
func (c *Client) tell() {
	for {
		c.mu.Lock()
		q := &c.notices
		waiting := q.queue
		q.queue, q.size = nil, 0
		q.busy = len(waiting) > 0
		c.mu.Unlock()
		if len(waiting) == 0 {
			return
		}
		for _, n := range waiting {
			for _, f := range c.cfg.notified {
				f(n)
			}
		}
	}
}
