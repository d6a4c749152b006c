package server_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// A batch's answer is written when the array is complete: until then no id of it is
// free, in the array and outside (decisions A5, C1). Then each is.
func TestIDsOfABatchAreInUseUntilItIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reused := 0
		g, out, release := batching(t, server.Observe(func(e server.Event) {
			if e.Kind == server.IDReused {
				reused++
			}
		}))
		unknown := `{"jsonrpc":"2.0","id":"3","method":"x"}`
		unknownAnswer := `{"jsonrpc":"2.0","id":"3","error":{"code":-32601,"message":"Method not found","data":"x"}}`
		first := batch(ping("1"), ping("1.0"), call("2", "step", ""), call("2", "step", ""), unknown, unknown, ping("3"))
		g.say(first)
		got := g.hear()
		require.Len(t, got, 1)
		for _, answer := range []string{pong("1"), inUse("1.0"), said("2", "done"), inUse("2"), unknownAnswer, inUse(`"3"`), pong("3")} {
			require.Contains(t, got[0], answer)
		}
		require.Equal(t, 7, strings.Count(got[0], `"jsonrpc"`))
		require.Equal(t, 3, reused)

		g.say(batch(ping("1"), call("2", "step", ""), unknown, call("4", "park", "")))
		require.Empty(t, g.hear())
		for _, outside := range []string{ping("1"), call("2", "step", ""), ping(`"3"`), ping("4")} {
			id := string(parse(t, outside).ID)
			require.Equal(t, inUse(id), g.answer(outside).line, "the array waits")
			g.say(batch(outside))
			require.Equal(t, []string{batch(inUse(id))}, g.hear(), "a batch of one")
		}
		require.Equal(t, []string{"4"}, g.conn.State().InFlight, "the others wait for nothing of the program's")

		out.stall()
		g.say(ping("5")) // somebody writes
		synctest.Wait()
		release()
		synctest.Wait()
		g.say(ping("1")) // the array is complete, and waits to be written
		synctest.Wait()
		out.resume()
		got = g.hear()
		require.Len(t, got, 3)
		require.Equal(t, pong("5"), got[0])
		require.Contains(t, got[1], pong("1"))
		require.Equal(t, inUse("1"), got[2])

		for range 2 {
			for _, id := range []string{"1", "2", `"3"`, "4"} {
				require.Equal(t, pong(id), g.answer(ping(id)).line, "it is written")
			}
			g.say(batch(ping("1"), ping("2")))
			require.Equal(t, []string{batch(pong("1"), pong("2"))}, g.hear())
		}
		g.say(batch(notification("x", "{}"), cancelled("1")))
		require.Empty(t, g.hear(), "notifications only")
	})
}

// A long batch, again and again: all ids are free each time, and two of its kind
// that wait at once have their own.
func TestIDsOfLongBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 10000
		g, _, release := batching(t)
		pings := func(from int) (all []string) {
			for i := range n {
				all = append(all, ping(fmt.Sprint(from+i)))
			}
			return all
		}
		say := func(elements ...string) string { // each is judged in the other tests
			_, err := io.WriteString(g.in, batch(elements...)+"\n")
			require.NoError(t, err)
			synctest.Wait()
			return g.out.take()
		}
		for range 3 {
			require.Equal(t, n, strings.Count(say(pings(0)...), `"result":{}`))
		}
		require.Empty(t, say(append(pings(0), call("-1", "park", ""))...))
		require.Empty(t, say(append(pings(n), call("-2", "park", ""))...))
		require.Equal(t, n, strings.Count(say(pings(n/2)...), "in use"))
		release()
		synctest.Wait()
		require.Equal(t, 2*n, strings.Count(g.out.take(), `"result":{}`))
		require.Equal(t, n, strings.Count(say(pings(n/2)...), `"result":{}`))
	})
}
