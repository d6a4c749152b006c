package client

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// A Verdict is what a client has found out about its server, for the next
// client of the same server. As JSON it is {"era":"legacy"}, or
// {"era":"modern","discover_result":{…}}.
type Verdict struct {
	Era protocol.Era
	// DiscoverResult is the answer of a modern server to server/discover.
	DiscoverResult jsontext.Value
}

type verdictJSON struct {
	Era            string         `json:"era"`
	DiscoverResult jsontext.Value `json:"discover_result,omitzero"`
}

// MarshalJSON writes the verdict.
func (v Verdict) MarshalJSON() ([]byte, error) {
	return protocol.Marshal(verdictJSON{v.Era.String(), v.DiscoverResult})
}

// UnmarshalJSON reads a verdict. Whether its DiscoverResult can be used is
// looked at by [Prior].
func (v *Verdict) UnmarshalJSON(b []byte) error {
	var raw verdictJSON
	if err := protocol.Unmarshal(b, &raw); err != nil {
		return err
	}
	for _, era := range []protocol.Era{protocol.Legacy, protocol.Modern} {
		if raw.Era == era.String() {
			*v = Verdict{Era: era, DiscoverResult: bytes.Clone(raw.DiscoverResult)}
			return nil
		}
	}
	return fmt.Errorf("%w: the era of a verdict is legacy or modern, not %q", ErrArgument, raw.Era)
}

// Prior hands in the verdict of an earlier client: the first process is not
// probed, which saves a round trip. It holds for that process only, and only if
// the mode has that era and the versions overlap. A legacy server that has
// become modern is noticed (rules B18); the other way the first call fails. A
// malformed verdict is ErrArgument.
func Prior(v Verdict) Option {
	return func(c *config) error {
		if v.Era != protocol.Legacy && v.Era != protocol.Modern {
			return fmt.Errorf("%w: Prior needs an era", ErrArgument)
		}
		if v.Era == protocol.Modern {
			if _, err := protocol.ParseDiscoverResult(v.DiscoverResult); err != nil {
				return fmt.Errorf("%w: Prior: %w", ErrArgument, err)
			}
		}
		c.prior = &v
		return nil
	}
}

// known is the prior in the session's words.
func (c *config) known() machine.Known {
	probe := c.stored()
	switch {
	case c.prior == nil:
		return machine.Known{}
	case probe == nil:
		return machine.Known{Lanes: machine.OnLegacy}
	}
	version, ok := mutual(c.modern, probe.Versions)
	if !ok { // the server may have changed: ask it
		return machine.Known{}
	}
	return machine.Known{Lanes: machine.OnModern, Version: version}
}

// stored is the prior as if it were the answer to a probe; nil if there is none.
func (c *config) stored() *wire.Probe {
	if c.prior == nil || c.prior.Era != protocol.Modern {
		return nil
	}
	result, err := protocol.ParseDiscoverResult(c.prior.DiscoverResult)
	if err != nil {
		return nil // Prior has refused it
	}
	return &wire.Probe{Verdict: wire.ProbeUsable, Versions: slices.Clone(result.SupportedVersions), Discover: result}
}

// Verdict is what the client has found out, for [Prior]; false as long as no
// era is settled.
func (c *Client) Verdict() (Verdict, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lane, _, ok := c.session.Era()
	switch {
	case !ok:
		return Verdict{}, false
	case lane == machine.LegacyLane:
		return Verdict{Era: protocol.Legacy}, true
	}
	raw, err := protocol.Marshal(c.facts.discover)
	return Verdict{Era: protocol.Modern, DiscoverResult: raw}, err == nil
}
