package client

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// Notify sends a notification, the protocol's or the server's own, and starts
// the server if it has to. It returns when the notification waits for the pipe;
// Close still writes it. One that the server's era does not have is dropped
// (rules B11). params encodes as a JSON object, or is nil; a notification has no
// envelope (decisions K18).
//
// The handshake and cancels are the client's own business: notifications/initialized
// is never sent for a caller, notifications/cancelled is ErrArgument.
func (c *Client) Notify(ctx context.Context, method string, params any) error {
	m, known := protocol.MethodByName(method)
	if method == "" || method == protocol.NotificationCancelled || known && m.Kind != protocol.KindNotification {
		return fmt.Errorf("%w: %q is not for Notify", ErrArgument, method)
	}
	body, own, err := splitParams(method, params)
	if err != nil {
		return err
	}
	var r request
	if err := r.addMeta(own); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	if r.meta != nil {
		b := append([]byte{'{'}, members(body)...)
		b = append(comma(b), `"_meta":`...)
		body = append(append(b, r.meta...), '}')
	}
	frame := wire.AppendNotification(nil, method, body)
	if err := c.Connect(ctx); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	c.mu.Lock()
	defer c.unlock()
	lane, _, ok := c.session.Era()
	era := protocol.Legacy
	if lane == machine.ModernLane {
		era = protocol.Modern
	}
	switch {
	case method == protocol.NotificationInitialized, known && !m.In(era).Has(protocol.ToServer):
		return nil
	case !ok || c.link == nil || c.link.dead:
		return fmt.Errorf("%s: %w", method, c.whyLost())
	}
	c.link.enqueue(frame)
	return nil
}
