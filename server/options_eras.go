package server

import (
	"fmt"
	"slices"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// WithPolicy sets when a connection commits to an era (decisions E1); the
// default is model.FirstFrame. It panics for one that is not in model.Policies.
func WithPolicy(p model.Policy) Option {
	if !slices.Contains(model.Policies(), p) {
		panic(fmt.Sprintf("server: WithPolicy: there is no policy %d", p))
	}
	return func(c *config) { c.conn.Session.Policy = p }
}

// PolicyOption is WithPolicy by the policy's name, such as "first-frame". For a
// name that no policy has ok is false, and New panics with o: a mistyped name is
// never the default.
func PolicyOption(name string) (o Option, ok bool) {
	p, ok := model.ParsePolicy(name)
	if !ok {
		return func(*config) { panic(fmt.Sprintf("server: PolicyOption: there is no policy %.40q", name)) }, false
	}
	return WithPolicy(p), true
}

// WithDiscoverGrace lets a valid initialize take over a connection on which
// nothing modern but server/discover was answered (decisions E14), for hosts
// that probe with a short timeout and then initialize in place. Default: off.
func WithDiscoverGrace() Option { return func(c *config) { c.conn.Session.DiscoverGrace = true } }

// WithModernVersions sets the modern versions that are served, in the order in
// which clients are told of them; the default is protocol.ModernVersions. It
// panics unless there is one at least, none twice, and each is a date from
// 2026-07-28 on (see protocol.CheckVersions).
func WithModernVersions(versions ...string) Option {
	if len(versions) == 0 {
		panic("server: WithModernVersions needs a version")
	}
	versions = versionsOf(protocol.Modern, "WithModernVersions", versions)
	return func(c *config) { c.modern = versions }
}

// WithLegacyVersions sets the legacy versions that are served; the default is
// protocol.LegacyVersions. The first is offered to a client that asks for any
// other (decisions E11). With none initialize is refused with -32022, which
// names the modern versions (S-ERA-5, S-ERA-6). It panics if one is there twice,
// or is not of protocol.LegacyVersions.
func WithLegacyVersions(versions ...string) Option {
	versions = versionsOf(protocol.Legacy, "WithLegacyVersions", versions)
	return func(c *config) { c.legacy = versions }
}
