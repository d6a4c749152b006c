package client

import (
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// Era is the era of the process that runs now, and zero as long as none is
// settled.
func (c *Client) Era() protocol.Era {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch lane, _, ok := c.session.Era(); {
	case !ok:
		return 0
	case lane == machine.ModernLane:
		return protocol.Modern
	}
	return protocol.Legacy
}

// Version is the protocol version in use, "" as long as no era is settled.
func (c *Client) Version() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch lane, version, ok := c.session.Era(); {
	case !ok:
		return ""
	case lane == machine.ModernLane:
		return version
	}
	return c.facts.version
}

// Pending counts the calls that wait for their outcome.
func (c *Client) Pending() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, r := range c.records {
		if r != nil && r.kind < machine.KindProbe && r.sub == nil {
			n++
		}
	}
	return n
}

// Skipped counts the lines of the server that were no messages.
func (c *Client) Skipped() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.skipped
}
