package client_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// The client keeps no answers: whatever they say of their lifetime, the next
// access is a request again, also after a retry and after a change, and there is
// none without an access: C-CACHE-1, C-CACHE-2, C-CACHE-5, C-CACHE-6, C-CACHE-7.
func TestEveryAccessIsARequest(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.OnRoots(nil))
		for range 2 {
			list := spawn(func() ([]protocol.Tool, error) { return c.ListTools(t.Context()) })
			p.result(p.next("tools/list").ID, `{"tools":[],"resultType":"complete","ttlMs":60000,"cacheScope":"private"}`)
			require.NoError(t, (<-list).err)
			p.send(`"method":"notifications/tools/list_changed"`)

			read := spawn(func() (*protocol.ReadResourceResult, error) { return c.ReadResource(t.Context(), "kiln://g") })
			p.result(p.next("resources/read").ID, inputRequired(`"requestState":"s"`))
			p.result(p.next("resources/read").ID, `{"contents":[{"uri":"kiln://g","text":"x"}],"ttlMs":60000,"cacheScope":"public"}`)
			require.NoError(t, (<-read).err)
			time.Sleep(time.Hour)
			p.quiet()
		}
	})
}

// C-ERR-6: an old server's code for a resource that is not there comes to the
// caller as it is.
func TestOldCodeOfAMissingResource(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			read := spawn(func() (*protocol.ReadResourceResult, error) { return c.ReadResource(t.Context(), "kiln://g") })
			p.fail(p.next("resources/read").ID, `{"code":-32002,"message":"Resource not found","data":{"uri":"kiln://g"}}`)
			code, ok := protocol.CodeOf((<-read).err)
			require.True(t, ok)
			require.Equal(t, protocol.CodeResourceNotFound, code)
		})
	}
}

// C-BATCH-1: a server of 2025-03-26 may send arrays, and what they hold counts;
// any other may not.
func TestBatchFromAServer(t *testing.T) {
	for version, taken := range map[string]bool{"2025-03-26": true, "2025-06-18": false, "2026-07-28": false} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, func(p *peer) {
				if version == "2026-07-28" {
					modern(p)
					return
				}
				p.fail(p.next("server/discover").ID, noMethod)
				p.result(p.next("initialize").ID, `{"protocolVersion":"`+version+`","capabilities":{}}`)
				p.next("notifications/initialized")
			})
			first, second := spawn(echo(t.Context(), c)), spawn(echo(t.Context(), c))
			a, b := p.next("tools/call"), p.next("tools/call")
			p.raw(`[{"jsonrpc":"2.0","id":` + string(b.ID) + `,"result":` + echoed + `},7,{"jsonrpc":"2.0","id":"s","method":"ping"},{"jsonrpc":"2.0","id":` + string(a.ID) + `,"result":` + echoed + `}]`)
			if taken {
				require.Equal(t, `{"jsonrpc":"2.0","id":"s","result":{}}`, p.next("response").text)
				require.Equal(t, 1, c.Skipped(), "7 is no message")
			} else {
				p.quiet()
				require.Equal(t, 1, c.Skipped())
				require.Equal(t, 2, c.Pending(), "nothing in it counts")
				p.result(a.ID, echoed)
				p.result(b.ID, echoed)
			}
			require.NoError(t, (<-first).err)
			require.NoError(t, (<-second).err)
		})
	}
}
