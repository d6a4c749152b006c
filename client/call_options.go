package client

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/eralock/eralock/protocol"
)

// A CallOption configures one call. One that cannot be used makes the call fail
// with ErrArgument, unsent: a duration must be positive. A nil CallOption is
// ignored.
type CallOption func(*callConfig) error

type callConfig struct {
	timeout    time.Duration
	total      time.Duration // 0: none
	resets     bool
	onProgress func(protocol.ProgressParams)
	meta       protocol.Meta
}

func newCallConfig(cfg *config, opts []CallOption) (callConfig, error) {
	call := callConfig{timeout: cfg.requestTimeout, total: cfg.totalTimeout}
	if len(opts) == 0 { // and nothing escapes
		return call, nil
	}
	return call.with(opts)
}

func (call callConfig) with(opts []CallOption) (callConfig, error) {
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt(&call); err != nil {
			return call, err
		}
	}
	if call.resets && call.total == 0 { // C-TIME-5
		call.total = maxResets * min(call.timeout, math.MaxInt64/maxResets)
	}
	return call, nil
}

// maxResets times the time limit is the hard maximum of a call whose progress
// puts the limit off, unless it is given one.
const maxResets = 10

// OnProgress asks the server for progress and is called with it, on the
// goroutine that made the call, before the call returns. While it runs further
// progress waits; if much of it does, only the last is kept.
func OnProgress(f func(protocol.ProgressParams)) CallOption {
	return func(c *callConfig) error { c.onProgress = f; return nil }
}

// ResetOnProgress asks the server for progress, too, and lets each of it begin
// the time limit of the request anew. The call ends after MaxTimeout all the
// same; default for that is then ten time limits (C-TIME-4, C-TIME-5).
func ResetOnProgress() CallOption {
	return func(c *callConfig) error { c.resets = true; return nil }
}

// Timeout replaces the request timeout for one call: the limit of each of its
// requests.
func Timeout(d time.Duration) CallOption {
	return func(c *callConfig) error { c.timeout = d; return positive("Timeout", d) }
}

// MaxTimeout replaces [TotalTimeout] for one call.
func MaxTimeout(d time.Duration) CallOption {
	return func(c *callConfig) error { c.total = d; return positive("MaxTimeout", d) }
}

// Meta adds members to the request's _meta, such as traceparent. The protocol's
// own keys are left out, but for io.modelcontextprotocol/logLevel on modern
// (rules B8, decisions K18). A progressToken counts unless the call has
// OnProgress or ResetOnProgress.
func Meta(meta protocol.Meta) CallOption {
	return func(c *callConfig) error {
		line, err := written(meta)
		if err == nil {
			c.meta = c.meta.Merge(line)
		}
		return err
	}
}

// An overtime is the cause of a context whose call has taken too long in all.
type overtime time.Duration

func (o overtime) Error() string { return fmt.Sprintf("%v in all", time.Duration(o)) }

// limit bounds the call with all that it does.
func (c callConfig) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.total == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, c.total, overtime(c.total))
}
