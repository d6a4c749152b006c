package client

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/protocol"
)

// A CallOption configures one call.
type CallOption func(*callConfig) error

type callConfig struct {
	timeout    time.Duration
	onProgress func(protocol.ProgressParams)
	meta       protocol.Meta
}

func newCallConfig(cfg *config, opts []CallOption) (callConfig, error) {
	call := callConfig{timeout: cfg.requestTimeout}
	for _, opt := range opts {
		if err := opt(&call); err != nil {
			return call, err
		}
	}
	return call, nil
}

// OnProgress asks the server for progress and is called with it, on the
// goroutine that made the call, before the call returns. While it runs further
// progress waits; if much of it does, only the last is kept.
func OnProgress(f func(protocol.ProgressParams)) CallOption {
	return func(c *callConfig) error { c.onProgress = f; return nil }
}

// Timeout replaces the request timeout for one call.
func Timeout(d time.Duration) CallOption {
	return func(c *callConfig) error {
		if d <= 0 {
			return fmt.Errorf("%w: Timeout must be positive, not %v", ErrArgument, d)
		}
		c.timeout = d
		return nil
	}
}

// Meta adds members to the request's _meta, such as traceparent. The protocol's
// own keys are left out, but for io.modelcontextprotocol/logLevel on modern
// (rules B8, decisions K18). A progressToken counts unless the call has
// OnProgress.
func Meta(meta protocol.Meta) CallOption {
	return func(c *callConfig) error { c.meta = c.meta.Merge(meta); return nil }
}
