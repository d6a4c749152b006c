package server_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// InPlace runs one handler after the other, also when the first is slow and
// the writes before it were watched.
func TestInPlaceKeepsTheRole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithStrategy(server.InPlace))
		var running atomic.Int32
		g.tool("slow", func(context.Context, *server.Request) (string, error) {
			require.EqualValues(t, 1, running.Add(1))
			defer running.Add(-1)
			time.Sleep(50 * time.Millisecond)
			return "slow", nil
		})
		g.initialize("2025-11-25", "{}")
		g.say(call("1", "slow", ""), call("2", "slow", ""))
		time.Sleep(75 * time.Millisecond)
		require.EqualValues(t, 1, running.Load())
		time.Sleep(75 * time.Millisecond)
		require.Len(t, g.hear(), 2)
	})
}
