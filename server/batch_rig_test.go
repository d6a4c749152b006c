package server_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

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
