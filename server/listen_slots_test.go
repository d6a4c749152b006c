package server_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

const tools = `{"toolsListChanged":true}`

// requireOneSlot requires that one listen can be opened, and not two. It ends
// what it has opened.
func (g *rig) requireOneSlot() {
	g.t.Helper()
	require.Equal(g.t, acknowledged(`"next"`, tools), g.answer(listening(`"next"`, tools)).line, "the slot is free")
	require.Equal(g.t, protocol.CodeInternalError, g.answer(listening(`"one more"`, tools)).code(g.t), "it was given back once")
	require.Equal(g.t, 1, g.conn.CloseListens(`"next"`))
	require.Equal(g.t, []string{finished(`"next"`)}, g.hear())
}

// However a listen with a handler ends, its slot comes back, and only once (rules A12).
func TestSlotOfAListenHandler(t *testing.T) {
	for name, c := range map[string]struct {
		granted bool                            // before the end
		end     func(g *rig)                    // what ends it from outside, or nil
		handler func(ctx context.Context) error // what it does then
		want    func(t *testing.T, last frame)  // of its last frame
	}{
		"not granted, fails":   {false, nil, func(context.Context) error { return errors.New("no bus") }, isError},
		"not granted, panics":  {false, nil, func(context.Context) error { panic("no bus") }, isError},
		"not granted, returns": {false, nil, func(context.Context) error { return nil }, isResult},
		"granted, fails":       {true, nil, func(context.Context) error { return errors.New("no bus") }, isError},
		"granted, panics":      {true, nil, func(context.Context) error { panic("no bus") }, isError},
		"granted, returns":     {true, nil, func(context.Context) error { return nil }, isResult},
		"closed, returns":      {true, closesListen, func(ctx context.Context) error { <-ctx.Done(); return nil }, isResult},
		"closed, fails":        {true, closesListen, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, isResult},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := listener(t, func(ctx context.Context, req *server.Request, l *server.Listen) error {
					if req.ID() != "1" {
						return attend(ctx, req, l)
					}
					if c.granted {
						l.Acknowledge(l.Filter())
					}
					return c.handler(ctx)
				}, server.WithMaxSubscriptions(1))
				g.open()
				for range 3 {
					g.say(listening("1", tools))
					synctest.Wait()
					if c.end != nil {
						c.end(g)
					}
					said := g.hear()
					require.NotEmpty(t, said)
					c.want(t, parse(t, said[len(said)-1]))
					g.requireOneSlot()
				}
			})
		})
	}
}

func closesListen(g *rig) { require.Equal(g.t, 1, g.conn.CloseListens("1")) }

func isError(t *testing.T, f frame) { require.NotNil(t, f.Error, f.line) }
func isResult(t *testing.T, f frame) {
	require.NotNil(t, f.Result, f.line)
	require.Equal(t, "1", string(f.ID))
}

// A listen that is over gives nothing back a second time: not when its result is
// still to be written and a cancel takes that back.
func TestSlotOfAListenThatIsOver(t *testing.T) {
	for _, opts := range [][]server.Option{nil, {server.WithListen(attend)}} {
		synctest.Test(t, func(t *testing.T) {
			g, slow := waiter(t, append(opts, server.WithMaxSubscriptions(1))...)
			g.answer(listTools("0")) // the lock
			g.answer(listening("1", `{}`))
			slow.stall()
			g.say(listTools("2")) // its answer stands in the pipe
			synctest.Wait()
			closesListen(g)
			synctest.Wait()
			g.say(notification("notifications/cancelled", `{"requestId":1}`))
			synctest.Wait()
			slow.resume()
			require.Equal(t, []string{"2"}, ids(t, g.hear()), "the result was taken back")
			g.requireOneSlot()
		})
	}
}
