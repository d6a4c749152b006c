package server_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

var named = protocol.Implementation{Name: "rig", Version: "1"}

// panicOf is what f panics with.
func panicOf(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

// Every option that cannot be used is told by its name and its value.
func TestBadOptions(t *testing.T) {
	for want, option := range map[string]func() server.Option{
		"WithPolicy: there is no policy 5": func() server.Option { return server.WithPolicy(model.Concurrent + 1) },
		`PolicyOption: there is no policy "first_frame"`: func() server.Option {
			o, ok := server.PolicyOption("first_frame")
			require.False(t, ok)
			require.NotNil(t, o)
			return o // New is to tell
		},
		"WithStrategy: there is no strategy 3":                    func() server.Option { return server.WithStrategy(server.InPlace + 1) },
		"WithModernVersions needs a version":                      func() server.Option { return server.WithModernVersions() },
		"WithModernVersions: 2025-11-25 is a legacy version":      func() server.Option { return server.WithModernVersions("2026-07-28", "2025-11-25") },
		`WithModernVersions: "vvvvv`:                              func() server.Option { return server.WithModernVersions(strings.Repeat("v", 1000)) },
		"WithModernVersions: 2026-07-28 is there twice":           func() server.Option { return server.WithModernVersions("2026-07-28", "2026-07-28") },
		"WithLegacyVersions: 2026-07-28 is a modern version":      func() server.Option { return server.WithLegacyVersions("2026-07-28") },
		`WithLegacyVersions: "2024-10-07" is none of the legacy`:  func() server.Option { return server.WithLegacyVersions("2025-11-25", "2024-10-07") },
		"WithLegacyVersions: 2025-11-25 is there twice":           func() server.Option { return server.WithLegacyVersions("2025-11-25", "2025-11-25") },
		"WithMaxLineBytes must be positive, not 0":                func() server.Option { return server.WithMaxLineBytes(0) },
		"WithMaxInFlight must be positive, not -1":                func() server.Option { return server.WithMaxInFlight(-1) },
		"WithMaxQueued must be positive, not 0":                   func() server.Option { return server.WithMaxQueued(0) },
		"WithWriteStall must be positive, not 0s":                 func() server.Option { return server.WithWriteStall(0) },
		"WithMaxSubscriptions must not be negative, not -1":       func() server.Option { return server.WithMaxSubscriptions(-1) },
		"WithMaxBufferedEvents must be positive, not 0":           func() server.Option { return server.WithMaxBufferedEvents(0) },
		"WithDrainTimeout must be positive, not -1s":              func() server.Option { return server.WithDrainTimeout(-time.Second) },
		"WithPageSize must not be negative, not -1":               func() server.Option { return server.WithPageSize(-1) },
		"WithCacheHints must not be negative, not -1ns":           func() server.Option { return server.WithCacheHints(-1, protocol.CachePublic) },
		`WithCacheHints: there is no scope "shared"`:              func() server.Option { return server.WithCacheHints(0, "shared") },
		"WithAskTimeout must not be negative, not -1ns":           func() server.Option { return server.WithAskTimeout(-1) },
		"WithStateExpiry must be positive, not 0s":                func() server.Option { return server.WithStateExpiry(0) },
		"WithStateKey: a key has 31 bytes, it needs at least 32":  func() server.Option { return server.WithStateKey(make([]byte, 31)) },
		`WithExtension "fire": an id has a prefix and a name`:     func() server.Option { return server.WithExtension("fire", nil) },
		`WithExperimental "x": settings must encode as an object`: func() server.Option { return server.WithExperimental("x", 7) },
		"WithMiddleware: the middleware returned no Handler":      func() server.Option { return server.WithMiddleware(func(server.Handler) server.Handler { return nil }) },
	} {
		text := panicOf(func() { server.New(named, option()) })
		require.Contains(t, text, "server: "+want)
		require.Less(t, len(text), 200)
	}
	for _, info := range []protocol.Implementation{{}, {Name: "rig"}, {Version: "1"}} {
		require.Equal(t, "server: New: Implementation needs a Name and a Version", panicOf(func() { server.New(info) }))
	}
}

// What the options say zero means, they take, and the greatest values; the
// versions that are given belong to their giver.
func TestGoodOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		versions, old := []string{"2027-05-05", "2026-07-28"}, []string{"2025-06-18", "2025-11-25"}
		all := []server.Option{server.WithModernVersions(versions...), server.WithLegacyVersions(old...), server.WithPageSize(0),
			server.WithMaxSubscriptions(0), server.WithAskTimeout(0), server.WithCacheHints(time.Second, ""), server.WithMaxLineBytes(math.MaxInt),
			server.WithMaxInFlight(math.MaxInt), server.WithMaxQueued(math.MaxInt), server.WithMaxBufferedEvents(math.MaxInt),
			server.WithWriteStall(math.MaxInt64), server.WithDrainTimeout(math.MaxInt64), server.WithStateExpiry(math.MaxInt64)}
		for _, p := range model.Policies() {
			o, ok := server.PolicyOption(p.String())
			require.True(t, ok)
			all = append(all, server.WithPolicy(p), o)
		}
		g := newRig(t, all...)
		features(g)
		versions[0], old[0] = "changed", "changed"
		g.open()
		require.Contains(t, g.answer(request("server/discover", envelope("{}"))).line, `"supportedVersions":["2027-05-05","2026-07-28"]`)
		require.Contains(t, g.answer(listTools("2")).line, `"ttlMs":1000,"cacheScope":"private"`)
		require.Equal(t, -32603, g.answer(listening("3", "{}")).code(t))
		require.Contains(t, g.answer(strings.Replace(hello, "2025-11-25", "2024-11-05", 1)).line, `"protocolVersion":"2025-06-18"`)
	})
}

// A nil option says nothing, and a nil function is none.
func TestNilOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, nil, server.WithMiddleware(nil), server.Events(nil), server.Observe(nil), server.Startup(nil), server.WithListen(nil),
			server.WithHandshake(nil), server.WithCompletion(nil), server.WithResourceReader(nil), nil)
		features(g)
		g.open()
		line := g.answer(request("server/discover", envelope("{}"))).line
		require.NotContains(t, line, "completions")
		require.Contains(t, line, `"tools"`)
		require.Equal(t, "a", g.answer(call("2", "a", envelope("{}"))).text(t))
		require.Equal(t, acknowledged("3", "{}"), g.answer(listening("3", "{}")).line)
		require.Empty(t, g.log.take())
	})
	require.NotNil(t, server.New(named, server.WithLogger(nil)))
}
