package client

import (
	"context"
	"fmt"
	"slices"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// SubscribeResource asks to be told of changes of a resource, in either era:
// by resources/subscribe on legacy, by a listen of its own on modern (rules
// B11). The changes come to [OnNotification], as
// notifications/resources/updated. Subscribing again changes nothing. On modern
// the subscription survives a restart of the server, on legacy it does not. It
// fails with ErrCapability if the server does not offer subscriptions.
func (c *Client) SubscribeResource(ctx context.Context, uri string, opts ...CallOption) error {
	if err := c.require(ctx, protocol.MethodResourcesSubscribe, protocol.CapResourcesSubscribe, opts); err != nil {
		return err
	}
	if c.Era() == protocol.Legacy {
		_, err := c.call(ctx, protocol.MethodResourcesSubscribe, protocol.SubscribeParams{URI: uri}, opts)
		return err
	}
	c.mu.Lock()
	old := c.watches[uri]
	c.mu.Unlock()
	if old != nil && old.End() == Open {
		return nil
	}
	sub, err := c.listen(ctx, protocol.Filter{ResourceSubscriptions: []string{uri}}, opts, true)
	if err != nil {
		return err
	}
	if !slices.Contains(sub.Filter().ResourceSubscriptions, uri) { // C-SUB-2
		sub.Close()
		return fmt.Errorf("%s: %w: the server does not grant %s", protocol.MethodListen, ErrCapability, uri)
	}
	c.mu.Lock()
	if c.watches == nil {
		c.watches = map[string]*Subscription{}
	}
	if now := c.watches[uri]; now == nil || now.how != Open {
		c.watches[uri], sub = sub, nil
	}
	c.mu.Unlock()
	if sub != nil { // somebody else was faster
		return sub.Close()
	}
	return nil
}

// UnsubscribeResource takes a SubscribeResource back. On modern one that was
// never made is no error.
func (c *Client) UnsubscribeResource(ctx context.Context, uri string, opts ...CallOption) error {
	_, ctx, stop, err := c.configure(ctx, protocol.MethodResourcesUnsubscribe, opts)
	if err != nil {
		return err
	}
	defer stop()
	if err := c.Connect(ctx); err != nil {
		return fmt.Errorf("%s: %w", protocol.MethodResourcesUnsubscribe, err)
	}
	c.mu.Lock()
	sub := c.watches[uri]
	delete(c.watches, uri)
	lane := c.lane()
	c.mu.Unlock()
	if sub != nil {
		sub.Close()
	}
	if lane == machine.ModernLane {
		return nil
	}
	_, err = c.call(ctx, protocol.MethodResourcesUnsubscribe, protocol.SubscribeParams{URI: uri}, opts)
	return err
}
