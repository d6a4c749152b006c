package server_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// Calls on goroutines of their own see their own _meta, although calls that
// wait share it where it is the same.
func TestMetaOfWaitingCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithStrategy(server.Goroutines))
		gate, seen := make(chan struct{}), map[string]string{}
		done := make(chan [2]string)
		server.AddTool(g.srv, protocol.Tool{Name: "wait"}, func(_ context.Context, req *server.Request, _ map[string]any) (string, error) {
			<-gate
			done <- [2]string{req.ID(), string(req.Meta())}
			return "", nil
		})
		g.open()
		want := map[string]string{}
		for i := range 12 {
			more := envelope(fmt.Sprintf(`{"extensions":{"x/y":{"n":%d}}}`, i/2%3))
			g.say(call(fmt.Sprint(i), "wait", more))
			want[fmt.Sprint(i)] = more
		}
		synctest.Wait()
		close(gate)
		for range 12 {
			s := <-done
			seen[s[0]] = s[1]
		}
		for id, more := range want {
			require.Contains(t, more, seen[id], id)
			require.NotEmpty(t, seen[id])
		}
	})
}
