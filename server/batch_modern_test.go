package server_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// A modern element, where both eras share a connection, is cancelled in silence: its
// answer leaves the array, and the others do not wait for it (decisions C1).
func TestSilentCancelOfAModernElement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _, release := batching(t, server.WithPolicy(model.Concurrent))
		g.say(batch(ping("1"), call("2", "park", envelope("{}")), call("3", "step", envelope("{}")), call("4", "park", "")))
		require.Empty(t, g.hear())
		g.say(cancelled("2"), cancelled("3"), cancelled("4"))
		require.Equal(t, []string{batch(pong("1"), code0("4"))}, g.hear())
		release()
		require.Empty(t, g.hear())
		require.Equal(t, pong("2"), g.answer(ping("2")).line)
	})
}

// An array does not wait for the end of a listen, whoever runs it: its frames are
// lines of their own.
func TestAListenInABatch(t *testing.T) {
	handler := server.WithListen(func(ctx context.Context, _ *server.Request, l *server.Listen) error {
		l.Acknowledge(l.Filter())
		<-ctx.Done()
		return nil
	})
	for _, opts := range [][]server.Option{nil, {handler}} {
		synctest.Test(t, func(t *testing.T) {
			g, _, _ := batching(t, append(opts, server.WithPolicy(model.Concurrent))...)
			g.say(batch(ping("1"), listening("2", `{"toolsListChanged":true}`), ping("2")))
			got := g.hear()
			require.Len(t, got, 2)
			array := slices.Index(got, batch(pong("1"), inUse("2")))
			require.GreaterOrEqual(t, array, 0, got)
			require.Equal(t, protocol.NotificationAcknowledged, parse(t, got[1-array]).Method)
			g.eof()
			require.Equal(t, []string{"2"}, ids(t, g.hear()), "its result")
		})
	}
}
