package client_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

func verdict(t *testing.T, text string) client.Verdict {
	var v client.Verdict
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	return v
}

// C-ERA-2: a stored verdict is reported, survives JSON, and saves the probe.
func TestVerdict(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, _ := connect(t, modern)
		v, ok := c.Verdict()
		require.True(t, ok)
		text, err := json.Marshal(v)
		require.NoError(t, err)
		require.JSONEq(t, `{"era":"modern","discover_result":`+discovered+`}`, string(text))

		c, p := connect(t, func(*peer) {}, client.Prior(verdict(t, string(text))))
		require.Equal(t, protocol.Modern, c.Era())
		require.Equal(t, "2026-07-28", c.Version())
		require.Equal(t, "kiln", c.ServerInfo().Name)
		require.Equal(t, "be kind", c.Instructions())
		out := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		require.Equal(t, "2026-07-28", l.version())
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
	inBubble(t, func(t *testing.T) {
		c, _ := connect(t, legacy)
		v, ok := c.Verdict()
		require.True(t, ok)
		text, err := json.Marshal(v)
		require.NoError(t, err)
		require.JSONEq(t, `{"era":"legacy"}`, string(text))
		connect(t, func(p *peer) {
			p.result(p.next("initialize").ID, initialized)
			p.next("notifications/initialized")
		}, client.Prior(v))
	})
}

// What a verdict says may have changed.
func TestVerdictThatIsOutOfDate(t *testing.T) {
	inBubble(t, func(t *testing.T) { // rules B18
		c, _ := connect(t, func(p *peer) {
			p.fail(p.next("initialize").ID, `{"code":-32022,"message":"x","data":{"supported":["2026-07-28"]}}`)
			modern(p)
		}, client.Prior(client.Verdict{Era: protocol.Legacy}))
		require.Equal(t, protocol.Modern, c.Era())
	})
	inBubble(t, func(t *testing.T) { // no version in common any more: ask
		connect(t, modern, client.Prior(verdict(t, `{"era":"modern","discover_result":{"supportedVersions":["2031-02-03"]}}`)))
	})
	for _, bad := range []client.Verdict{{}, {Era: protocol.Modern}, {Era: protocol.Modern, DiscoverResult: []byte(`[]`)}} {
		_, err := client.New(client.Command("x"), client.Prior(bad))
		require.ErrorIs(t, err, client.ErrArgument)
	}
	var v client.Verdict
	require.Error(t, json.Unmarshal([]byte(`{"era":"bronze"}`), &v))
}

func TestDiscoverRetries(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.next("server/discover")
			p.next("server/discover")
			p.result(p.next("initialize").ID, initialized)
			p.next("notifications/initialized")
		}, client.DiscoverTimeout(time.Second), client.DiscoverRetries(1))
		require.Equal(t, protocol.Legacy, c.Era())
		require.NotContains(t, p.log, "notifications/cancelled")
	})
}

// decisions K2: with the option a list of legacy versions is a word to take.
func TestFallbackOnLegacyList(t *testing.T) {
	const refused = `{"code":-32022,"message":"x","data":{"supported":["2025-06-18"],"requested":"2026-07-28"}}`
	inBubble(t, func(t *testing.T) {
		c, _ := connect(t, func(p *peer) {
			p.fail(p.next("server/discover").ID, refused)
			p.result(p.next("initialize").ID, initialized)
			p.next("notifications/initialized")
		}, client.FallbackOnLegacyList(true))
		require.Equal(t, protocol.Legacy, c.Era())
	})
	for _, opts := range [][]client.Option{nil, {client.FallbackOnLegacyList(true), client.Mode(client.Modern)}} {
		inBubble(t, func(t *testing.T) {
			p, server := newPeer(t)
			go func() {
				p.fail(p.next("server/discover").ID, refused)
				p.gone()
			}()
			_, err := client.Connect(context.Background(), server, opts...)
			var ve *client.VersionError
			require.ErrorAs(t, err, &ve)
			require.Equal(t, []string{"2025-06-18"}, ve.Theirs)
			require.False(t, ve.Refused)
		})
	}
}

// A version is an era.
// Shows C-DISC-2.
func TestVersionOption(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		connect(t, func(p *peer) {
			l := p.next("initialize")
			require.Contains(t, l.text, `"protocolVersion":"2025-06-18"`)
			p.result(l.ID, `{"protocolVersion":"2025-06-18","capabilities":{}}`)
			p.next("notifications/initialized")
		}, client.Version("2025-06-18"))
	})
	for _, opts := range [][]client.Option{
		{client.Version("2026-07-28"), client.Mode(client.Legacy)},
		{client.Version("2025-11-25"), client.Mode(client.Modern)},
		{client.Version("1999-01-01")},
	} {
		_, err := client.New(client.Command("x"), opts...)
		require.ErrorIs(t, err, client.ErrArgument)
	}
}

// decisions K15: New starts nothing; a failed negotiation is followed by another.
func TestNewStartsWithTheFirstCall(t *testing.T) {
	server, pids := ourServer(t, "modern")
	c, err := client.New(server)
	require.NoError(t, err)
	require.Empty(t, pids())
	require.NoError(t, c.DeclareExtension("com.example/", nil))
	require.ErrorIs(t, c.DeclareExtension("example", nil), client.ErrArgument)
	require.Zero(t, c.Era())
	_, ok := c.Verdict()
	require.False(t, ok, "nothing is known")
	_, err = c.CallTool(t.Context(), "echo", nil)
	require.NoError(t, err)
	require.NoError(t, c.Close())
	requireGone(t, pids())

	idle, err := client.New(server)
	require.NoError(t, err)
	require.NoError(t, idle.Close())
	require.Len(t, pids(), 1)
}
