package server_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// request is a request with an id of 1; more is what is in params.
func request(method, more string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + strings.TrimPrefix(more, ",") + `}}`
}

func firing(g *rig) {
	server.HandleMethod(g.srv, "x/fire", server.InBoth, func(_ context.Context, req *server.Request, in struct {
		Cone int `json:"cone"`
	}) (any, error) {
		switch in.Cone {
		case 0:
			return nil, nil
		case 1:
			return nil, errors.New("a secret")
		case 2:
			return nil, protocol.InvalidParams("no such cone")
		case 3:
			panic("a secret")
		case 4:
			return []int{1}, nil
		}
		return map[string]any{"cone": in.Cone, "era": fmt.Sprint(req.Era())}, nil
	})
}

func TestCustomMethod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		firing(g)
		g.open()
		ask := func(params string) string { return g.answer(request("x/fire", params+envelope("{}"))).line }
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","cone":6,"era":"modern"}}`, ask(`"cone":6`))
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`, ask(`"cone":0`))
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal server error"}}`, ask(`"cone":1`))
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such cone"}}`, ask(`"cone":2`))
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal server error"}}`, ask(`"cone":3`))
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal server error"}}`, ask(`"cone":4`))
		require.Contains(t, ask(`"cone":"hot"`), `"code":-32602`)
		require.Contains(t, g.log.take(), "must be a JSON object")
		require.Equal(t, -32602, g.answer(request("x/fire", `"cone":6`)).code(t), "no envelope (ladder 20)")
	})
}

func TestCustomMethodOnLegacy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		firing(g)
		g.initialize("2025-11-25", "{}")
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"cone":6,"era":"legacy"}}`, g.answer(request("x/fire", `"cone":6`)).line)
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{}}`, g.answer(`{"jsonrpc":"2.0","id":1,"method":"x/fire","params":[]}`).line)
	})
}

// A method of one era is unknown in the other (ladder 18, 21 and 25).
// Shows S-EXT-2, S-LIFE-4.
func TestCustomMethodOfOneEra(t *testing.T) {
	raw := func(_ context.Context, _ *server.Request, p jsontext.Value) (jsontext.Value, error) { return p, nil }
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		server.HandleMethod(g.srv, "x/old", server.InLegacy, raw)
		server.HandleMethod(g.srv, "x/new", server.InModern, raw)
		g.open()
		require.Equal(t, -32601, g.answer(request("x/old", envelope("{}"))).code(t))
		require.Equal(t, -32602, g.answer(request("x/new", "")).code(t))
		f := g.answer(request("x/new", `"k":1`+envelope("{}")))
		require.Contains(t, f.line, `"result":{"resultType":"complete","_meta":`)
		require.Contains(t, f.line, `"k":1`)
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		server.HandleMethod(g.srv, "x/old", server.InLegacy, raw)
		server.HandleMethod(g.srv, "x/new", server.InModern, raw)
		g.initialize("2025-06-18", "{}")
		require.Equal(t, -32601, g.answer(request("x/new", "")).code(t))
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"k":1}}`, g.answer(request("x/old", `"k":1`)).line)
	})
}

func TestCustomMethodNames(t *testing.T) {
	g := newRig(t)
	for _, name := range []string{"", "initialize", "ping", "server/discover", "subscriptions/listen", "tools/call", "tools/list", "logging/setLevel", "notifications/x", "rpc.discover"} {
		require.Panics(t, func() {
			server.HandleMethod(g.srv, name, server.InBoth, func(context.Context, *server.Request, any) (any, error) { return nil, nil })
		}, name)
	}
	for _, eras := range []server.Eras{0, server.InBoth + 1} {
		require.Panics(t, func() {
			server.HandleMethod(g.srv, "x/fire", eras, func(context.Context, *server.Request, any) (any, error) { return nil, nil })
		}, eras)
	}
}

// Shows S-EXT-1.
func TestDeclaredExtensions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithExtension("com.example/fire", map[string]int{"cone": 6}), server.WithExperimental("kiln", nil))
		g.open()
		line := g.answer(request("server/discover", envelope("{}"))).line
		require.Contains(t, line, `"extensions":{"com.example/fire":{"cone":6}}`)
		require.Contains(t, line, `"experimental":{"kiln":{}}`)
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithExtension("com.example/fire", nil), server.WithExperimental("kiln", nil))
		g.open()
		line := g.answer(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`).line
		require.NotContains(t, line, "extensions") // rules A21
		require.Contains(t, line, `"experimental":{"kiln":{}}`)
	})
	require.Panics(t, func() { server.WithExtension("fire", nil) })
	require.Panics(t, func() { server.WithExtension("com.example/fire", 7) })
}
