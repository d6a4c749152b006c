package server_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

func notification(method, params string) string {
	return `{"jsonrpc":"2.0","method":"` + method + `","params":` + params + `}`
}

// Ladder 32: dropped while the connection is open, then delivered in order, in
// both eras, and never answered.
func TestNotificationHandlers(t *testing.T) {
	for _, era := range []string{"legacy", "modern"} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t)
			var got []string
			server.HandleNotification(g.srv, "notifications/x/tick", func(ctx context.Context, c *server.Conn, in struct {
				N int `json:"n"`
			}) {
				got = append(got, fmt.Sprint(c.State().Era, " ", in.N))
				if in.N == 2 {
					panic("a secret")
				}
			})
			g.tool("echo", func(context.Context, *server.Request) (string, error) { return "", nil })
			g.open()
			g.say(notification("notifications/x/tick", `{"n":0}`))
			require.Empty(t, g.hear())
			if era == "legacy" {
				g.say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
			} else {
				g.say(call("1", "echo", envelope("{}")))
			}
			require.Len(t, g.hear(), 1)
			for _, params := range []string{`{"n":1}`, `{"n":2}`, `{"n":"no number"}`, `[1]`, `[]`} {
				g.say(notification("notifications/x/tick", params))
			}
			g.say(notification("notifications/x/other", `{}`))
			require.Empty(t, g.hear())
			require.Equal(t, []string{era + " 1", era + " 2", era + " 0"}, got)
			log := g.log.take()
			require.Contains(t, log, "a notification handler panicked")
			require.Contains(t, log, "do not decode")
		})
	}
}

// A slow handler holds up neither requests nor the connection's end, and a
// flood of notifications is bounded.
func TestNotificationFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		seen := 0
		gate := make(chan struct{})
		server.HandleNotification(g.srv, "notifications/x/tick", func(ctx context.Context, _ *server.Conn, _ any) {
			seen++
			select {
			case <-gate:
			case <-ctx.Done():
			}
		})
		g.initialize("2025-11-25", "{}")
		flood := strings.Repeat(notification("notifications/x/tick", `{}`)+"\n", 3*server.MaxQueuedNotifications)
		g.say(strings.TrimSuffix(flood, "\n"))
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{}}`, g.answer(request("ping", "")).line)
		require.Equal(t, 1, seen)
		require.Equal(t, 1, strings.Count(g.log.take(), "notifications are dropped"))
		close(gate)
		synctest.Wait()
		require.LessOrEqual(t, seen, server.MaxQueuedNotifications+1)
		require.GreaterOrEqual(t, seen, server.MaxQueuedNotifications)
	})
}

// A few long ones are as many as a flood: their bytes are bounded, too. What was
// delivered makes room again, and what is dropped then is said again.
func TestLongNotifications(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		seen, gate := 0, make(chan struct{})
		server.HandleNotification(g.srv, "notifications/x/tick", func(context.Context, *server.Conn, any) {
			seen++
			<-gate
		})
		g.initialize("2025-11-25", "{}")
		long := notification("notifications/x/tick", `{"text":"`+strings.Repeat("x", server.MaxQueuedNotificationBytes/4)+`"}`)
		for round := 1; round <= 2; round++ {
			for range 10 {
				g.say(long)
			}
			require.Empty(t, g.hear())
			require.Equal(t, 1, strings.Count(g.log.take(), "notifications are dropped"), "round %d", round)
			close(gate)
			synctest.Wait()
			require.Equal(t, 4*round, seen, "one at its handler, and three of a fourth of the room and some bytes")
			gate = make(chan struct{})
		}
	})
}

// The context of a handler ends with the connection.
func TestNotificationHandlersEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		ended := make(chan error, 1)
		server.HandleNotification(g.srv, "notifications/x/tick", func(ctx context.Context, _ *server.Conn, _ any) {
			<-ctx.Done()
			ended <- ctx.Err()
		})
		g.initialize("2025-11-25", "{}")
		g.say(notification("notifications/x/tick", `{}`))
		require.Empty(t, g.hear())
		require.Empty(t, ended)
		g.eof()
		require.ErrorIs(t, <-ended, context.Canceled)
	})
}
