package client

import (
	"context"
	"errors"
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// probeRecord is the session's own server/discover.
func (c *Client) probeRecord() *record {
	return &record{kind: machine.KindProbe, name: protocol.MethodDiscover, timeout: c.cfg.discoverTimeout,
		request: request{modern: protocol.MethodDiscover}, done: make(chan struct{}, 1)}
}

// initializeRecord is the session's own initialize, exactly as a legacy client
// sends it (rules B4).
func (c *Client) initializeRecord() *record {
	b := wire.AppendQuote([]byte(`{"protocolVersion":`), c.cfg.legacy[0])
	b = append(append(b, `,"capabilities":`...), c.declared.legacy...)
	b = append(append(append(b, `,"clientInfo":`...), c.cfg.clientInfo...), '}')
	c.declared.roots = c.handlers.roots != nil
	return &record{kind: machine.KindInitialize, name: protocol.MethodInitialize, timeout: c.cfg.requestTimeout,
		request: request{legacy: protocol.MethodInitialize, body: b}, done: make(chan struct{}, 1)}
}

// queueOwn puts a request of the session's own in line for the pipe. What the
// provider gives it is the host's code, so it is not run here.
func (c *Client) queueOwn(r *record) {
	if c.cfg.provider == nil {
		r.meta, r.logLevel = c.cfg.meta.meta, c.cfg.meta.logLevel
		c.queue(r)
		return
	}
	l := c.link
	go func() {
		ctx, cancel := context.WithTimeoutCause(l.ctx, r.timeout, errors.New("no _meta in time"))
		defer cancel()
		dressed := r.request
		err := c.dress(ctx, &dressed, nil, nil)
		c.mu.Lock()
		defer c.unlock()
		switch {
		case c.link != l || l.dead || c.recordOf(r.ref) != r: // too late
		case err != nil:
			c.forget(r)
			c.step(machine.ClientInput{On: machine.ClientOnUnsent, Ref: r.ref}, event{err: fmt.Errorf("%s: %w", r.name, err)})
		default:
			r.request = dressed
			c.queue(r)
		}
	}()
}
