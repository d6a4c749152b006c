package client

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// Ping asks whether the server is there: by ping on legacy, by server/discover
// on modern, which has no ping (rules B11).
func (c *Client) Ping(ctx context.Context, opts ...CallOption) error {
	call, ctx, stop, err := c.configure(ctx, protocol.MethodPing, opts)
	if err != nil {
		return err
	}
	defer stop()
	r, err := c.newRecord(ctx, machine.KindPing, protocol.MethodPing, nil, call)
	if err != nil {
		return err
	}
	r.modern, r.lanes = protocol.MethodDiscover, 0
	if err := c.do(ctx, r); err != nil {
		return err
	}
	return r.checkDiscover()
}

// Discover asks a modern server again what it is, and returns its answer, which
// the client has taken over too (rules B15). On legacy it fails with
// ErrWrongEra.
func (c *Client) Discover(ctx context.Context, opts ...CallOption) (*protocol.DiscoverResult, error) {
	call, ctx, stop, err := c.configure(ctx, protocol.MethodDiscover, opts)
	if err != nil {
		return nil, err
	}
	defer stop()
	r, err := c.newRecord(ctx, machine.KindDiscover, protocol.MethodDiscover, nil, call)
	if err != nil {
		return nil, err
	}
	if err := c.do(ctx, r); err != nil {
		return nil, err
	}
	if err := r.checkDiscover(); err != nil {
		return nil, err
	}
	return r.probe.Discover, nil
}

// checkDiscover refuses an answer that was no usable DiscoverResult; nothing of
// it was taken over.
func (r *record) checkDiscover() error {
	switch {
	case r.probe == nil || r.probe.Verdict == wire.ProbeUsable:
		return nil
	case r.probe.Err != nil:
		return fmt.Errorf("%s: %w: %w", r.name, ErrInvalidResult, r.probe.Err)
	}
	return fmt.Errorf("%s: %w: it has no supportedVersions", r.name, ErrInvalidResult)
}
