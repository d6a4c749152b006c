package server_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

func batch(elements ...string) string { return "[" + strings.Join(elements, ",") + "]" }

func cancelled(id string) string {
	return notification("notifications/cancelled", `{"requestId":`+id+`}`)
}

func ping(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }

func pong(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":{}}` }

func said(id, text string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":"` + text + `"}]}}`
}

func inUse(id string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32600,"message":"Request id in use: wait for its answer, or choose another id"}}`
}

func code0(id string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":0,"message":"Request cancelled"}}`
}

// batching is a rig on 2025-03-26 with "step", which answers, and "park", which
// answers once release is called, whatever its context says.
func batching(t *testing.T, opts ...server.Option) (g *rig, out *stallable, release func()) {
	g = newRig(t, opts...)
	out = &stallable{w: g.out}
	gate := make(chan struct{})
	release = sync.OnceFunc(func() { close(gate) })
	g.tool("step", func(context.Context, *server.Request) (string, error) { return "done", nil })
	g.tool("park", func(context.Context, *server.Request) (string, error) {
		<-gate
		return "parked", nil
	})
	g.openOver(out)
	t.Cleanup(release) // if the test fails
	g.say(strings.TrimSpace(oldHello), notification("notifications/initialized", "{}"))
	require.Len(t, g.hear(), 1)
	return g, out, release
}

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

// The same for a modern element, where both eras share a connection: the others do
// not wait for it either.
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
