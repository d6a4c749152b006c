package driver

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// subscribed makes the calls that have to do with subscriptions.
func (d *driver) subscribed(ctx context.Context, c call, opts []client.CallOption) (any, error) {
	if c.Call == "listen" {
		return d.listen(ctx, c, opts)
	}
	d.mu.Lock()
	sub := d.subs[c.Sub]
	d.mu.Unlock()
	if sub == nil {
		return nil, fmt.Errorf("%w: no subscription %q", client.ErrArgument, c.Sub)
	}
	switch c.Call {
	case "close_listen":
		return nothing(sub.Close())
	case "sub_state":
		return map[string]any{"state": state(sub), "honored": sub.Filter()}, nil
	case "next_event":
		ctx, cancel := context.WithTimeout(ctx, ms(c.TimeoutMs, 1))
		defer cancel()
		return next(ctx, sub)
	}
	ctx, cancel := context.WithTimeout(ctx, ms(c.TimeoutMs, 1))
	defer cancel()
	return drain(ctx, sub)
}

func (d *driver) listen(ctx context.Context, c call, opts []client.CallOption) (any, error) {
	filter, err := readFilter(c.Filter)
	if err != nil {
		return nil, err
	}
	sub, err := d.c.Listen(ctx, filter, opts...)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.subs[c.As] = sub
	d.mu.Unlock()
	return map[string]any{"honored": sub.Filter(), "state": state(sub)}, nil
}

// readFilter refuses what is no member of a filter.
func readFilter(raw jsontext.Value) (protocol.Filter, error) {
	filter, err := protocol.ParseFilter(raw)
	if err != nil {
		return filter, fmt.Errorf("%w: %w", client.ErrArgument, err)
	}
	for key := range protocol.Meta(raw).All() {
		switch key {
		case "toolsListChanged", "promptsListChanged", "resourcesListChanged", "resourceSubscriptions":
		default:
			return filter, fmt.Errorf("%w: a filter has no member %q", client.ErrArgument, key)
		}
	}
	return filter, nil
}

// state is a subscription in the words of the cases. A remote cancel is a loss
// there.
func state(sub *client.Subscription) string {
	switch end := sub.End(); end {
	case client.Open:
		if sub.Reopening() {
			return "reconnecting"
		}
		return "active"
	case client.EndedRemote:
		return client.EndedLost.String()
	default:
		return end.String()
	}
}

// An ending is the end of a subscription, or what came before it.
type ending struct {
	Events *int     `json:"events,omitzero"`
	End    string   `json:"end"`
	Error  *problem `json:"error,omitzero"`
}

func endOf(sub *client.Subscription) ending {
	e := ending{End: state(sub)}
	if err := sub.Err(); err != nil {
		e.Error = describe(err)
	}
	return e
}

func next(ctx context.Context, sub *client.Subscription) (any, error) {
	event, err := sub.Next(ctx)
	switch {
	case errors.Is(err, client.ErrEnded):
		return endOf(sub), nil
	case err != nil:
		return nil, fmt.Errorf("%w: no event: %w", client.ErrTimeout, err)
	}
	answer := map[string]any{"method": event.Method}
	if event.URI != "" {
		answer["uri"] = event.URI
	}
	return answer, nil
}

func drain(ctx context.Context, sub *client.Subscription) (any, error) {
	for n := 0; ; n++ {
		switch _, err := sub.Next(ctx); {
		case errors.Is(err, client.ErrEnded):
			e := endOf(sub)
			e.Events = &n
			return e, nil
		case err != nil:
			return nil, fmt.Errorf("%w: no end after %d events: %w", client.ErrTimeout, n, err)
		}
	}
}
