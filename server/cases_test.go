package server_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// The cases that need a fixture in the process, by their ids.

func listTools(id string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/list","params":{` + envelope("{}")[1:] + `}}`
}

// kilned is a rig that has a tool.
func kilned(t *testing.T, opts ...server.Option) *rig {
	g := newRig(t, opts...)
	g.tool("step", func(_ context.Context, req *server.Request) (string, error) { return "done", req.Progress(1, 0, "") })
	return g
}

// S040: a handshake that is refused commits to nothing.
func TestS040VetoedInitialize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen string
		g := kilned(t, server.WithHandshake(func(client protocol.InitializeParams) error {
			seen = client.ClientInfo.Name
			return &protocol.Error{Code: -32001, Message: "vetoed"}
		}))
		g.open()
		require.Equal(t, `{"jsonrpc":"2.0","id":"i","error":{"code":-32001,"message":"vetoed"}}`, g.answer(hello).line)
		require.Equal(t, "c", seen)
		require.Equal(t, "complete", g.answer(listTools("2")).Result.ResultType)
		require.Equal(t, "modern", g.conn.State().Era)
		require.Equal(t, -32022, g.answer(hello).code(t))
	})
}

func TestHandshakeCheckFails(t *testing.T) {
	for name, check := range map[string]func(protocol.InitializeParams) error{
		"error": func(protocol.InitializeParams) error { return errors.New("a secret") },
		"panic": func(protocol.InitializeParams) error { panic("a secret") },
	} {
		synctest.Test(t, func(t *testing.T) {
			g := kilned(t, server.WithHandshake(check))
			g.open()
			require.Equal(t, `{"jsonrpc":"2.0","id":"i","error":{"code":-32603,"message":"Internal server error"}}`, g.answer(hello).line, name)
			require.Contains(t, g.log.take(), "a secret")
		})
	}
}

// S057: an observer that panics when the lock is taken is contained.
func TestS057ObserverPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		locks := 0
		g := kilned(t, server.Observe(func(e server.Event) {
			if e.Kind == server.Locked {
				locks++
			}
			panic("a secret")
		}))
		g.open()
		g.say(call("1", "step", `,"_meta":{"progressToken":1,`+envelope("{}")[len(`,"_meta":{`):]))
		got := g.hear()
		require.Len(t, got, 2)
		require.Equal(t, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`, got[0])
		require.Equal(t, "done", parse(t, got[1]).text(t))
		require.Equal(t, 1, locks)
		require.Equal(t, "modern", g.conn.State().Era)
	})
}

// S067: a listen that fails before its acknowledgement locks nothing. A result
// without its stamp cannot be had: the server stamps it.
func TestS067ListenThatFailsNeverLocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := listener(t, func(context.Context, *server.Request, *server.Listen) error { return errors.New("a secret") })
		g.open()
		require.Equal(t, -32603, g.answer(listening("1", `{"toolsListChanged":true}`)).code(t))
		require.Contains(t, g.answer(hello).line, `"protocolVersion":"2025-11-25"`)
		require.Equal(t, "legacy", g.conn.State().Era)
	})
}

// S068: a listen handler that returns at once is acknowledged first, and locks.
func TestS068ListenThatReturnsLocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := listener(t, func(context.Context, *server.Request, *server.Listen) error { return nil })
		g.open()
		g.say(listening("1", `{"toolsListChanged":true}`))
		require.Equal(t, []string{acknowledged("1", `{"toolsListChanged":true}`), finished("1")}, g.hear())
		f := g.answer(hello)
		require.Equal(t, -32022, f.code(t))
		require.JSONEq(t, `{"supported":["2026-07-28"],"requested":"2025-11-25"}`, string(f.Error.Data))
	})
}

// A ping is answered inline, so no middleware can park it. What happens to one
// that a shell answers later is the session's to say.
func pingInFlight(t *testing.T) (s *machine.ServerSession, read func(c model.Class, id string) []machine.Action) {
	s = machine.NewServerSession(machine.ServerOptions{})
	read = func(c model.Class, id string) []machine.Action {
		return s.Step(machine.Input{Kind: machine.FrameRead, Class: c, ID: []byte(id)}, nil)
	}
	acts := read(model.ClassPing, "1")
	require.Equal(t, machine.Pong, acts[0].Do)
	return s, read
}

func answersCancelled(acts []machine.Action) bool {
	for _, a := range acts {
		if a.Do == machine.ReplyCancelled {
			return true
		}
	}
	return false
}

// S098: while the connection is open, a cancelled bare ping has the legacy answer.
func TestS098CancelledPingOnOpen(t *testing.T) {
	s, read := pingInFlight(t)
	require.True(t, answersCancelled(read(model.ClassCancelled, "1")))
	require.Equal(t, model.EraOpen, s.Era())
}

// S099: silence is decided when a request is admitted, not when it is cancelled.
func TestS099LegacyStragglerOnModern(t *testing.T) {
	s, read := pingInFlight(t)
	for _, a := range read(model.ClassEnveloped, "2") {
		if a.Do == machine.Run {
			s.Step(machine.Input{Kind: machine.Finished, Ref: a.Ref}, nil)
		}
	}
	require.Equal(t, model.EraModern, s.Era())
	require.True(t, answersCancelled(read(model.ClassCancelled, "1")))
}

// S124: a close while the server is still starting. The case wants silence; by
// decisions C3 what was read is answered, once, and the end is clean.
func TestS124CloseWhileStarting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, finish := starting(t)
		conn := g.openLoose()
		g.say(listTools("1"))
		require.Empty(t, g.hear())
		require.Equal(t, "open", conn.State().Era)
		conn.Close()
		require.Empty(t, g.hear())
		finish <- nil
		require.Len(t, g.hear(), 1)
		require.NoError(t, conn.Wait())
		require.Empty(t, g.hear())
		g.in.Close()
	})
}

// S126: a result that is on its way when the context ends is not answered again.
func TestS126NoSecondAnswerAtShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t)
		slow := &stallable{w: g.out}
		ctx, cancel := context.WithCancel(context.Background())
		conn := g.openIn(ctx, slow)
		require.Equal(t, "complete", g.answer(listTools(`"l"`)).Result.ResultType)
		slow.stall()
		g.say(listTools("7"))
		require.Empty(t, g.hear())
		cancel()
		synctest.Wait()
		slow.resume()
		got := g.hear()
		require.Len(t, got, 1)
		require.Equal(t, "complete", parse(t, got[0]).Result.ResultType)
		require.NoError(t, conn.Wait())
		require.Empty(t, g.hear())
		g.in.Close()
	})
}

// S149: a listen that cannot keep up is ended, and its slot is free.
func TestS149BacklogOverflow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithMaxBufferedEvents(4), server.WithMaxSubscriptions(1), server.WithResourceReader(
			func(context.Context, *server.Request, string, map[string]string) (*protocol.ReadResourceResult, error) {
				return nil, nil
			}))
		g.tool("step", func(context.Context, *server.Request) (string, error) { return "", nil })
		slow := &stallable{w: g.out}
		g.openOver(slow)
		g.answer(listening("1", `{"resourceSubscriptions":["kiln://a","kiln://b","kiln://c","kiln://d","kiln://e","kiln://f"]}`))
		slow.stall()
		g.say(call("9", "step", envelope("{}"))) // its answer stands in the pipe
		synctest.Wait()
		for _, uri := range []string{"kiln://a", "kiln://b", "kiln://c", "kiln://d", "kiln://e"} {
			g.srv.PublishResourceUpdated(uri)
			g.srv.PublishResourceUpdated(uri) // coalesced (decisions C6)
		}
		slow.resume()
		got := g.hear()
		require.Len(t, got, 2)
		require.Equal(t, "9", string(parse(t, got[0]).ID))
		require.Equal(t, "notifications/cancelled", parse(t, got[1]).Method)
		require.JSONEq(t, `{"requestId":1,"reason":"the subscriber cannot keep up","_meta":{"io.modelcontextprotocol/subscriptionId":1}}`, string(parse(t, got[1]).Params))
		require.Equal(t, acknowledged("2", `{"toolsListChanged":true}`), g.answer(listening("2", `{"toolsListChanged":true}`)).line)
	})
}

// bus is an event bus of the kind that a program may have already.
type bus struct{ subscribers []func() }

func (b *bus) publish() {
	for _, s := range b.subscribers {
		s()
	}
}

// S151: one listen that panics over an event does not take it from another. It
// is answered with an error: its client must not wait for ever.
func TestS151ListenerPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bus
		g := listener(t, func(ctx context.Context, req *server.Request, l *server.Listen) error {
			events := make(chan struct{}, 1)
			b.subscribers = append(b.subscribers, func() { events <- struct{}{} })
			l.Acknowledge(l.Filter())
			for {
				select {
				case <-events:
					if req.ID() == "1" {
						panic("a secret")
					}
					l.Publish(server.ToolsChanged())
				case <-ctx.Done():
					return nil
				}
			}
		})
		g.open()
		require.Equal(t, acknowledged("1", `{"toolsListChanged":true}`), g.answer(listening("1", `{"toolsListChanged":true}`)).line)
		require.Equal(t, acknowledged("2", `{"toolsListChanged":true}`), g.answer(listening("2", `{"toolsListChanged":true}`)).line)
		b.publish()
		require.ElementsMatch(t, []string{toolsChanged("2"), `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal server error"}}`}, g.hear())
		require.Equal(t, []string{"2"}, g.conn.State().Listens)
	})
}

// S152: a bus whose unsubscribing fails does not keep the slot.
func TestS152UnsubscribeFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := listener(t, func(ctx context.Context, _ *server.Request, l *server.Listen) error {
			l.Acknowledge(l.Filter())
			<-ctx.Done()
			panic("cannot unsubscribe")
		}, server.WithMaxSubscriptions(1))
		g.open()
		require.Equal(t, acknowledged("1", `{"toolsListChanged":true}`), g.answer(listening("1", `{"toolsListChanged":true}`)).line)
		g.say(notification("notifications/cancelled", `{"requestId":1}`))
		time.Sleep(200 * time.Millisecond)
		require.Empty(t, g.hear())
		require.Equal(t, acknowledged("2", `{"toolsListChanged":true}`), g.answer(listening("2", `{"toolsListChanged":true}`)).line)
	})
}

// S170: a ping of the server's is refused on modern, and nothing is written.
func TestS170PingOnModern(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t)
		g.open()
		require.Equal(t, "complete", g.answer(listTools("1")).Result.ResultType)
		require.ErrorIs(t, g.conn.Ping(t.Context()), server.ErrCannotAsk)
		require.Empty(t, g.hear())
	})
}

// S177: input can be required by tools, prompts and resources only.
func TestS177NeedOfAList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t, server.WithMiddleware(func(next server.Handler) server.Handler {
			return func(ctx context.Context, req *server.Request) (any, error) {
				if req.Method() == protocol.MethodToolsList {
					return nil, req.Need(server.AskForm("pick", "Which color?", server.FormSchema[form]()))
				}
				return next(ctx, req)
			}
		}))
		g.open()
		require.Equal(t, -32603, g.answer(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"ask"`+envelope(everything)+`}}`).code(t))
	})
}
