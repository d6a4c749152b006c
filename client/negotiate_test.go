package client_test

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// Shows C-ERA-3, C-ERA-4.
func TestModernByDiscover(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, _ := connect(t, func(p *peer) {
			l := p.next("server/discover")
			require.Equal(t, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"eralock","version":"0"}}}}`, l.text)
			p.result(l.ID, discovered)
		})
		require.Equal(t, protocol.Modern, c.Era())
		require.Equal(t, "2026-07-28", c.Version())
		require.Equal(t, "kiln", c.ServerInfo().Name)
		require.Equal(t, "be kind", c.Instructions())
		capabilities := c.Capabilities()
		require.True(t, capabilities.Has(protocol.CapToolsListChanged))
	})
}

// B019: the second probe has another id and a version that both speak.
// Shows C-VER-1, C-ERA-5.
func TestVersionRefusedProbesAgain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, _ := connect(t, func(p *peer) {
			l := p.next("server/discover")
			require.Equal(t, "2027-05-05", l.version())
			first := string(l.ID)
			p.fail(l.ID, `{"code":-32022,"message":"x","data":{"supported":["2026-07-28"],"requested":"2027-05-05"}}`)
			l = p.next("server/discover")
			require.Equal(t, "2026-07-28", l.version())
			require.NotEqual(t, first, string(l.ID))
			p.result(l.ID, discovered)
		}, client.ModernVersions("2027-05-05", "2026-07-28"))
		require.Equal(t, "2026-07-28", c.Version())
	})
}

// Shows C-ERA-6, C-ERA-11, C-LIFE-1, C-LIFE-2, C-LIFE-4.
func TestLegacyByError(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.fail(p.next("server/discover").ID, noMethod)
			l := p.next("initialize")
			require.Equal(t, `{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"eralock","version":"0"}}}`, l.text)
			p.result(l.ID, initialized)
			require.Equal(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, p.next("notifications/initialized").text)
		})
		require.Equal(t, protocol.Legacy, c.Era())
		require.Equal(t, "2025-11-25", c.Version())
		require.Equal(t, "oldkiln", c.ServerInfo().Name)

		out := spawn(func() (*protocol.CallToolResult, error) {
			return c.CallTool(t.Context(), "echo", map[string]int{"a": 1})
		})
		l := p.next("tools/call")
		require.Equal(t, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"a":1}}}`, l.text)
		p.result(l.ID, `{"content":[{"type":"text","text":"1"}]}`)
		require.NoError(t, (<-out).err)
	})
}

// B004, rules B4, B18, decisions K3 and K4: a slow modern server is found out all the
// same, by its -32022 to initialize.
// Shows C-ERA-6.
func TestLegacyByTimeoutThenModernAfterAll(t *testing.T) {
	for name, refusal := range map[string]string{
		"naming its versions":                 `{"code":-32022,"message":"x","data":{"supported":["2026-07-28"]}}`,
		"bare, but a DiscoverResult was late": `{"code":-32022,"message":"x"}`,
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				begun := time.Now()
				c, _ := connect(t, func(p *peer) {
					probe := p.next("server/discover")
					initialize := p.next("initialize") // and no cancel before it
					require.Equal(t, 3*time.Second, time.Since(begun))
					p.result(probe.ID, discovered)
					p.fail(initialize.ID, refusal)
					p.result(p.next("server/discover").ID, discovered)
				}, client.DiscoverTimeout(3*time.Second))
				require.Equal(t, protocol.Modern, c.Era())
			})
		})
	}
}

// A failed negotiation surfaces as what it was, and leaves nothing.
// Shows C-ERA-5, C-ERA-8, C-ERA-9, C-LIFE-5, C-LIFE-7.
func TestConnectFails(t *testing.T) {
	version := new(client.VersionError)
	cases := map[string]struct {
		mode   client.Option
		answer string
		is     error
		as     any
		says   string
	}{
		"no overlap":            {client.Mode(client.Auto), `"result":{"supportedVersions":["2031-02-03"]}`, nil, &version, "2031-02-03"},
		"foreign versions":      {client.Mode(client.Auto), `"error":{"code":-32022,"message":"x","data":{"supported":["2025-11-25"]}}`, nil, &version, "2025-11-25"},
		"unusable":              {client.Mode(client.Auto), `"result":{"resultType":"complete","capabilities":{}}`, client.ErrIncompatible, nil, "supportedVersions"},
		"missing capability":    {client.Mode(client.Auto), `"error":{"code":-32021,"message":"need it","data":{"requiredCapabilities":{"sampling":{}}}}`, nil, new(*protocol.Error), "need it"},
		"legacy, modern mode":   {client.Mode(client.Modern), `"error":` + noMethod, client.ErrLegacyServer, new(*protocol.Error), "Method not found"},
		"unmarked, modern mode": {client.Mode(client.Modern), `"result":{}`, client.ErrLegacyServer, nil, ""},
		"legacy list, modern":   {client.Mode(client.Modern), `"result":{"supportedVersions":["2025-11-25"]}`, client.ErrLegacyServer, &version, ""},
		"initialize error":      {client.Mode(client.Legacy), `"error":{"code":-32602,"message":"bad"}`, client.ErrInitialize, new(*protocol.Error), "bad"},
		"modern counter-offer":  {client.Mode(client.Legacy), `"result":{"protocolVersion":"2026-07-28","capabilities":{}}`, client.ErrInitialize, &version, "2026-07-28"},
		"no InitializeResult":   {client.Mode(client.Legacy), `"result":[]`, client.ErrInitialize, nil, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				p, server := newPeer(t)
				go func() {
					l := <-p.lines
					p.send(`"id":%s,%s`, l.ID, tc.answer)
					for l := range p.lines {
						t.Error("the client goes on with", l.text)
					}
					p.exit()
				}()
				c, err := client.Connect(t.Context(), server, tc.mode)
				require.Nil(t, c)
				require.ErrorContains(t, err, tc.says)
				if tc.is != nil {
					require.ErrorIs(t, err, tc.is)
				}
				if tc.as != nil {
					require.ErrorAs(t, err, tc.as)
				}
			})
		})
	}
}

func TestFallbackOnADiscoverResultWithLegacyVersionsOnly(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, _ := connect(t, func(p *peer) {
			p.result(p.next("server/discover").ID, `{"supportedVersions":["2025-11-25"]}`)
			p.result(p.next("initialize").ID, initialized)
			p.next("notifications/initialized")
		})
		require.Equal(t, protocol.Legacy, c.Era())
	})
}

// Shows C-PING-1.
func TestServerPingDuringTheProbe(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		connect(t, func(p *peer) {
			probe := p.next("server/discover")
			p.send(`"id":"p1","method":"ping"`)
			require.Equal(t, `{"jsonrpc":"2.0","id":"p1","result":{}}`, p.next("response").text)
			p.fail(probe.ID, noMethod)
			p.result(p.next("initialize").ID, initialized)
			p.next("notifications/initialized")
		})
	})
}

// Streams cannot be opened a second time: the probe's victim is lost.
func TestStreamsThatEndDuringTheProbe(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		p, server := newPeer(t)
		go func() {
			p.next("server/discover")
			p.exit()
		}()
		_, err := client.Connect(t.Context(), server)
		require.ErrorIs(t, err, client.ErrNotRestartable)
	})
}

func TestConnectEndsWithItsContext(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		p, server := newPeer(t)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		begun := time.Now()
		_, err := client.Connect(ctx, server)
		require.ErrorIs(t, err, client.ErrCancelled)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 5*time.Second, time.Since(begun), "no graces for a caller who has gone")
		_, err = p.out.Write([]byte("x\n"))
		require.ErrorIs(t, err, io.ErrClosedPipe, "nothing is left")
		synctest.Wait()
	})
}
