package server_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func listening(id, filter string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"subscriptions/listen","params":{"notifications":` + filter + envelope("{}") + `}}`
}

const hello = `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

func acknowledged(id, filter string) string {
	return `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `},"notifications":` + filter + `}}`
}

func updated(id, uri string) string {
	return `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"` + uri + `","_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`
}

func toolsChanged(id string) string {
	return `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`
}

func finished(id string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`
}

// listener is a rig whose listens have a handler.
func listener(t *testing.T, h server.ListenHandler, opts ...server.Option) *rig {
	g := newRig(t, append(opts, server.WithListen(h), server.WithResourceReader(
		func(context.Context, *server.Request, string, map[string]string) (*protocol.ReadResourceResult, error) {
			return nil, nil
		}))...)
	g.tool("echo", func(context.Context, *server.Request) (string, error) { return "", nil })
	return g
}

// attend acknowledges everything and waits for the end.
func attend(ctx context.Context, _ *server.Request, l *server.Listen) error {
	l.Acknowledge(l.Filter())
	<-ctx.Done()
	return ctx.Err()
}

func TestListenHandler(t *testing.T) {
	for _, strategy := range []server.Strategy{server.Adaptive, server.InPlace} {
		synctest.Test(t, func(t *testing.T) {
			listens := map[string]*server.Listen{}
			g := listener(t, func(ctx context.Context, req *server.Request, l *server.Listen) error {
				listens[req.ID()] = l
				l.Acknowledge(protocol.Filter{ToolsListChanged: true, PromptsListChanged: true, ResourceSubscriptions: []string{"x://a", "x://b"}})
				l.Acknowledge(protocol.Filter{}) // too late
				<-ctx.Done()
				return nil
			}, server.WithStrategy(strategy))
			g.open()
			require.Equal(t, acknowledged("0", `{"toolsListChanged":true,"resourceSubscriptions":["x://a"]}`),
				g.answer(listening("0", `{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["x://a","x://c"]}`)).line)
			require.True(t, listens["0"].Publish(server.ResourceUpdated("x://a/1")))
			require.True(t, listens["0"].Publish(server.ResourceUpdated("x://c")))
			require.Equal(t, []string{updated("0", "x://a/1")}, g.hear())
			g.srv.Publish(server.ToolsChanged())
			g.conn.Publish(server.ResourcesChanged())
			g.srv.Publish(server.Change{})
			require.Equal(t, []string{toolsChanged("0")}, g.hear())
			require.Equal(t, -32022, g.answer(hello).code(t)) // the acknowledgement took the lock
			require.Equal(t, 1, g.conn.CloseListens("0"))
			require.Equal(t, []string{finished("0")}, g.hear())
			require.False(t, listens["0"].Publish(server.ToolsChanged()))
			require.Empty(t, g.hear())
		})
	}
}

// A cancel is silence, at once, whatever the handler does; its slot is free.
// Shows S-CANCEL-3.
func TestListenHandlerCancelled(t *testing.T) {
	for name, h := range map[string]server.ListenHandler{
		"obeys": attend,
		"fails": func(ctx context.Context, req *server.Request, l *server.Listen) error {
			attend(ctx, req, l)
			return errors.New("a secret")
		},
		"ignores its context": func(ctx context.Context, req *server.Request, l *server.Listen) error {
			attend(ctx, req, l)
			for range 10 {
				l.Publish(server.ToolsChanged())
				time.Sleep(10 * time.Millisecond)
			}
			return nil
		},
		"never acknowledged": func(ctx context.Context, req *server.Request, l *server.Listen) error {
			if req.ID() == "2" {
				return attend(ctx, req, l)
			}
			<-ctx.Done()
			l.Acknowledge(l.Filter())
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := listener(t, h, server.WithMaxSubscriptions(1))
				g.open()
				g.say(listening("1", `{"toolsListChanged":true}`))
				synctest.Wait()
				require.Equal(t, -32603, g.last(listening("3", `{"toolsListChanged":true}`)).code(t), "at capacity")
				g.say(notification("notifications/cancelled", `{"requestId":1}`))
				synctest.Wait() // it is read
				g.srv.Publish(server.ToolsChanged())
				require.Empty(t, g.hear())
				require.Equal(t, acknowledged("2", `{"toolsListChanged":true}`), g.answer(listening("2", `{"toolsListChanged":true}`)).line)
				time.Sleep(time.Second)
				require.Empty(t, g.hear())
			})
		})
	}
}

// An error before the acknowledgement commits to nothing, one after it is the
// listen's answer (rules A8).
func TestListenHandlerFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := listener(t, func(_ context.Context, req *server.Request, l *server.Listen) error {
			switch req.ID() {
			case "1":
				return &protocol.Error{Code: -31000, Message: "no bus"}
			case "2":
				panic("a secret")
			}
			l.Acknowledge(l.Filter())
			return errors.New("a secret")
		})
		g.open()
		require.Equal(t, -31000, g.answer(listening("1", `{"toolsListChanged":true}`)).code(t))
		require.Equal(t, -32603, g.answer(listening("2", `{"toolsListChanged":true}`)).code(t))
		require.Equal(t, "open", g.conn.State().Era)
		g.say(listening("3", `{"toolsListChanged":true}`))
		require.Equal(t, []string{acknowledged("3", `{"toolsListChanged":true}`), `{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"Internal server error"}}`}, g.hear())
		require.Equal(t, "modern", g.conn.State().Era)
		require.Empty(t, g.conn.State().Listens)
	})
}

// Rules A14: at the end every listen gets its result, also one whose handler
// does not listen.
func TestListenHandlerAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		g := listener(t, func(ctx context.Context, req *server.Request, l *server.Listen) error {
			if req.ID() == "1" {
				return attend(ctx, req, l)
			}
			l.Acknowledge(l.Filter())
			<-gate
			return nil
		})
		conn := g.openLoose()
		g.say(listening("1", `{}`), listening("2", `{}`))
		require.Len(t, g.hear(), 2)
		start := time.Now()
		conn.Close()
		require.Equal(t, []string{finished("1")}, g.hear())
		require.NoError(t, conn.Wait())
		require.Equal(t, time.Second, time.Since(start))
		require.Equal(t, []string{finished("2")}, g.hear())
		close(gate)
		g.in.Close()
	})
}

// Decisions C4 for a listen with a handler: its context ends.
func TestListenHandlerCannotKeepUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := listener(t, attend, server.WithMaxBufferedEvents(1))
		slow := &stallable{w: g.out}
		g.openOver(slow)
		g.say(listening("1", `{"resourceSubscriptions":["x://"]}`))
		require.Len(t, g.hear(), 1)
		slow.stall()
		for _, uri := range []string{"x://a", "x://b", "x://c", "x://d"} { // the first is on its way
			g.srv.PublishResourceUpdated(uri)
			synctest.Wait()
		}
		slow.resume()
		require.Equal(t, []string{updated("1", "x://a"),
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"the subscriber cannot keep up","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`}, g.hear())
		require.Empty(t, g.conn.State().InFlight)
	})
}

// A listen that is acknowledged while the connection drains gets its result, and
// its handler is told.
func TestListenHandlerAcknowledgesLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate, returned := make(chan struct{}), make(chan struct{})
		g := listener(t, func(ctx context.Context, req *server.Request, l *server.Listen) error {
			defer close(returned)
			<-gate
			return attend(ctx, req, l)
		})
		conn := g.openLoose()
		g.say(listening("1", `{}`))
		require.Empty(t, g.hear())
		conn.Close()
		close(gate)
		require.Equal(t, []string{acknowledged("1", `{}`)}, g.hear())
		require.NoError(t, conn.Wait())
		require.Equal(t, []string{finished("1")}, g.hear())
		<-returned
		g.in.Close()
	})
}
