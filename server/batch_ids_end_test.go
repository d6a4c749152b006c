package server_test

import (
	"context"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// However the connection ends, what waits in an array is written in it, or the
// connection is gone: no id holds the end up (decisions C3, C9).
func TestTheEndOfABatchWithIDsInUse(t *testing.T) {
	elements := []string{ping("1"), ping("1"), call("2", "park", ""), call("3", "park", ""), cancelled("3"), call("4", "step", "")}
	closed := `{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"Connection closed"}}`
	for name, end := range map[string]func(*rig){
		"eof":    func(g *rig) { g.eof() },
		"close":  func(g *rig) { g.conn.Close() },
		"signal": func(g *rig) { g.conn.CloseWithin(250 * time.Millisecond) },
	} {
		synctest.Test(t, func(t *testing.T) {
			g, _, release := batching(t)
			g.say(batch(elements...))
			synctest.Wait()
			end(g)
			require.NoError(t, g.conn.Wait(), name)
			got := g.hear()
			require.Len(t, got, 1, name)
			for _, answer := range []string{pong("1"), inUse("1"), code0("3"), said("4", "done"), closed} {
				require.Equal(t, 1, strings.Count(got[0], answer), name)
			}
			release()
		})
	}
	synctest.Test(t, func(t *testing.T) { // a broken pipe
		g, out, release := batching(t)
		out.w = writerFunc(func([]byte) (int, error) { return 0, io.ErrClosedPipe })
		g.say(batch(elements...), batch(ping("5"), call("6", "park", "")), ping("1"))
		require.NoError(t, g.conn.Wait())
		release()
	})
}

// What an element came with is not kept until the array is written: what waits is
// bounded by the answers (decisions C10).
func TestABatchKeepsNoCallThatIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _, release := batching(t)
		var calls []weak.Pointer[server.Request]
		g.tool("note", func(_ context.Context, req *server.Request) (string, error) {
			calls = append(calls, weak.Make(req))
			return "", nil
		})
		require.Len(t, g.hear(), 1, "the list of tools changed")
		g.say(batch(call("1", "note", ""), call("2", "park", ""), ping("3")))
		require.Empty(t, g.hear())
		runtime.GC()
		require.Len(t, calls, 1)
		require.Nil(t, calls[0].Value())
		release()
		require.Len(t, g.hear(), 1)
	})
}
