package server_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// direct makes every direct call and says how each went.
func direct(ctx context.Context, req *server.Request, call string) (text string, err error) {
	switch call {
	case "roots":
		var roots []protocol.Root
		roots, err = req.Roots(ctx)
		text = fmt.Sprint(len(roots))
	case "sample":
		var res *protocol.CreateMessageResult
		res, err = req.Sample(ctx, protocol.CreateMessageParams{MaxTokens: 1, Messages: []protocol.SamplingMessage{
			{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("x")}}}})
		if err == nil {
			text = res.Model
		}
	case "elicit":
		var res *protocol.ElicitResult
		res, err = req.Elicit(ctx, protocol.ElicitParams{Mode: protocol.ElicitForm, Message: "m", RequestedSchema: server.FormSchema[form]()})
		if err == nil {
			text = string(res.Action)
		}
	case "ping":
		err = req.Ping(ctx)
		text = "pong"
	}
	return text, err
}

var directCalls = map[string]struct{ method, result, text string }{
	"roots":  {"roots/list", `{"roots":[{"uri":"file:///a"},{"uri":"file:///b"}]}`, "2"},
	"sample": {"sampling/createMessage", `{"role":"assistant","content":{"type":"text","text":"x"},"model":"m1"}`, "m1"},
	"elicit": {"elicitation/create", `{"action":"decline"}`, "decline"},
	"ping":   {"ping", `{}`, "pong"},
}

func directRig(t *testing.T, opts ...server.Option) (*rig, map[string]error) {
	g, failed := newRig(t, opts...), map[string]error{}
	for name := range directCalls {
		g.tool(name, func(ctx context.Context, req *server.Request) (string, error) {
			text, err := direct(ctx, req, name)
			failed[name] = err
			return text, err
		})
	}
	return g, failed
}

func TestDirectCallsOfALegacyClient(t *testing.T) {
	for _, strategy := range []server.Strategy{server.Adaptive, server.Goroutines, server.InPlace} {
		synctest.Test(t, func(t *testing.T) {
			g, failed := directRig(t, server.WithStrategy(strategy))
			g.initialize("2025-11-25", everything)
			ids := map[string]bool{}
			for name, c := range directCalls {
				f := g.asks(call("1", name, ""))
				require.Equal(t, c.method, f.Method)
				require.False(t, ids[string(f.ID)], "S-ID-3")
				ids[string(f.ID)] = true
				require.Equal(t, c.text, g.answer(f.reply(c.result)).text(t))

				f = g.answer(g.asks(call("1", name, "")).refuse(-32601, "not me"))
				require.True(t, f.Result.IsError, "the client's error is not the answer to its request: %s", f.line)
				var refused *server.ClientError
				require.ErrorAs(t, failed[name], &refused)
				require.Equal(t, -32601, refused.Code)
				require.Equal(t, c.method, refused.Method)

				if name != "ping" { // any result is a pong
					g.answer(g.asks(call("1", name, "")).reply(`{}`))
					require.ErrorContains(t, failed[name], "not what the protocol says")
				}
			}
		})
	}
}

// What a version does not know is not asked, and what it knows is in its shape, as
// for Need.
func TestDirectCallsAreShapedForTheVersion(t *testing.T) {
	for version, want := range map[string]string{"2025-11-25": `"params":{"mode":"form","message":"m",`, "2025-06-18": `"params":{"message":"m"`, "2025-03-26": ""} {
		synctest.Test(t, func(t *testing.T) {
			g, failed := directRig(t)
			g.initialize(version, everything)
			f := g.answer(call("1", "elicit", ""))
			if want == "" {
				require.ErrorContains(t, failed["elicit"], "does not know")
				require.NotNil(t, f.Result, f.line)
				return
			}
			require.Equal(t, "elicitation/create", f.Method)
			require.Contains(t, f.line, want, version)
		})
	}
}

// Rules C5: on modern they fail locally, and nothing reaches the wire.
func TestDirectCallsOfAModernClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, failed := directRig(t)
		g.open()
		for name := range directCalls {
			f := g.answer(call("1", name, envelope(everything)))
			require.True(t, f.Result.IsError, f.line)
			require.ErrorIs(t, failed[name], server.ErrModern)
		}
		require.ErrorIs(t, g.conn.Ping(t.Context()), server.ErrCannotAsk)
		require.Empty(t, g.hear())
	})
}

func TestDirectCallsUndeclared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := directRig(t)
		g.initialize("2025-11-25", `{}`)
		for _, name := range []string{"roots", "sample", "elicit"} {
			f := g.answer(call("1", name, ""))
			require.Equal(t, protocol.CodeInternalError, f.code(t))
			require.Contains(t, f.Error.Message, "did not declare")
		}
	})
}

// Shows S-TIME-1, S-TIME-3, S-LCANCEL-7.
func TestDirectCallsEnd(t *testing.T) {
	cancelled := func(t *testing.T, line string, asked frame) {
		t.Helper()
		require.Contains(t, line, `"method":"notifications/cancelled","params":{"requestId":`+string(asked.ID)+`,`)
	}
	t.Run("timeout", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g, failed := directRig(t, server.WithAskTimeout(time.Minute))
			g.initialize("2025-11-25", everything)
			asked := g.asks(call("1", "roots", ""))
			time.Sleep(time.Minute)
			lines := g.hear()
			require.Len(t, lines, 2)
			cancelled(t, lines[0], asked)
			require.ErrorIs(t, failed["roots"], server.ErrAskTimeout)
			require.ErrorIs(t, failed["roots"], context.DeadlineExceeded)
		})
	})
	t.Run("no timeout", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g, _ := directRig(t, server.WithAskTimeout(0))
			g.initialize("2025-11-25", everything)
			asked := g.asks(call("1", "ping", ""))
			time.Sleep(1000 * time.Hour)
			require.Equal(t, "pong", g.answer(asked.reply(`{}`)).text(t))
		})
	})
	t.Run("the handler's own context", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t)
			why := errors.New("enough")
			g.tool("ask", func(ctx context.Context, req *server.Request) (string, error) {
				ctx, stop := context.WithTimeoutCause(ctx, time.Second, why)
				defer stop()
				_, err := req.Roots(ctx)
				return fmt.Sprint(errors.Is(err, why)), nil
			})
			g.initialize("2025-11-25", everything)
			asked := g.asks(call("1", "ask", ""))
			time.Sleep(time.Second)
			lines := g.hear()
			require.Len(t, lines, 2)
			cancelled(t, lines[0], asked)
			require.Equal(t, "true", parse(t, lines[1]).text(t))
		})
	})
	t.Run("cancel", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g, failed := directRig(t)
			g.initialize("2025-11-25", everything)
			asked := g.asks(call("1", "roots", ""))
			g.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			lines := g.hear()
			require.Len(t, lines, 2)
			require.Equal(t, 0, parse(t, lines[0]).code(t))
			cancelled(t, lines[1], asked)
			require.ErrorIs(t, failed["roots"], context.Canceled)
		})
	})
	t.Run("after a cancel", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t)
			var err error
			g.tool("ask", func(ctx context.Context, req *server.Request) (string, error) {
				<-ctx.Done()
				_, err = req.Roots(context.Background())
				return "", err
			})
			g.initialize("2025-11-25", everything)
			g.say(call("1", "ask", ""))
			g.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			require.Len(t, g.hear(), 1, "no nested request after code 0")
			require.ErrorIs(t, err, server.ErrCannotAsk)
		})
	})
	t.Run("end of input", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g, failed := directRig(t)
			g.initialize("2025-11-25", everything)
			g.asks(call("1", "roots", ""))
			g.eof()
			f := parse(t, g.hear()[0])
			require.True(t, f.Result.IsError)
			require.ErrorIs(t, failed["roots"], server.ErrAskLost)
		})
	})
}

func TestPingOfTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.open()
		require.ErrorIs(t, g.conn.Ping(t.Context()), server.ErrCannotAsk, "S-LIFE-2")
		require.Empty(t, g.hear())
		g.say(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
		require.Len(t, g.hear(), 1)

		done := make(chan error, 1)
		ping := func(ctx context.Context) frame {
			go func() { done <- g.conn.Ping(ctx) }()
			return parse(t, g.hear()[0])
		}
		f := ping(t.Context())
		require.Equal(t, "ping", f.Method)
		g.say(f.reply(`{}`))
		require.NoError(t, <-done)

		ctx, stop := context.WithCancel(t.Context())
		ping(ctx)
		stop()
		require.ErrorIs(t, <-done, context.Canceled)
		require.Len(t, g.hear(), 1, "notifications/cancelled")

		ping(t.Context())
		g.conn.Close() // nothing else is in flight
		synctest.Wait()
		require.ErrorIs(t, <-done, server.ErrAskLost)
		require.ErrorIs(t, g.conn.Ping(t.Context()), server.ErrCannotAsk)
	})
}
