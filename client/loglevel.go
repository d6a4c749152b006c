package client

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// LogLevel asks every server for log messages of this level and above: modern
// ones with each request, legacy ones after the handshake, if they declare
// logging. Default: modern servers send none, legacy ones what they like.
func LogLevel(level protocol.Level) Option {
	return func(c *config) error {
		if _, err := level.MarshalText(); err != nil {
			return fmt.Errorf("%w: LogLevel: %w", ErrArgument, err)
		}
		c.logLevel = level
		return nil
	}
}

// OnLog is called with each log message, as [OnNotification] is.
func OnLog(f func(protocol.LogMessageParams)) Option {
	if f == nil {
		return nil
	}
	return OnNotification(func(n Notification) {
		var p protocol.LogMessageParams
		if n.Method == protocol.NotificationMessage && protocol.Unmarshal(n.Params, &p) == nil {
			f(p)
		}
	})
}

// SetLogLevel asks for log messages of this level and above from now on: by
// logging/setLevel on legacy, in the _meta of each further request on modern
// (rules B11). It starts the server if it has to.
func (c *Client) SetLogLevel(ctx context.Context, level protocol.Level, opts ...CallOption) error {
	if _, err := level.MarshalText(); err != nil {
		return fmt.Errorf("%w: %w", ErrArgument, err)
	}
	_, ctx, stop, err := c.configure(ctx, protocol.MethodSetLevel, opts)
	if err != nil {
		return err
	}
	defer stop()
	if err := c.Connect(ctx); err != nil {
		return err
	}
	c.mu.Lock()
	c.logLevel, _ = protocol.Marshal(level)
	lane := c.lane()
	c.mu.Unlock()
	if lane == machine.ModernLane {
		return nil
	}
	_, err = c.call(ctx, protocol.MethodSetLevel, protocol.SetLevelParams{Level: level}, opts)
	return err
}

// levelRecord is the logging/setLevel that a legacy server gets after the
// handshake, if it is to be told of a level; nobody waits for its answer.
func (c *Client) levelRecord() *record {
	if c.logLevel == nil || c.facts.capabilities.Logging == nil {
		return nil
	}
	return &record{kind: machine.KindCall, lanes: machine.OnLegacy, name: protocol.MethodSetLevel, timeout: c.cfg.requestTimeout,
		request: request{legacy: protocol.MethodSetLevel, body: append(append([]byte(`{"level":`), c.logLevel...), '}')},
		done:    make(chan struct{}, 1)}
}
