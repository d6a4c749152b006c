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
