package server_test

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

const internalError = `"error":{"code":-32603,"message":"Internal server error"}}`

// A handler that ends its goroutine has failed, at once, wherever it ran, and the
// connection reads on.
func TestHandlerThatEndsItsGoroutine(t *testing.T) {
	for name, strategy := range map[string]server.Strategy{"adaptive": server.Adaptive, "goroutines": server.Goroutines, "in place": server.InPlace} {
		synctest.Test(t, func(t *testing.T) {
			g := kilned(t, server.WithStrategy(strategy))
			g.tool("exit", func(context.Context, *server.Request) (string, error) {
				runtime.Goexit()
				return "", nil
			})
			server.HandleMethod(g.srv, "x/exit", server.InBoth, func(context.Context, *server.Request, struct{}) (any, error) {
				runtime.Goexit()
				return nil, nil
			})
			g.open()
			begun := time.Now()
			for range 3 {
				require.Equal(t, `{"jsonrpc":"2.0","id":1,`+internalError, g.answer(call("1", "exit", envelope("{}"))).line, name)
				require.Equal(t, `{"jsonrpc":"2.0","id":1,`+internalError, g.answer(request("x/exit", envelope("{}"))).line, name)
				require.Equal(t, "done", g.answer(call("2", "step", envelope("{}"))).text(t), name)
			}
			require.Zero(t, time.Since(begun))
			require.Empty(t, g.conn.State().InFlight)
			require.Contains(t, g.log.take(), "ended its goroutine")
		})
	}
}

// The same for a listen, for a notification and for the start-up.
func TestOtherHandlersThatEndTheirGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t, server.WithListen(func(_ context.Context, _ *server.Request, l *server.Listen) error {
			l.Acknowledge(l.Filter())
			runtime.Goexit()
			return nil
		}))
		g.open()
		require.Equal(t, `{"jsonrpc":"2.0","id":1,`+internalError, g.last(request("subscriptions/listen", `"notifications":{}`+envelope("{}"))).line)
		require.Empty(t, g.conn.State().Listens)
	})
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t)
		ticks := 0
		server.HandleNotification(g.srv, "x/tick", func(context.Context, *server.Conn, struct{}) {
			if ticks++; ticks == 1 {
				runtime.Goexit()
			}
		})
		g.initialize("2025-11-25", "{}")
		for range 3 {
			g.say(`{"jsonrpc":"2.0","method":"x/tick"}`)
			require.Empty(t, g.hear())
		}
		require.Equal(t, 3, ticks)
	})
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t, server.Startup(func(context.Context) error {
			time.Sleep(time.Second)
			runtime.Goexit()
			return nil
		}))
		conn := g.openLoose()
		g.say(call("1", "step", envelope("{}")))
		time.Sleep(2 * time.Second)
		require.Equal(t, -32603, parse(t, g.hear()[0]).code(t))
		require.ErrorIs(t, conn.Wait(), server.ErrStartup)
		g.in.Close()
	})
}

// leaves has no JSON: whoever decodes it does not come back.
type leaves struct{}

func (*leaves) UnmarshalJSON([]byte) error {
	runtime.Goexit()
	return nil
}

// The same for what runs on the goroutine that reads: another one reads on.
func TestTheReadersGoroutineIsEnded(t *testing.T) {
	addLeaves := func(g *rig) {
		server.AddTool(g.srv, protocol.Tool{Name: "leaves", InputSchema: []byte(`{"type":"object"}`)},
			func(context.Context, *server.Request, leaves) (string, error) { return "", nil })
	}
	for name, strategy := range map[string]server.Strategy{"adaptive": server.Adaptive, "goroutines": server.Goroutines, "in place": server.InPlace} {
		synctest.Test(t, func(t *testing.T) {
			g := kilned(t, server.WithStrategy(strategy))
			addLeaves(g)
			g.open()
			for range 3 {
				require.Equal(t, `{"jsonrpc":"2.0","id":1,`+internalError, g.answer(call("1", "leaves", envelope("{}"))).line, name)
				require.Equal(t, "done", g.answer(call("2", "step", envelope("{}"))).text(t), name)
			}
			require.Empty(t, g.conn.State().InFlight)
			require.Contains(t, g.log.take(), "ended its goroutine")
		})
	}
	synctest.Test(t, func(t *testing.T) { // a batch ends there
		g := kilned(t)
		addLeaves(g)
		g.initialize("2025-03-26", "{}")
		g.say("[" + call("1", "leaves", "") + "]")
		require.Equal(t, []string{`[{"jsonrpc":"2.0","id":1,` + internalError + `]`}, g.hear())
		require.Equal(t, "done", g.answer(call("2", "step", "")).text(t))
	})
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		g := kilned(t, server.WithHandshake(func(protocol.InitializeParams) error {
			if tries++; tries < 3 {
				runtime.Goexit()
			}
			return nil
		}))
		g.open()
		hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
		for range 2 {
			require.Equal(t, `{"jsonrpc":"2.0","id":1,`+internalError, g.answer(hello).line)
		}
		require.Nil(t, g.answer(hello).Error)
	})
}
