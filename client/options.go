package client

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// The modes of a client.
const (
	Auto   = model.ModeAuto   // probe, fall back to the legacy handshake; the default
	Modern = model.ModeModern // probe, never fall back
	Legacy = model.ModeLegacy // the legacy handshake, never probe
)

// An Option configures a Client.
type Option func(*config) error

// Mode says which eras the client may end up in: [Auto], [Modern] or [Legacy].
func Mode(m model.Mode) Option {
	return func(c *config) error {
		if m > Legacy {
			return fmt.Errorf("%w: no mode %d: use client.Auto, client.Modern or client.Legacy", ErrArgument, m)
		}
		c.mode = m
		return nil
	}
}

// ModernVersions are the modern versions to speak, preferred first. Default:
// those of package protocol.
func ModernVersions(versions ...string) Option {
	return func(c *config) error {
		if len(versions) == 0 {
			return fmt.Errorf("%w: ModernVersions needs a version; use Mode(Legacy) for none", ErrArgument)
		}
		c.modern = append([]string(nil), versions...)
		return nil
	}
}

// LegacyVersions are the legacy versions to speak: the first is what initialize
// asks for, all of them are accepted as its answer. Default: those of package
// protocol, newest first.
func LegacyVersions(versions ...string) Option {
	return func(c *config) error {
		if len(versions) == 0 {
			return fmt.Errorf("%w: LegacyVersions needs a version; use Mode(Modern) for none", ErrArgument)
		}
		c.legacy = append([]string(nil), versions...)
		return nil
	}
}

// Version is the only version to speak, and with it the only era: a mode that
// excludes that is an error.
func Version(version string) Option {
	return func(c *config) error {
		if _, ok := protocol.EraOf(version); !ok {
			return fmt.Errorf("%w: Version: this module does not speak %q", ErrArgument, version)
		}
		c.only = version
		return nil
	}
}

// FallbackOnLegacyList lets a server that refuses the probe's version and lists
// only legacy ones be talked to in the legacy era, in [Auto] mode. Default
// false: that is an error (rules B12, decisions K2).
func FallbackOnLegacyList(on bool) Option {
	return func(c *config) error { c.fallbackOnList = on; return nil }
}

// CancelProbe cancels a probe that timed out on the wire, before initialize.
// Default false: strict legacy servers do not survive it (decisions K3).
func CancelProbe(on bool) Option { return func(c *config) error { c.cancelProbe = on; return nil } }

// DiscoverTimeout is how long a server may take to answer the probe before it
// is taken for a legacy one. Default: the request timeout (rules B6).
func DiscoverTimeout(d time.Duration) Option {
	return positive("DiscoverTimeout", d, func(c *config) { c.discoverTimeout = d })
}

// DiscoverRetries is how often a probe that timed out is sent again, with the
// same time limit each. Default 0.
func DiscoverRetries(n int) Option {
	return func(c *config) error {
		if n < 0 {
			return fmt.Errorf("%w: DiscoverRetries must not be negative, not %d", ErrArgument, n)
		}
		c.discoverRetries = n
		return nil
	}
}

// RequestTimeout is how long a request may take, from the moment in which the
// connection is ready for it. Default [DefaultRequestTimeout].
func RequestTimeout(d time.Duration) Option {
	return positive("RequestTimeout", d, func(c *config) { c.requestTimeout = d })
}

// TotalTimeout is how long one call may take in all: starting the server, the
// rounds in which the server asks for input, and every request of it. Default:
// no limit beside those of the requests.
func TotalTimeout(d time.Duration) Option {
	return positive("TotalTimeout", d, func(c *config) { c.totalTimeout = d })
}

func positive(name string, d time.Duration, set func(*config)) Option {
	return func(c *config) error {
		if d <= 0 {
			return fmt.Errorf("%w: %s must be positive, not %v", ErrArgument, name, d)
		}
		set(c)
		return nil
	}
}

func positiveCount(name string, n int, set func(*config)) Option {
	return func(c *config) error {
		if n <= 0 {
			return fmt.Errorf("%w: %s must be positive, not %d", ErrArgument, name, n)
		}
		set(c)
		return nil
	}
}

// ClientInfo is how the client introduces itself. Default: the name of this
// module.
func ClientInfo(info protocol.Implementation) Option {
	return func(c *config) error { c.info = info; return nil }
}

// SendClientInfo says whether modern requests carry the client info; the
// handshake of the legacy era always does. Default true (rules B7).
func SendClientInfo(on bool) Option { return func(c *config) error { c.sendInfo = on; return nil } }

// Relisten says whether a live subscription brings a lost process back and is
// opened again there. Default true (decisions K7 and K19).
func Relisten(on bool) Option { return func(c *config) error { c.relisten = on; return nil } }

// ListenBuffer is how many different unread events a subscription keeps; one
// that is read too slowly ends. Default [DefaultListenBuffer].
func ListenBuffer(n int) Option {
	return positiveCount("ListenBuffer", n, func(c *config) { c.listenBuffer = n })
}

// MaxRounds is how often a call is sent again with the input that the server
// asked for, before it fails with ErrRounds. Default [DefaultMaxRounds]
// (decisions K9 and K16).
func MaxRounds(n int) Option {
	return positiveCount("MaxRounds", n, func(c *config) { c.maxRounds = n })
}
