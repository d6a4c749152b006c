package client

import (
	"context"
	"fmt"
	"time"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// require makes sure that the server declares a capability. A modern one whose
// answer to server/discover is stale is asked once more (decisions K13).
func (c *Client) require(ctx context.Context, name string, need protocol.Capability, opts []CallOption) error {
	_, ctx, stop, err := c.configure(ctx, name, opts)
	if err != nil {
		return err
	}
	defer stop()
	if err := c.Connect(ctx); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for asked := false; ; asked = true {
		c.mu.Lock()
		has := c.facts.capabilities.Has(need)
		stale := c.lane() == machine.ModernLane && !time.Now().Before(c.facts.fresh)
		c.mu.Unlock()
		switch {
		case has:
			return nil
		case asked || !stale:
			return fmt.Errorf("%s: %w: %s", name, ErrCapability, need)
		}
		if _, err := c.Discover(ctx, opts...); err != nil {
			return err
		}
	}
}
