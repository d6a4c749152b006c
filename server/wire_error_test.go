package server_test

import (
	"context"
	"math"
	"reflect"
	"strings"
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
		logged         string // where
	}{
		"as it is":         {&protocol.Error{Code: 7, Message: "m", Data: jsontext.Value("[\n1]")}, 7, 7, ""},
		"data no JSON":     {&protocol.Error{Code: 7, Message: "m", Data: jsontext.Value("{bad")}, -32603, -32603, "legacy modern"},
		"data empty":       {&protocol.Error{Code: 7, Message: "m", Data: jsontext.Value{}}, -32603, -32603, "legacy modern"},
		"nil":              {(*protocol.Error)(nil), -32603, -32603, "legacy modern"},
		"missing resource": {protocol.ResourceNotFound(protocol.Legacy, "x:y"), -32002, -32602, ""}, // S-ERR-6
		"capabilities":     {&protocol.Error{Code: -32021, Message: "m", Data: jsontext.Value(`{"requiredCapabilities":{"roots":{}}}`)}, -32021, -32021, ""},
		"none of them":     {&protocol.Error{Code: -32021, Message: "m", Data: jsontext.Value(`{"requiredCapabilities":[]}`)}, -32021, -32603, "modern"}, // S-ERR-5
		"no version":       {&protocol.Error{Code: -32022, Message: "m"}, -32022, -32603, "modern"},
		"undefined, first": {&protocol.Error{Code: -32023, Message: "m"}, -32023, -32603, "modern"}, // S-ERR-4
		"undefined, last":  {&protocol.Error{Code: -32099, Message: "m"}, -32099, -32603, "modern"},
		"free":             {&protocol.Error{Code: -32100, Message: "m"}, -32100, -32100, ""},
		"a URL first":      {&protocol.Error{Code: -32042, Message: "m", Data: jsontext.Value("{}")}, -32042, -32603, "modern"}, // S-ERR-7
	} {
		fill := func(g *rig) {
			g.tool("t", func(context.Context, *server.Request) (string, error) { return "ok", tc.err })
			server.HandleMethod(g.srv, "com.example/m", server.InBoth, func(context.Context, *server.Request, jsontext.Value) (any, error) { return nil, tc.err })
		}
		eras(t, nil, fill, func(g *rig, more string) {
			want, era := tc.legacy, "legacy"
			if more != "" {
				want, era = tc.modern, "modern"
			}
			logged := strings.Contains(tc.logged, era)
			require.Equal(t, want, g.answer(call("2", "t", more)).code(t), "%s%s", name, more)
			require.Equal(t, logged, g.log.take() != "", "%s%s", name, more)
			require.Equal(t, want, g.answer(request("com.example/m", `"x":1`+more)).code(t), "%s%s", name, more)
			require.Equal(t, logged, g.log.take() != "", "%s%s", name, more)
		})
	}
}

// A result that says it asks for input has nowhere to say what (S-RT-1), and one of
// an extension's type is for a client that has declared the extension (S-RT-3): on
// modern both are the program's mistake, on legacy nobody sees the type.
func TestResultTypes(t *testing.T) {
	fill := func(g *rig) {
		for _, as := range []string{"input_required", "task"} {
			typed := protocol.Result{ResultType: protocol.ResultType(as)}
			raw := jsontext.Value(`{"resultType":"` + as + `","content":[],"inputRequests":{}}`)
			server.AddTool(g.srv, protocol.Tool{Name: as}, func(context.Context, *server.Request, any) (*protocol.CallToolResult, error) {
				return &protocol.CallToolResult{Result: typed}, nil
			})
			server.AddRawTool(g.srv, protocol.Tool{Name: as + "-raw"}, func(context.Context, *server.Request, jsontext.Value) (jsontext.Value, error) { return raw, nil })
			g.srv.AddPrompt(protocol.Prompt{Name: as}, func(context.Context, *server.Request, map[string]string) (*protocol.GetPromptResult, error) {
				return &protocol.GetPromptResult{Result: typed}, nil
			})
			server.HandleMethod(g.srv, "com.example/"+as, server.InBoth, func(context.Context, *server.Request, jsontext.Value) (any, error) {
				return map[string]any{"resultType": as}, nil
			})
		}
	}
	task := server.WithExtension("com.example/task", nil)
	extended := envelope(`{"extensions":{"com.example/task":{}}}`)
	for name, tc := range map[string]struct {
		opts []server.Option
		more string
		fit  bool // for "task"
	}{
		"legacy":   {[]server.Option{task}, "", true},
		"both":     {[]server.Option{task}, extended, true},
		"a client": {nil, extended, false},
		"a server": {[]server.Option{task}, envelope("{}"), false},
		"another":  {[]server.Option{task}, envelope(`{"extensions":{"com.example/other":{}}}`), false},
	} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, tc.opts...)
			fill(g)
			if tc.more == "" {
				g.initialize("2025-11-25", "{}")
			} else {
				g.open()
			}
			for _, as := range []string{"input_required", "task"} {
				for what, ask := range map[string]string{
					"tool": call("2", as, tc.more), "raw tool": call("2", as+"-raw", tc.more), "prompt": request("prompts/get", `"name":"`+as+`"`+tc.more),
					"method": request("com.example/"+as, `"x":1`+tc.more),
				} {
					what = name + ", " + as + ", " + what
					f := g.answer(ask)
					if tc.more != "" && !(tc.fit && as == "task") {
						require.Equal(t, -32603, f.code(t), what)
						require.Contains(t, g.log.take(), map[string]string{"task": "WithExtension", "input_required": "Request.Need"}[as], what)
						continue
					}
					require.NotNil(t, f.Result, what)
					if tc.more == "" {
						as = "" // legacy knows no types
					}
					require.Equal(t, as, f.Result.ResultType, what)
				}
			}
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

// A message is one short sentence, whatever names the client sends (S-RESP-9).
func TestMessagesAreShort(t *testing.T) {
	fill := func(g *rig) {
		g.tool("t", func(context.Context, *server.Request) (string, error) { return "ok", nil })
		g.srv.AddPrompt(protocol.Prompt{Name: "p"}, func(context.Context, *server.Request, map[string]string) (*protocol.GetPromptResult, error) {
			return &protocol.GetPromptResult{}, nil
		})
	}
	eras(t, []server.Option{server.WithCompletion(func(context.Context, *server.Request, *protocol.CompleteParams) (protocol.Completion, error) {
		return protocol.Completion{}, nil
	})}, fill, func(g *rig, more string) {
		for _, name := range []string{strings.Repeat("x", 100_000), `a\nb`, strings.Repeat("é", 500)} {
			for _, ask := range []string{
				call("2", name, more),
				request("prompts/get", `"name":"`+name+`"`+more),
				request("tools/list", `"cursor":"`+name+`"`+more),
				request("completion/complete", `"ref":{"type":"ref/prompt","name":"`+name+`"},"argument":{"name":"a","value":"b"}`+more),
			} {
				f := g.answer(ask)
				require.Equal(t, -32602, f.code(t))
				require.Less(t, len(f.Error.Message), 200)
				require.NotContains(t, f.Error.Message, "\n")
			}
		}
	})
}
