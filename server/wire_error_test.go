package server_test

import (
	"context"
	"math"
	"reflect"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// Whatever error a program makes, one line of JSON answers the request, and a
// mistake of the program's is told by the log alone (decisions A6).
func TestHandlerErrorsAreWritten(t *testing.T) {
	for name, tc := range map[string]struct {
		err            error
		legacy, modern int
		logged         bool
	}{
		"as it is":         {&protocol.Error{Code: 7, Message: "m", Data: jsontext.Value("[\n1]")}, 7, 7, false},
		"data no JSON":     {&protocol.Error{Code: 7, Message: "m", Data: jsontext.Value("{bad")}, -32603, -32603, true},
		"data empty":       {&protocol.Error{Code: 7, Message: "m", Data: jsontext.Value{}}, -32603, -32603, true},
		"nil":              {(*protocol.Error)(nil), -32603, -32603, true},
		"missing resource": {protocol.ResourceNotFound(protocol.Legacy, "x:y"), -32002, -32602, false}, // S-ERR-6
	} {
		fill := func(g *rig) {
			g.tool("t", func(context.Context, *server.Request) (string, error) { return "ok", tc.err })
			server.HandleMethod(g.srv, "com.example/m", server.InBoth, func(context.Context, *server.Request, jsontext.Value) (any, error) { return nil, tc.err })
		}
		eras(t, nil, fill, func(g *rig, more string) {
			want := tc.legacy
			if more != "" {
				want = tc.modern
			}
			require.Equal(t, want, g.answer(call("2", "t", more)).code(t), "%s%s", name, more)
			require.Equal(t, tc.logged, g.log.take() != "", "%s%s", name, more)
			require.Equal(t, want, g.answer(request("com.example/m", `"x":1`+more)).code(t), "%s%s", name, more)
			require.Equal(t, tc.logged, g.log.take() != "", "%s%s", name, more)
		})
	}
}

// The same of an error that refuses a handshake.
func TestHandshakeErrorsAreWritten(t *testing.T) {
	for _, err := range []error{&protocol.Error{Code: 7, Data: jsontext.Value("{bad")}, (*protocol.Error)(nil)} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, server.WithHandshake(func(protocol.InitializeParams) error { return err }))
			g.open()
			f := g.answer(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"n","version":"1"}}}`)
			require.Equal(t, -32603, f.code(t))
			require.NotEmpty(t, g.log.take())
		})
	}
}

// A middleware's own result is looked at before it is written.
func TestMiddlewareResultIsJSON(t *testing.T) {
	broken := server.WithMiddleware(func(server.Handler) server.Handler {
		return func(context.Context, *server.Request) (any, error) { return jsontext.Value(`{bad`), nil }
	})
	fill := func(g *rig) {
		g.tool("t", func(context.Context, *server.Request) (string, error) { return "ok", nil })
	}
	eras(t, []server.Option{broken}, fill, func(g *rig, more string) {
		require.Equal(t, -32603, g.answer(request("tools/list", `"x":1`+more)).code(t))
		require.NotEmpty(t, g.log.take())
	})
}

// Contents are a text or a blob, never neither.
func TestResourceContentsHaveContents(t *testing.T) {
	fill := func(g *rig) {
		g.srv.AddResource(protocol.Resource{URI: "x:y", Name: "y"}, func(_ context.Context, _ *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
			return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{{URI: uri}}}, nil
		})
	}
	eras(t, nil, fill, func(g *rig, more string) {
		require.Equal(t, -32603, g.answer(request("resources/read", `"uri":"x:y"`+more)).code(t))
		require.NotEmpty(t, g.log.take())
	})
}

// No level but the eight, and no number but a finite one, reaches the wire.
func TestNotificationsHaveLegalValues(t *testing.T) {
	fill := func(g *rig) {
		g.tool("t", func(_ context.Context, req *server.Request) (string, error) {
			require.Error(t, req.Log(0, "x"))
			require.Error(t, req.Log(protocol.LevelEmergency+1, "x"))
			require.ErrorIs(t, req.Progress(1, math.NaN(), ""), server.ErrNoProgress)
			require.ErrorIs(t, req.Progress(1, math.Inf(1), ""), server.ErrNoProgress)
			return "ok", nil
		})
	}
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		fill(g)
		g.initialize("2025-11-25", "{}")
		g.say(call("2", "t", `,"_meta":{"progressToken":1}`))
		require.Len(t, g.hear(), 1)
	})
}

// What a connection is made of is nobody's to call.
func TestConnHasNoInsides(t *testing.T) {
	var got []string
	for m := range reflect.TypeFor[*server.Conn]().Methods() {
		got = append(got, m.Name)
	}
	require.Equal(t, []string{"Close", "CloseListens", "CloseWithin", "Ping", "Publish", "State", "Wait"}, got)
}
