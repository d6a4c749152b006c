package client

import (
	"fmt"
	"slices"
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
// those of package protocol. There must be one at least, none twice, and each a
// date from 2026-07-28 on (see [protocol.CheckVersions]).
func ModernVersions(versions ...string) Option {
	versions = slices.Clone(versions)
	return func(c *config) error {
		c.modern = versions
		return checkVersions(protocol.Modern, "ModernVersions", "Legacy", versions)
	}
}

// LegacyVersions are the legacy versions to speak: the first is what initialize
// asks for, all of them are accepted as its answer. Default: those of package
// protocol, newest first. There must be one at least, none twice, and no other
// than those.
func LegacyVersions(versions ...string) Option {
	versions = slices.Clone(versions)
	return func(c *config) error {
		c.legacy = versions
		return checkVersions(protocol.Legacy, "LegacyVersions", "Modern", versions)
	}
}

// Version is the only version to speak, one of package protocol, and with it
// the only era: a mode that excludes that is an error.
func Version(version string) Option {
	return func(c *config) error {
		if _, ok := protocol.EraOf(version); !ok {
			return fmt.Errorf("%w: Version: this module does not speak %.40q", ErrArgument, version)
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
	return func(c *config) error { c.discoverTimeout = d; return positive("DiscoverTimeout", d) }
}

// DiscoverRetries is how often a probe that timed out is sent again, with the
// same time limit each. Default 0: not at all.
func DiscoverRetries(n int) Option {
	return func(c *config) error { c.discoverRetries = n; return notNegative("DiscoverRetries", n) }
}
