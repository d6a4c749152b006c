package server_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// A source runs while there is a connection, and tells listens and legacy
// clients alike.
func TestEventSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var publish func(server.Change)
		runs := 0
		source := func(ctx context.Context, p func(server.Change)) error {
			publish, runs = p, runs+1
			<-ctx.Done()
			runs--
			return ctx.Err()
		}
		g := newRig(t, server.Events(source), server.Events(func(context.Context, func(server.Change)) error { return errors.New("no bus") }),
			server.Events(func(context.Context, func(server.Change)) error { panic("a secret") }))
		g.tool("echo", func(context.Context, *server.Request) (string, error) { return "", nil })
		synctest.Wait()
		require.Zero(t, runs)
		conn := g.openLoose()
		g.say(listening("1", `{"toolsListChanged":true}`))
		require.Len(t, g.hear(), 1)
		require.Equal(t, 1, runs)
		publish(server.ToolsChanged())
		publish(server.PromptsChanged())
		require.Equal(t, []string{toolsChanged("1")}, g.hear())
		log := g.log.take()
		require.Contains(t, log, "no bus")
		require.Contains(t, log, "a secret")
		in := g.in
		second := g.openLoose()
		synctest.Wait()
		require.Equal(t, 1, runs, "one for all connections")
		g.in.Close()
		require.NoError(t, second.Wait())
		synctest.Wait()
		require.Equal(t, 1, runs, "until the last has ended")
		g.log.take() // the others are started with the first connection only
		in.Close()
		require.NoError(t, conn.Wait())
		synctest.Wait()
		require.Zero(t, runs)
		require.Empty(t, g.log.take(), "an end that was asked for is no failure")
		g.out.take()

		g.initialize("2025-11-25", "{}")
		require.Equal(t, 1, runs)
		publish(server.ToolsChanged())
		require.Equal(t, []string{`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`}, g.hear())
	})
}

// The zero Change is none: nobody is told of anything, also not who watches the
// empty URI, which is the URI of that Change.
func TestNoChange(t *testing.T) {
	publish := func(g *rig, told int) {
		g.srv.Publish(server.Change{})
		g.conn.Publish(server.Change{})
		g.srv.PublishResourceUpdated("")
		require.Empty(g.t, g.hear())
		g.srv.PublishResourceUpdated("x://a") // it would have been told by now
		require.Len(g.t, g.hear(), told)
	}
	synctest.Test(t, func(t *testing.T) {
		var l *server.Listen
		g := listener(t, func(ctx context.Context, req *server.Request, one *server.Listen) error {
			l = one
			return attend(ctx, req, l)
		})
		g.open()
		publish(g, 0)
		const asked = `{"toolsListChanged":true,"resourceSubscriptions":["","x://"]}`
		require.Equal(t, acknowledged("1", asked), g.answer(listening("1", asked)).line)
		publish(g, 1)
		require.True(t, l.Publish(server.Change{}), "it is open")
		require.Empty(t, g.hear())
		require.Equal(t, 1, g.conn.CloseListens("1"))
		require.Len(t, g.hear(), 1)
		require.False(t, l.Publish(server.Change{}))
	})
	synctest.Test(t, func(t *testing.T) {
		g, _ := waiter(t)
		g.answer(hello)
		g.say(notification("notifications/initialized", "{}"))
		require.NotNil(t, g.answer(request("resources/subscribe", `"uri":"x://"`)).Result)
		publish(g, 1)
	})
}
