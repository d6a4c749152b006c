package server

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// Startup runs f beside a connection, from when it opens: for what takes its
// time, such as loading an index. server/discover, initialize and ping are
// answered meanwhile, from what is declared (decisions E15); what needs a
// handler waits for f, in order, and so do notifications for their handlers.
// Waiting requests can be cancelled, count as in flight, and are settled at the
// connection's end like others (decisions C3).
//
// If f fails or panics, the waiting requests are answered with -32603, the
// connection is closed, and Serve returns the error. ctx ends with the
// connection, which waits for f for at most the drain timeout.
//
// Features that f adds are announced as changes: a client that discovered
// before knows when to look again.
func Startup(f func(ctx context.Context) error) Option {
	return func(c *config) { c.startup = f }
}

// ErrStartup is what Serve returns when Startup's function failed, around its
// error.
var ErrStartup = errors.New("server: the start-up failed")

// startUp runs the start-up code, which may also end its goroutine.
func (c *Conn) startUp() {
	defer close(c.started)
	err := errExited
	defer func() { c.startedUp(err) }()
	err = c.runStartup()
}

var errExited = errors.New("its goroutine was ended")

// startedUp lets the waiting requests go, or refuses them.
func (c *Conn) startedUp(err error) {
	if err == nil {
		close(c.ready)
		c.conn.Opened(nil)
		c.app.releaseNotices()
		return
	}
	if c.life.Err() == nil { // what fails because the connection has ended is no failure
		c.startErr = fmt.Errorf("%w: %w", ErrStartup, err)
		c.app.srv.cfg.logger().Error("the start-up failed", "error", err)
	}
	c.unready = true
	close(c.ready)
	c.conn.Opened(refuseUnstarted)
	c.conn.Close()
}

func (c *Conn) runStartup() (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.app.srv.cfg.logger().Error("the start-up panicked", "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return c.app.srv.cfg.startup(c.life)
}

var errUnstarted = &protocol.Error{Code: protocol.CodeInternalError, Message: "The server could not start"}

// refuseUnstarted settles a request whose server never got ready.
func refuseUnstarted(call *serve.Call) {
	b := serve.Buffer()
	*b = wire.AppendRefusal((*b)[:0], call.ID, *errUnstarted)
	call.Fail(b)
}

// awaitStartup waits for the start-up code of a connection that has ended, and
// says how it went.
func (c *Conn) awaitStartup() error {
	if c.started == nil {
		return nil
	}
	patience := c.app.srv.cfg.conn.DrainTimeout
	if patience <= 0 {
		patience = serve.DefaultDrainTimeout
	}
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case <-c.started:
		return c.startErr
	case <-t.C:
		c.app.srv.cfg.logger().Error("the start-up outlives its connection")
		return nil
	}
}
