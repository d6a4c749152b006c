package client_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// Every option that cannot be used is told by its name, before anything starts.
func TestBadOptions(t *testing.T) {
	server := client.Command("never-started")
	named := protocol.Implementation{Name: "host", Version: "1"}
	for want, opt := range map[string]client.Option{
		"no mode 9": client.Mode(9),
		"ModernVersions needs a version; use Mode(Legacy)":    client.ModernVersions(),
		"ModernVersions: 2025-11-25 is a legacy version":      client.ModernVersions("2026-07-28", "2025-11-25"),
		`ModernVersions: "latest" is no version`:              client.ModernVersions("latest"),
		"ModernVersions: 2027-05-05 is there twice":           client.ModernVersions("2027-05-05", "2027-05-05"),
		"LegacyVersions needs a version; use Mode(Modern)":    client.LegacyVersions(),
		"LegacyVersions: 2026-07-28 is a modern version":      client.LegacyVersions("2026-07-28"),
		`LegacyVersions: "2027-05-05" is none of the legacy`:  client.LegacyVersions("2025-11-25", "2027-05-05"),
		"LegacyVersions: 2025-11-25 is there twice":           client.LegacyVersions("2025-11-25", "2025-11-25"),
		`Version: this module does not speak "2027-05-05"`:    client.Version("2027-05-05"),
		`Version: this module does not speak "vvvvvvvvvvvvvv`: client.Version(strings.Repeat("v", 1000)),
		"DiscoverTimeout must be positive, not 0s":            client.DiscoverTimeout(0),
		"DiscoverRetries must not be negative, not -1":        client.DiscoverRetries(-1),
		"RequestTimeout must be positive, not -1ns":           client.RequestTimeout(-1),
		"TotalTimeout must be positive, not 0s":               client.TotalTimeout(0),
		"ClientInfo needs a Name and a Version":               client.ClientInfo(protocol.Implementation{}),
		"ListenBuffer must be positive, not 0":                client.ListenBuffer(0),
		"MaxRounds must be positive, not -1":                  client.MaxRounds(-1),
		"Graces must not be negative, not -1ns":               client.Graces(-1, 0),
		"Graces must not be negative, not -2ns":               client.Graces(0, -2),
		"MaxLineBytes must be positive, not 0":                client.MaxLineBytes(0),
		"LogLevel: ":                                          client.LogLevel(99),
		"_meta must be a JSON object, not 7":                  client.RequestMeta(protocol.Meta("7")),
		"Prior needs an era":                                  client.Prior(client.Verdict{}),
		`"fire" is no extension id`:                           client.Extension("fire", nil),
	} {
		_, err := client.New(server, opt, client.ClientInfo(named))
		require.ErrorIs(t, err, client.ErrArgument, want)
		require.ErrorContains(t, err, want)
		require.Less(t, len(err.Error()), 200)
	}
	for _, info := range []protocol.Implementation{{Name: "host"}, {Version: "1"}} {
		_, err := client.Connect(t.Context(), server, client.ClientInfo(info))
		require.ErrorIs(t, err, client.ErrArgument)
	}
	_, err := client.Connect(t.Context(), nil)
	require.ErrorIs(t, err, client.ErrArgument)
}

// What the options say zero means, they take; the versions that are given
// belong to their giver.
func TestGoodOptions(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		versions, old := []string{"2027-05-05", "2026-07-28"}, []string{"2025-06-18", "2025-11-25"}
		opts := []client.Option{client.ModernVersions(versions...), client.LegacyVersions(old...), client.DiscoverRetries(0), client.Graces(0, 0),
			client.MaxLineBytes(math.MaxInt), client.ListenBuffer(math.MaxInt), client.MaxRounds(math.MaxInt),
			client.RequestTimeout(math.MaxInt64), client.TotalTimeout(math.MaxInt64)}
		versions[0], old[0] = "changed", "changed"
		connect(t, func(p *peer) {
			p.fail(p.next("server/discover").ID, noMethod)
			l := p.next("initialize")
			require.Contains(t, l.text, `"protocolVersion":"2025-06-18"`)
			p.result(l.ID, initialized)
		}, opts...)
		c, p := connect(t, func(p *peer) {
			l := p.next("server/discover")
			require.Equal(t, "2027-05-05", l.version())
			p.result(l.ID, strings.Replace(discovered, "2026-07-28", "2027-05-05", 1))
		}, opts...)
		out := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		require.Equal(t, "2027-05-05", l.version())
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
}

// A nil option says nothing, and neither does one with a nil function.
func TestNilOptions(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, nil, client.OnNotification(nil), client.OnLog(nil), client.OnRoots(nil), client.OnSample(nil), client.OnElicit(nil),
			client.RequestMetaFunc(nil), client.Stderr(nil), client.Trace(nil, nil))
		p.send(`"method":"notifications/message","params":{"level":"info","data":1}`)
		out := spawn(echo(t.Context(), c, nil, client.OnProgress(nil), client.Timeout(time.Minute), nil, client.Meta(nil)))
		l := p.next("tools/call")
		require.Contains(t, l.text, `"io.modelcontextprotocol/clientCapabilities":{}`)
		require.NotContains(t, l.text, "progressToken")
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
}

// Options of a call that cannot be used end every kind of call before anything
// is sent, also where the era has no use for them.
func TestBadCallOptions(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			ctx := t.Context()
			for want, opt := range map[string]client.CallOption{
				"Timeout must be positive, not 0s":       client.Timeout(0),
				"MaxTimeout must be positive, not -1ns":  client.MaxTimeout(-1),
				"_meta must be a JSON object, not [1]":   client.Meta(protocol.Meta("[1]")),
				`_meta must be a JSON object, not {"a":`: client.Meta(protocol.Meta(`{"a":`)),
			} {
				for name, call := range map[string]func(...client.CallOption) error{
					"call":        func(o ...client.CallOption) error { _, err := c.CallTool(ctx, "echo", nil, o...); return err },
					"raw":         func(o ...client.CallOption) error { _, err := c.Raw(ctx, "acme/do", nil, o...); return err },
					"list":        func(o ...client.CallOption) error { _, err := c.ListTools(ctx, o...); return err },
					"ping":        func(o ...client.CallOption) error { return c.Ping(ctx, o...) },
					"discover":    func(o ...client.CallOption) error { _, err := c.Discover(ctx, o...); return err },
					"listen":      func(o ...client.CallOption) error { _, err := c.Listen(ctx, protocol.Filter{}, o...); return err },
					"level":       func(o ...client.CallOption) error { return c.SetLogLevel(ctx, protocol.LevelInfo, o...) },
					"subscribe":   func(o ...client.CallOption) error { return c.SubscribeResource(ctx, "x:y", o...) },
					"unsubscribe": func(o ...client.CallOption) error { return c.UnsubscribeResource(ctx, "x:y", o...) },
					"complete": func(o ...client.CallOption) error {
						_, err := c.Complete(ctx, protocol.CompleteParams{}, o...)
						return err
					},
				} {
					for _, opts := range [][]client.CallOption{{opt}, {opt, client.Meta(protocol.Meta(`{"b":2}`))}} {
						err := call(opts...)
						require.ErrorIs(t, err, client.ErrArgument, name)
						require.ErrorContains(t, err, want, name)
					}
				}
			}
			p.quiet()
		})
	}
}

// The longest time limit leaves room for its own hard maximum (C-TIME-5).
func TestLongestTimeout(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		out := spawn(echo(ctx, c, client.Timeout(math.MaxInt64), client.ResetOnProgress()))
		l := p.next("tools/call")
		time.Sleep(1000 * time.Hour)
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
}
