package server_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// What does not decode is told in plain words, with its place.
func TestParamsThatDoNotDecode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithCompletion(func(context.Context, *server.Request, *protocol.CompleteParams) (protocol.Completion, error) {
			return protocol.Completion{}, nil
		}))
		firing(g)
		g.tool("any", func(context.Context, *server.Request) (string, error) { return "", nil })
		g.srv.AddPrompt(protocol.Prompt{Name: "p"}, nil)
		g.srv.AddResource(protocol.Resource{URI: "x:r"}, nil)
		g.open()
		for _, tc := range [][3]string{
			{"tools/list", `"cursor":5`, "params.cursor: expected string, got number"},
			{"resources/templates/list", `"cursor":{}`, "params.cursor: expected string, got object"},
			{"prompts/get", `"name":["p"]`, "params.name: expected string, got array"},
			{"prompts/get", `"name":"p","arguments":{"a b":1}`, `params.arguments["a b"]: expected string, got number`},
			{"resources/read", `"uri":false`, "params.uri: expected string, got boolean"},
			{"completion/complete", `"ref":{"type":"ref/prompt","name":1}`, "params.ref.name: expected string, got number"},
			{"completion/complete", `"ref":[]`, "params.ref: expected object, got array"},
			{"x/fire", `"cone":"hot"`, "params.cone: expected integer, got string"},
			{"x/fire", `"cone":6.5`, "params.cone: expected integer, got number 6.5"},
		} {
			f := g.answer(request(tc[0], tc[1]+envelope("{}")))
			require.Equal(t, protocol.CodeInvalidParams, f.code(t), f.line)
			require.Equal(t, tc[2], f.Error.Message)
		}
	})
}

// No word of Go's JSON libraries reaches a client, whatever it puts where.
func TestNoWordOfTheLibrary(t *testing.T) {
	values := []string{`null`, `true`, `7`, `1e999`, `"a"`, `"\ud800"`, `[]`, `[1]`, `{}`, `{"a":1}`, strings.Repeat("[", 990) + strings.Repeat("]", 990)}
	members := []string{"name", "arguments", "uri", "cursor", "ref", "argument", "context", "level", "_meta", "notifications", "inputResponses", "requestState",
		"protocolVersion", "capabilities", "clientInfo", "cone"}
	methods := []string{"initialize", "server/discover", "ping", "tools/list", "tools/call", "prompts/get", "prompts/list", "resources/read", "resources/list",
		"resources/templates/list", "resources/subscribe", "completion/complete", "logging/setLevel", "subscriptions/listen", "x/fire"}
	for _, env := range []string{"", envelope("{}")} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, server.WithCompletion(func(context.Context, *server.Request, *protocol.CompleteParams) (protocol.Completion, error) {
				return protocol.Completion{}, nil
			}))
			firing(g)
			server.AddTool(g.srv, protocol.Tool{Name: "a", InputSchema: []byte(`{"type":"object"}`)},
				func(context.Context, *server.Request, struct {
					A []int8 `json:"a"`
				}) (string, error) {
					return "", nil
				})
			g.srv.AddPrompt(protocol.Prompt{Name: "a"}, func(context.Context, *server.Request, map[string]string) (*protocol.GetPromptResult, error) {
				return &protocol.GetPromptResult{}, nil
			})
			g.srv.AddResource(protocol.Resource{URI: "a"}, nil)
			if env == "" {
				g.initialize("2025-11-25", "{}")
			} else {
				g.open()
			}
			required := map[string]string{"tools/call": `"name":"a",`, "prompts/get": `"name":"a",`, "completion/complete": `"argument":{"name":"a","value":"b"},`,
				"initialize": `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"},`}
			for _, method := range methods {
				for _, member := range members {
					for _, value := range values {
						if strings.Contains(required[method]+env, `"`+member+`":`) {
							continue // a duplicate
						}
						g.say(request(method, required[method]+fmt.Sprintf("%q:%s", member, value)+env))
						for _, line := range g.hear() {
							for _, word := range []string{"json:", "jsontext", "unmarshal", "marshal", " Go ", "offset", "strconv", "into"} {
								require.NotContains(t, line, word, "%s %s %.100s", method, member, value)
							}
						}
					}
				}
			}
		})
	}
}

// A call that fits the published schema is served, and so are params of custom
// methods and forms.
func TestIntegersWithFractionsAndExponents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		server.AddTool(g.srv, protocol.Tool{Name: "fire"}, func(_ context.Context, _ *server.Request, in struct {
			Cone int      `json:"cone"`
			Ramp []uint16 `json:"ramp,omitempty"`
			Rate float64  `json:"rate,omitempty"`
		}) (string, error) {
			return fmt.Sprint(in.Cone, in.Ramp, in.Rate), nil
		})
		server.AddTool(g.srv, protocol.Tool{Name: "ask"}, func(_ context.Context, req *server.Request, _ struct{}) (string, error) {
			var form struct {
				Cone int `json:"cone"`
			}
			if req.Accepted("form", &form) {
				return fmt.Sprint(form.Cone), nil
			}
			return "", req.Need(server.AskForm("form", "Which?", server.FormSchema[struct {
				Cone int `json:"cone"`
			}]()))
		})
		firing(g)
		g.open()
		env := envelope(everything)
		fire := func(args string) frame { return g.answer(call("1", "fire", `,"arguments":`+args+env)) }
		require.Equal(t, "6 [] 0", fire(`{"cone":6.0}`).text(t))
		require.Equal(t, "-1000 [2 30] 2.5", fire(`{"cone":-1e3,"ramp":[2.0,3e1],"rate":2.5}`).text(t))
		refused := fire(`{"cone":1.5}`)
		require.True(t, refused.Result.IsError)
		require.Contains(t, refused.line, `"arguments.cone: expected integer, got number 1.5"`)
		refused = fire(`{"cone":1e30}`)
		require.True(t, refused.Result.IsError)
		require.Contains(t, refused.line, `"arguments.cone: 1e30 is more than the maximum 9223372036854775807"`)
		require.Contains(t, g.answer(request("x/fire", `"cone":6.0`+env)).line, `"cone":6,`)
		require.Equal(t, "7", g.answer(call("1", "ask", `,"inputResponses":{"form":{"action":"accept","content":{"cone":7.0}}}`+env)).text(t))
	})
}
