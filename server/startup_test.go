package server_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// starting is a rig whose start-up lasts until the test ends it with an error,
// or nil.
func starting(t *testing.T, opts ...server.Option) (g *rig, finish chan error) {
	finish = make(chan error, 1)
	g = newRig(t, append(opts, server.Startup(func(ctx context.Context) error {
		select {
		case err := <-finish:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}))...)
	g.tool("echo", func(_ context.Context, req *server.Request) (string, error) {
		return "echo " + req.ID(), req.Progress(1, 0, "")
	})
	return g, finish
}

// Decisions E15: discover is answered at once, a call waits, and can be
// cancelled meanwhile.
func TestStartup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, finish := starting(t)
		g.open()
		env := envelope("{}")
		require.Contains(t, g.answer(request("server/discover", env)).line, `"supportedVersions"`)
		require.Equal(t, `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":9},"notifications":{"toolsListChanged":true}}}`,
			g.answer(`{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}`+env+`}}`).line)
		g.say(call("2", "echo", `,"_meta":{"progressToken":2,`+env[len(`,"_meta":{`):]), call("3", "echo", env), call("4", "echo", env),
			`{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{`+env[1:]+`}}`,
			notification("notifications/cancelled", `{"requestId":3}`))
		require.Empty(t, g.hear())
		require.ElementsMatch(t, []string{"2", "4", "5", "9"}, append(g.conn.State().InFlight, g.conn.State().Listens...))
		finish <- nil
		got := g.hear()
		require.ElementsMatch(t, []string{"", "2", "4", "5"}, ids(t, got)) // and the progress of 2
		require.Equal(t, "echo 6", g.answer(call("6", "echo", env)).text(t))
	})
}

func ids(t *testing.T, lines []string) (all []string) {
	for _, l := range lines {
		all = append(all, string(parse(t, l).ID))
	}
	return all
}

func TestStartupOnLegacy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, finish := starting(t)
		var told []string
		server.HandleNotification(g.srv, "notifications/x/tick", func(context.Context, *server.Conn, any) { told = append(told, "tick") })
		g.initialize("2025-03-26", "{}")
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{}}`, g.answer(request("ping", "")).line)
		g.say(notification("notifications/x/tick", "{}"), call("2", "echo", ""), call("3", "echo", ""), "["+call("4", "echo", "")+"]")
		require.Empty(t, g.hear())
		require.Equal(t, `{"jsonrpc":"2.0","id":2,"error":{"code":0,"message":"Request cancelled"}}`, g.answer(notification("notifications/cancelled", `{"requestId":2}`)).line)
		require.Empty(t, told)
		finish <- nil
		got := g.hear()
		require.ElementsMatch(t, []string{
			`{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"echo 3"}]}}`,
			`[{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"echo 4"}]}}]`}, got)
		require.Equal(t, []string{"tick"}, told)
	})
}

func TestStartupFails(t *testing.T) {
	for name, opts := range map[string]struct {
		opts []server.Option
		fail error
	}{
		"error": {nil, errors.New("no kiln")},
		"listens with handlers": {[]server.Option{server.WithListen(func(ctx context.Context, _ *server.Request, _ *server.Listen) error {
			<-ctx.Done()
			return nil
		})}, errors.New("no kiln")},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, finish := starting(t, opts.opts...)
				conn := g.openLoose()
				start := time.Now()
				g.say(call("1", "echo", envelope("{}")), call("2", "echo", envelope("{}")))
				if opts.opts != nil {
					g.say(`{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{"notifications":{}` + envelope("{}") + `}}`)
				}
				require.Empty(t, g.hear())
				finish <- opts.fail
				err := conn.Wait()
				require.ErrorIs(t, err, server.ErrStartup)
				require.ErrorContains(t, err, "no kiln")
				require.Zero(t, time.Since(start))
				got := g.hear()
				waiting := []string{"1", "2"}
				if opts.opts != nil {
					waiting = append(waiting, "9")
				}
				require.ElementsMatch(t, waiting, ids(t, got), "everything that waits is answered")
				for _, l := range got {
					f := parse(t, l)
					require.Equal(t, -32603, f.code(t))
					require.Equal(t, "The server could not start", f.Error.Message)
				}
				g.in.Close()
			})
		})
	}
}

func TestStartupPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.Startup(func(context.Context) error { panic("a secret") }))
		require.ErrorIs(t, g.openLoose().Wait(), server.ErrStartup)
		require.Contains(t, g.log.take(), "a secret")
		g.in.Close()
	})
}

// The end of the connection does not wait for the start-up longer than the
// drain; what waits is answered.
func TestStartupAtTheEnd(t *testing.T) {
	for name, end := range map[string]func(g *rig){
		"eof":   func(g *rig) { g.in.Close() },
		"close": func(g *rig) { g.conn.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, _ := starting(t)
				conn := g.openLoose()
				g.say(call("1", "echo", envelope("{}")), call("2", "echo", envelope("{}")), notification("notifications/cancelled", `{"requestId":2}`))
				require.Empty(t, g.hear())
				end(g)
				start := time.Now()
				require.NoError(t, conn.Wait())
				require.Equal(t, time.Second, time.Since(start))
				require.Equal(t, []string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Connection closed"}}`}, g.hear())
				g.in.Close()
			})
		})
	}
}

// Neither is the end held up by a start-up that does not care: that is left
// behind, and the log says so.
func TestStartupThatIgnoresTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.Startup(func(context.Context) error {
			time.Sleep(time.Hour)
			return nil
		}), server.WithDrainTimeout(300*time.Millisecond))
		conn := g.openLoose()
		start := time.Now()
		conn.Close()
		require.NoError(t, conn.Wait())
		require.Equal(t, 300*time.Millisecond, time.Since(start))
		require.Contains(t, g.log.take(), "outlives its connection")
		g.in.Close()
		time.Sleep(time.Hour)
	})
}

// A client that cancels what it asks does not fill the memory of a server that
// is still starting.
func TestStartupForgetsTheCancelled(t *testing.T) {
	n := 20_000
	if raceEnabled || testing.Short() {
		n = 2_000
	}
	started := make(chan struct{})
	s := hostileServer(server.Startup(func(context.Context) error {
		<-started
		return nil
	}))
	out := &tally{marks: map[string]int{}}
	pad := strings.Repeat("x", 8<<10)
	withinMemory(t, 64<<20, func() {
		serveWithin(t, s, &repeated{n: 2*n + 1, line: func(i int) string {
			switch {
			case i == 2*n:
				close(started)
				return "\n"
			case i%2 == 0:
				return strings.Replace(waiting(i/2), `"_meta"`, `"arguments":{"pad":"`+pad+`"},"_meta"`, 1)
			}
			return cancelling(i / 2)
		}}, out)
	})
	require.Zero(t, out.lines)
}
