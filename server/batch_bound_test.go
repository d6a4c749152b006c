package server_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// The answers that batches collect are bounded like the queue, in one batch and
// in many: what does not fit is an error, and nothing runs for it (decisions C10).
func TestBatchesAreBounded(t *testing.T) {
	const room = 1 << 20
	fill := func(t *testing.T) (g *rig, read, gate chan struct{}, runs *atomic.Int32) {
		g = newRig(t, server.WithMaxQueued(room), server.WithStrategy(server.Goroutines))
		read, gate, runs = make(chan struct{}), make(chan struct{}), new(atomic.Int32)
		g.tool("park", func(context.Context, *server.Request) (string, error) {
			<-gate
			return strings.Repeat("p", room/4), nil
		})
		g.tool("long", func(context.Context, *server.Request) (string, error) {
			runs.Add(1)
			<-read // else the elements behind it may not run
			return strings.Repeat("x", room/8), nil
		})
		g.initialize("2025-03-26", "{}")
		return g, read, gate, runs
	}
	longs := func(from, n int) (all []string) {
		for i := range n {
			all = append(all, call(fmt.Sprint(from+i), "long", ""))
		}
		return all
	}
	count := func(lines []string) (answers, errors, bytes int) {
		for _, line := range lines {
			answers += strings.Count(line, `"jsonrpc"`)
			errors += strings.Count(line, "send requests one a line")
			bytes += len(line)
		}
		return answers, errors, bytes
	}
	synctest.Test(t, func(t *testing.T) { // the answers are there, and the next batch is read
		g, read, gate, runs := fill(t)
		var ticks atomic.Int32
		server.HandleNotification(g.srv, "x/tick", func(context.Context, *server.Conn, any) { ticks.Add(1) })
		g.say(batch(append(longs(100, 40), call("1", "park", ""))...))
		synctest.Wait()
		close(read)
		require.Empty(t, g.hear(), "one of them waits")
		for from := 200; from < 500; from += 100 {
			g.say(batch(append(longs(from, 40), notification("x/tick", "{}"))...))
			refused := g.hear()
			require.Len(t, refused, 1, "a batch of which nothing runs does not wait")
			answers, errors, _ := count(refused)
			require.Equal(t, 40, answers)
			require.Equal(t, 40, errors)
		}
		require.EqualValues(t, 40, runs.Load(), "nothing of the later batches ran")
		require.EqualValues(t, 3, ticks.Load(), "notifications have no answer that had to fit")
		close(gate)
		answers, errors, bytes := count(g.hear())
		require.Equal(t, 41, answers, "every element is answered")
		require.Equal(t, 41-7, errors)
		require.Less(t, bytes, room+100*200)
		for range 2 { // also in the room that answers of batches have made, each time
			answers, errors, _ = count([]string{g.answer(call("3", "long", "")).line})
			require.Equal(t, []int{1, 0}, []int{answers, errors})
			g.say(batch(longs(900, 9)...))
			answers, errors, _ = count(g.hear())
			require.Equal(t, []int{9, 2}, []int{answers, errors}, "there is room again")
		}
	})
	synctest.Test(t, func(t *testing.T) { // all of them run, and answer at once
		g, _, gate, _ := fill(t)
		var parks []string
		for i := range 100 {
			parks = append(parks, call(fmt.Sprint(i), "park", ""))
		}
		g.say(batch(parks...))
		require.Empty(t, g.hear())
		close(gate)
		answers, errors, bytes := count(g.hear())
		require.Equal(t, 100, answers)
		require.Equal(t, 97, errors)
		require.Less(t, bytes, room+100*200)
	})
}
