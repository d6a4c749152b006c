package server_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// A cancel of an answered element changes nothing (S-LCANCEL-5); one of an element
// that runs is answered in the array, and frees the id at once (decisions C1, C2).
func TestCancelInABatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _, release := batching(t)
		g.say(batch(ping("1"), call("2", "park", ""), call("3", "park", ""), cancelled("1"), cancelled("2"), ping("1"), ping("2"), cancelled("2")))
		require.Empty(t, g.hear())
		require.Equal(t, inUse("1"), g.answer(cancelled("1"), ping("1")).line)
		require.Equal(t, inUse("2"), g.answer(cancelled("2"), ping("2")).line, "the second of the id is in the array")
		release()
		require.Equal(t, []string{batch(pong("1"), code0("2"), inUse("1"), pong("2"), said("3", "parked"))}, g.hear())
		require.Equal(t, pong("2"), g.answer(ping("2")).line)
	})
}

// An element that waits for the start-up is answered as it is cancelled.
func TestCancelInABatchBeforeTheStartup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _, _ := batching(t, server.Startup(func(context.Context) error {
			time.Sleep(time.Second)
			return nil
		}))
		g.say(batch(call("1", "step", ""), ping("2"), cancelled("1"), ping("1")))
		require.Equal(t, []string{batch(pong("2"), code0("1"), pong("1"))}, g.hear())
		g.say(batch(call("1", "step", ""), ping("2"), ping("1")))
		require.Empty(t, g.hear())
		time.Sleep(time.Second)
		require.Equal(t, []string{batch(pong("2"), inUse("1"), said("1", "done"))}, g.hear())
	})
}

// Where a cancel is silent it takes the answer out of an array that is not written,
// and the id is free at once (decisions C1); of one without answers nothing is
// written.
func TestSilentCancelTakesTheAnswerOutOfABatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, out, release := batching(t, server.WithSilentLegacyCancel())
		unknown := `{"jsonrpc":"2.0","id":3,"method":"x"}`
		g.say(batch(ping("1"), ping("2"), unknown, call("4", "park", ""), ping("5"), call("6", "park", "")))
		require.Empty(t, g.hear())
		for _, id := range []string{"1", "3", "5", "6"} {
			require.Equal(t, pong(id), g.answer(cancelled(id), cancelled(id), ping(id)).line, "it is free")
		}
		require.Equal(t, inUse("2"), g.answer(ping("2")).line)
		release()
		require.Equal(t, []string{batch(pong("2"), said("4", "parked"))}, g.hear())

		out.stall()
		g.say(ping("9")) // somebody writes
		synctest.Wait()
		g.say(batch(ping("1"), ping("2")), batch(ping("3"), ping("4")), batch(ping("5")), cancelled("1"), cancelled("2"), cancelled("4"), batch(ping("1")), cancelled("5"))
		synctest.Wait()
		out.resume()
		require.Equal(t, []string{pong("9"), batch(pong("3")), batch(pong("1"))}, g.hear())
		require.Equal(t, pong("5"), g.answer(ping("5")).line)
	})
}
