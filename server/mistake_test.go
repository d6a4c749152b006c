package server_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// sulks does not become JSON, and answers what it has no business to.
type sulks struct{ err error }

func (s sulks) MarshalJSON() ([]byte, error) { return nil, s.err }

// shatters panics where arguments are decoded.
type shatters struct{}

func (*shatters) UnmarshalJSON([]byte) error { panic("a secret") }

// A result that cannot be encoded is the program's mistake: -32603, its detail in
// the log (decisions A6), in both eras, with middleware and without.
func TestResultsThatCannotBeEncoded(t *testing.T) {
	pass := server.WithMiddleware(func(next server.Handler) server.Handler { return next })
	for name, tc := range map[string]struct {
		out any
		log string
	}{
		"not a number":     {math.NaN(), "NaN"},
		"a channel":        {map[string]any{"a secret": make(chan int)}, "chan int"},
		"a failing method": {sulks{errors.New("a secret")}, "a secret"},
		"an own answer":    {sulks{protocol.InvalidParams("a secret")}, "a secret"},
		"a raw value":      {jsontext.Value(`{"a secret"`), "EOF"},
	} {
		for _, opts := range [][]server.Option{nil, {pass}} {
			for _, era := range []string{"legacy", "modern"} {
				synctest.Test(t, func(t *testing.T) {
					g := newRig(t, opts...)
					server.AddTool(g.srv, protocol.Tool{Name: "out"}, func(context.Context, *server.Request, struct{}) (any, error) { return tc.out, nil })
					server.HandleMethod(g.srv, "x/out", server.InBoth, func(context.Context, *server.Request, any) (any, error) { return tc.out, nil })
					more := envelope("{}")
					if era == "legacy" {
						g.initialize("2025-11-25", "{}")
						more = ""
					} else {
						g.open()
					}
					for _, line := range []string{call("1", "out", more), request("x/out", more)} {
						require.Equal(t, `{"jsonrpc":"2.0","id":1,`+internalError, g.answer(line).line, "%s %s", era, name)
						require.Contains(t, g.log.take(), tc.log, "%s %s", era, name)
					}
				})
			}
		}
	}
}

// The same for what is no result, for prompts, resources and what middleware
// makes up, and for decoding that panics or cannot be.
func TestMistakesAreForTheLog(t *testing.T) {
	bad := jsontext.Value(`{"a secret"`)
	content := protocol.Content{Type: "x/odd", Raw: bad}
	pass := server.WithMiddleware(func(next server.Handler) server.Handler {
		return func(ctx context.Context, req *server.Request) (any, error) {
			switch res := (&protocol.CallToolResult{Content: []protocol.Content{content}}); {
			case req.Method() == "x/made":
				return sulks{protocol.InvalidParams("a secret")}, nil
			case req.Method() == protocol.MethodToolsCall && req.Tool() == "":
				return res, nil
			}
			return next(ctx, req)
		}
	})
	for _, opts := range [][]server.Option{nil, {pass}} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, opts...)
			server.AddRawTool(g.srv, protocol.Tool{Name: "raw"}, func(context.Context, *server.Request, jsontext.Value) (jsontext.Value, error) {
				return jsontext.Value(`{"content":7}`), nil
			})
			server.AddTool(g.srv, protocol.Tool{Name: "typed"}, func(context.Context, *server.Request, struct{}) (*protocol.CallToolResult, error) {
				return &protocol.CallToolResult{Content: []protocol.Content{content}}, nil
			})
			server.AddTool(g.srv, protocol.Tool{Name: "shatters", InputSchema: jsontext.Value(`{"type":"object"}`)},
				func(context.Context, *server.Request, shatters) (string, error) { return "", nil })
			server.AddTool(g.srv, protocol.Tool{Name: "takes nothing", InputSchema: jsontext.Value(`{"type":"object"}`)},
				func(context.Context, *server.Request, chan int) (string, error) { return "", nil })
			server.HandleMethod(g.srv, "x/nothing", server.InBoth, func(context.Context, *server.Request, chan int) (any, error) { return nil, nil })
			g.srv.AddPrompt(protocol.Prompt{Name: "p"}, func(context.Context, *server.Request, map[string]string) (*protocol.GetPromptResult, error) {
				return &protocol.GetPromptResult{Messages: []protocol.PromptMessage{{Role: protocol.RoleUser, Content: content}}}, nil
			})
			g.srv.AddResource(protocol.Resource{URI: "x:r"}, func(context.Context, *server.Request, string, map[string]string) (*protocol.ReadResourceResult, error) {
				c := protocol.TextContents("x:r", "text/plain", "r")
				c.Meta = protocol.Meta(bad)
				return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{c}}, nil
			})
			server.HandleMethod(g.srv, "x/made", server.InBoth, func(context.Context, *server.Request, any) (any, error) {
				return sulks{protocol.InvalidParams("a secret")}, nil
			})
			g.open()
			env := envelope("{}")
			lines := []string{call("1", "raw", env), call("1", "typed", env), call("1", "shatters", env), request("prompts/get", `"name":"p"`+env),
				request("resources/read", `"uri":"x:r"`+env), request("x/made", env),
				call("1", "takes nothing", env), request("x/nothing", env)}
			if opts != nil {
				lines = append(lines, call("1", "nobody", env))
			}
			for _, line := range lines {
				require.Equal(t, `{"jsonrpc":"2.0","id":1,`+internalError, g.answer(line).line, line)
				log := g.log.take()
				require.Contains(t, log, "a handler failed", line)
				require.Equal(t, 1, strings.Count(log, "level=ERROR"), log)
			}
		})
	}
}
