package properties

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

var discoverProperty = property{
	claim: claim{name: "discover", ref: "S-DISC-1, S-DISC-2, S-RESP-4", modern: true,
		says: "server/discover is answered with what the server is."},
	check: func(_ *suite, d *dialogue) error {
		if err := d.say(Sample{Class: model.ClassDiscover, ID: "0"}); err != nil {
			return err
		}
		h, _, err := d.answer("0")
		switch {
		case err != nil:
			return err
		case h.kind == wire.InError:
			return refusedWith(h)
		}
		return discoverResult(h)
	},
}

// discoverResult: some legacy servers answer every method with something.
func discoverResult(h *heard) error {
	probe := wire.ReadProbe(&h.frame)
	switch {
	case probe.Verdict == wire.ProbeNotModern:
		return errors.New("the answer is no DiscoverResult")
	case probe.Verdict != wire.ProbeUsable:
		return wrong("the DiscoverResult cannot be used: %v", probe.Err)
	case !slices.Contains(probe.Versions, protocol.ModernVersions()[0]):
		return wrong("the server was asked in %s and does not list it: %q", protocol.ModernVersions()[0], probe.Versions)
	}
	var required struct {
		ResultType *string  `json:"resultType"`
		TTL        *float64 `json:"ttlMs"`
		CacheScope *string  `json:"cacheScope"`
	}
	if err := protocol.Unmarshal(h.frame.Result(), &required); err != nil || required.ResultType == nil || required.CacheScope == nil || required.TTL == nil {
		return wrong("a DiscoverResult has resultType, ttlMs and cacheScope")
	}
	return nil
}

func refusedWith(h *heard) error {
	if e, ok := wire.ReadError(&h.frame); ok {
		return e
	}
	return wrong("an error without code or message")
}

var initializeProperty = property{
	claim: claim{name: "initialize", ref: "S-LIFE-1, S-PING-1, S-ERA-7", legacy: true,
		says: "initialize is answered with what the server is, and a ping after it."},
	check: func(_ *suite, d *dialogue) error { return shake(d) },
}

// shake does the handshake of the legacy revisions, and a ping behind it.
func shake(d *dialogue) error {
	if err := d.say(Sample{Class: model.ClassInitialize, ID: "0"}); err != nil {
		return err
	}
	h, _, err := d.answer("0")
	switch {
	case err != nil:
		return err
	case h.kind == wire.InError:
		return refusedWith(h)
	}
	result, err := protocol.ParseInitializeResult(h.frame.Result())
	if err != nil {
		return initializeLike(h, err)
	}
	if !slices.Contains(protocol.LegacyVersions(), result.ProtocolVersion) {
		return wrong("the version %q is no revision with a handshake", result.ProtocolVersion)
	}
	if result.ServerInfo.Name == "" {
		return wrong("an InitializeResult has serverInfo with a name")
	}
	if err := d.say(Sample{Class: model.ClassInitialized}, Sample{Class: model.ClassPing, ID: `"ping"`}); err != nil {
		return err
	}
	if h, _, err = d.answer(`"ping"`); err == nil && h.kind == wire.InError {
		return wrong("a ping is answered with {} (S-PING-1)")
	}
	return err
}

// initializeLike tells a broken InitializeResult from the answer of a server
// that answers every method with something.
func initializeLike(h *heard, err error) error {
	var members struct {
		Version      jsontext.Value `json:"protocolVersion"`
		Capabilities jsontext.Value `json:"capabilities"`
		ServerInfo   jsontext.Value `json:"serverInfo"`
	}
	if protocol.Unmarshal(h.frame.Result(), &members) != nil || members.Version == nil && members.Capabilities == nil && members.ServerInfo == nil {
		return errors.New("the answer is no InitializeResult")
	}
	return wrong("the InitializeResult cannot be used: %v", err)
}
