package client

import (
	"time"

	"github.com/eralock/eralock/protocol"
)

// facts are what the server says of itself.
type facts struct {
	version      string // of a legacy connection
	info         protocol.Implementation
	rawInfo      string
	lastMeta     string // of a result
	capabilities protocol.ServerCapabilities
	instructions string
	discover     *protocol.DiscoverResult
	fresh        time.Time // until when the DiscoverResult is (C-CACHE-3)
}

// ServerInfo is how the server introduces itself: zero if it does not. It is
// for people to read (C-META-10).
func (c *Client) ServerInfo() protocol.Implementation {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.facts.info
}

// Capabilities are what the server declared last. What they point to must not
// be changed.
func (c *Client) Capabilities() protocol.ServerCapabilities {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.facts.capabilities
}

// Instructions are the server's advice to the model that uses it.
func (c *Client) Instructions() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.facts.instructions
}

// discovered takes a DiscoverResult over (rules B15). One that was stored is
// stale at once.
func (f *facts) discovered(d *protocol.DiscoverResult, stored bool) {
	f.capabilities, f.instructions, f.discover = d.Capabilities, d.Instructions, d
	f.fresh = time.Time{}
	if d.TTLMs != nil && *d.TTLMs > 0 && !stored {
		f.fresh = time.Now().Add(time.Duration(min(*d.TTLMs, maxTTL)) * time.Millisecond)
	}
	f.introduced(d.Meta)
}

// maxLastMeta bounds what is kept of a _meta only to see that the next is equal.
const maxLastMeta = 4 << 10

// maxTTL keeps the arithmetic sane: 100 years in ms.
const maxTTL = 100 * 365 * 24 * 3600 * 1000

// introduced takes the serverInfo of any result's _meta over, if it is well
// formed (decisions K17).
func (f *facts) introduced(meta protocol.Meta) {
	if string(meta) == f.lastMeta { // they are mostly the same
		return
	}
	if f.lastMeta = ""; len(meta) < maxLastMeta {
		f.lastMeta = string(meta)
	}
	raw, ok := meta.Get(protocol.KeyServerInfo)
	if !ok || string(raw) == f.rawInfo {
		return
	}
	if info, err := protocol.ParseImplementation(raw); err == nil {
		f.info, f.rawInfo = info, string(raw)
	}
}

// initialized takes an InitializeResult over.
func (f *facts) initialized(r *protocol.InitializeResult) {
	*f = facts{version: r.ProtocolVersion, info: r.ServerInfo, capabilities: r.Capabilities, instructions: r.Instructions}
}
