package client

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/protocol"
)

// A Provider makes the _meta members of one request: a trace context, say. It is
// called once for every request, server/discover and initialize included, and
// again for each further round of a call. It may be called concurrently. What
// is no JSON object counts as none; after an error, or a panic, the request
// fails with ErrProvider, unsent.
type Provider func(ctx context.Context) (protocol.Meta, error)

// RequestMeta is merged into the _meta of every request. The protocol's own keys
// are left out as with [Meta]; members of a call win (rules B8 and B9).
func RequestMeta(meta protocol.Meta) Option {
	return func(c *config) error { return c.meta.addMeta(meta) }
}

// RequestMetaFunc is a [RequestMeta] that is made anew for every request, and
// wins over it.
func RequestMetaFunc(f Provider) Option {
	return func(c *config) error { c.provider = f; return nil }
}

// addMeta merges the members of meta that a host may set into the request's.
func (r *request) addMeta(meta protocol.Meta) error {
	meta, err := written(meta)
	if err != nil || meta == nil {
		return err
	}
	if level, ok := meta.Get(protocol.KeyLogLevel); ok { // decisions K18
		var l protocol.Level
		if protocol.Unmarshal(level, &l) != nil || l == 0 { // C-META-11
			return fmt.Errorf("%w: %s must be one of the eight levels, not %.40s", ErrArgument, protocol.KeyLogLevel, level)
		}
		r.logLevel = level
	}
	r.meta = r.meta.Merge(meta.Without(protocol.IsProtocolKey))
	return nil
}

// written is meta on one line, nil if there is none.
func written(meta protocol.Meta) (protocol.Meta, error) {
	if len(meta) == 0 || string(meta) == "null" {
		return nil, nil
	}
	line, err := protocol.Marshal(meta)
	if err != nil {
		return nil, fmt.Errorf("%w: _meta must be a JSON object, not %.40s", ErrArgument, meta)
	}
	return line, nil
}

// dress gives the request its _meta: the client's, the provider's, its own and
// the call's, each of which wins over the ones before.
func (c *Client) dress(ctx context.Context, r *request, own, call protocol.Meta) error {
	r.meta, r.logLevel = c.cfg.meta.meta, c.cfg.meta.logLevel
	if c.cfg.provider != nil {
		made, err := provide(ctx, c.cfg.provider)
		if err != nil {
			return err
		}
		if isObject(made) {
			if err := r.addMeta(made); err != nil {
				return fmt.Errorf("%w: %w", ErrProvider, err)
			}
		}
	}
	if err := r.addMeta(own); err != nil {
		return err
	}
	if err := r.addMeta(call); err != nil {
		return err
	}
	if r.wantsProgress && r.meta != nil {
		r.meta = r.meta.Without(func(key string) bool { return key == protocol.KeyProgressToken })
	}
	return nil
}

func provide(ctx context.Context, f Provider) (meta protocol.Meta, err error) {
	defer func() {
		if p := recover(); p != nil {
			meta, err = nil, fmt.Errorf("%w: it panicked: %v", ErrProvider, p)
		}
	}()
	if meta, err = f(ctx); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProvider, err)
	}
	return meta, nil
}
