package server_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// seenBy is the key of who was there first.
type seenBy struct{}

// journal is middleware that writes down what passes.
func journal(name string, lines *[]string) server.Option {
	return server.WithMiddleware(func(next server.Handler) server.Handler {
		return func(ctx context.Context, req *server.Request) (any, error) {
			res, err := next(context.WithValue(ctx, seenBy{}, name), req)
			*lines = append(*lines, fmt.Sprintf("%s %s %q %T %v", name, req.Method(), req.Tool(), res, err))
			return res, err
		}
	})
}

func TestMiddlewareSeesEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		g := newRig(t, journal("outer", &lines), journal("inner", &lines))
		g.tool("who", func(ctx context.Context, req *server.Request) (string, error) {
			return fmt.Sprint(ctx.Value(seenBy{}), " ", string(req.Arguments())), nil
		})
		g.tool("sad", func(context.Context, *server.Request) (string, error) { return "", errors.New("sad") })
		g.tool("color", askColor)
		firing(g)
		server.HandleMethod(g.srv, "x/who", server.InBoth, func(ctx context.Context, _ *server.Request, _ any) (any, error) {
			return map[string]any{"who": ctx.Value(seenBy{})}, nil
		})
		g.open()
		env := envelope(everything)
		say := func(line string) frame {
			lines = nil
			return g.answer(line)
		}
		require.Equal(t, `inner {"a":1}`, say(call("1", "who", `,"arguments":{"a":1}`+env)).text(t))
		require.Equal(t, []string{
			`inner tools/call "who" *protocol.CallToolResult <nil>`,
			`outer tools/call "who" *protocol.CallToolResult <nil>`}, lines)
		require.True(t, say(call("1", "sad", env)).Result.IsError)
		require.Equal(t, `outer tools/call "sad" <nil> sad`, lines[1])
		require.Equal(t, -32602, say(call("1", "none", env)).code(t))
		require.Equal(t, `outer tools/call "" <nil> Unknown tool: none (code -32602)`, lines[1])
		require.Equal(t, "input_required", say(call("1", "color", env)).Result.ResultType)
		require.Contains(t, say(request("tools/list", env)).line, `"tools":[`)
		require.Equal(t, `outer tools/list "" jsontext.Value <nil>`, lines[1])
		require.Contains(t, say(request("x/fire", `"cone":6`+env)).line, `"cone":6`)
		require.Equal(t, `outer x/fire "" *server.customResult <nil>`, lines[1])
		require.Contains(t, say(request("x/who", env)).line, `"who":"inner"`)
		require.Contains(t, say(request("server/discover", env)).line, `"supportedVersions"`)
		require.Empty(t, lines)
	})
}

func TestMiddlewareDecides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithMiddleware(func(next server.Handler) server.Handler {
			return func(ctx context.Context, req *server.Request) (any, error) {
				switch req.Tool() {
				case "veto":
					return nil, &protocol.Error{Code: -31000, Message: "vetoed"}
				case "broken":
					return 7, nil
				case "panics":
					panic("a secret")
				case "other":
					return &protocol.CallToolResult{Content: []protocol.Content{protocol.Text("other")}}, nil
				}
				return next(ctx, req)
			}
		}))
		for _, name := range []string{"veto", "broken", "panics", "other", "as it is"} {
			g.tool(name, func(context.Context, *server.Request) (string, error) { return "handler", nil })
		}
		g.open()
		ask := func(tool string) frame { return g.answer(call("1", tool, envelope("{}"))) }
		require.Equal(t, -31000, ask("veto").code(t))
		require.Equal(t, -32603, ask("broken").code(t))
		require.Equal(t, -32603, ask("panics").code(t))
		require.Equal(t, "other", ask("other").text(t))
		require.Equal(t, "handler", ask("as it is").text(t))
	})
}

// A legacy client is asked inside the middleware, which sees the handler twice.
func TestMiddlewareAndNeedOnLegacy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		g := newRig(t, journal("m", &lines))
		g.tool("color", askColor)
		g.initialize("2025-11-25", everything)
		question := g.answer(call("7", "color", ""))
		require.Equal(t, "elicitation/create", question.Method)
		f := g.answer(`{"jsonrpc":"2.0","id":` + string(question.ID) + `,"result":{"action":"accept","content":{"color":"blue"}}}`)
		require.Equal(t, "blue, a state", f.text(t))
		require.Len(t, lines, 2)
	})
}
