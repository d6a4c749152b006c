package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// eras plays the same on a fresh connection of each era. more is what a request
// of it has at the end of its params.
func eras(t *testing.T, opts []server.Option, fill func(*rig), play func(g *rig, more string)) {
	t.Helper()
	for _, more := range []string{envelope("{}"), ""} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, opts...)
			fill(g)
			if more == "" {
				g.initialize("2025-11-25", "{}")
			} else {
				g.open()
			}
			play(g, more)
		})
	}
}

func page(name string) server.ResourceHandler {
	return func(_ context.Context, _ *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
		switch name {
		case "gone":
			return &protocol.ReadResourceResult{}, nil
		case "broken":
			return nil, errors.New("a secret")
		}
		return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{protocol.BlobContents(uri, "x/y", []byte{0xff, 0})}}, nil
	}
}

// features has three of each kind.
func features(g *rig) {
	for _, name := range []string{"b", "a", "c"} {
		g.tool(name, func(context.Context, *server.Request) (string, error) { return name, nil })
		g.srv.AddResource(protocol.Resource{URI: "x:" + name, Name: name}, page(name))
		g.srv.AddPrompt(protocol.Prompt{Name: name, Arguments: []protocol.PromptArgument{{Name: "who", Required: true}}},
			func(_ context.Context, _ *server.Request, args map[string]string) (*protocol.GetPromptResult, error) {
				if args["who"] == "nobody" {
					return nil, errors.New("a secret")
				}
				return &protocol.GetPromptResult{Messages: []protocol.PromptMessage{
					{Role: protocol.RoleUser, Content: protocol.Text(args["who"])},
					{Role: protocol.RoleUser, Content: protocol.Image([]byte{0xff}, "image/png")},
				}}, nil
			})
	}
}

// names reads a page of a list.
func names(t *testing.T, f frame) (names []string, cursor, scope string) {
	t.Helper()
	type entries []struct{ Name string }
	var got struct {
		Result struct {
			Tools, Resources, Prompts entries
			NextCursor                string
			CacheScope                string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(f.line), &got))
	for _, e := range append(append(got.Result.Tools, got.Result.Resources...), got.Result.Prompts...) {
		names = append(names, e.Name)
	}
	return names, got.Result.NextCursor, got.Result.CacheScope
}

// A list is what there is now, in one order, in pages of one scope whose cursors
// keep their meaning while entries come and go: S-TOOL-2, S-RES-2, S-PROMPT-2,
// S-TOOL-5, S-PAGE-1, S-PAGE-2, S-CACHE-4.
func TestListsAndPages(t *testing.T) {
	eras(t, []server.Option{server.WithPageSize(2), server.WithCacheHints(0, protocol.CachePublic)}, features, func(g *rig, more string) {
		for method, remove := range map[string]func(string) bool{
			"tools/list":     g.srv.RemoveTool,
			"prompts/list":   g.srv.RemovePrompt,
			"resources/list": func(name string) bool { return g.srv.RemoveResource("x:" + name) },
		} {
			all, cursor, scope := names(g.t, g.answer(request(method, more)))
			require.Equal(g.t, []string{"b", "a"}, all, method)
			again, _, _ := names(g.t, g.answer(request(method, more)))
			require.Equal(g.t, all, again, method)
			require.True(g.t, remove("b"), method)
			g.hear() // a legacy client is told
			rest, end, last := names(g.t, g.answer(request(method, `"cursor":`+quoted(cursor)+more)))
			require.Equal(g.t, []string{"c"}, rest, method)
			require.Empty(g.t, end, method)
			require.Equal(g.t, scope, last, method)
			require.Equal(g.t, more != "", scope == "public", method)
			now, _, _ := names(g.t, g.answer(request(method, more)))
			require.Equal(g.t, []string{"a", "c"}, now, method)
			require.True(g.t, remove("a"), method) // from a list that was encoded whole
			g.hear()
			now, _, _ = names(g.t, g.answer(request(method, more)))
			require.Equal(g.t, []string{"c"}, now, method)
			require.False(g.t, remove("a"), method)
			require.Equal(g.t, -32602, g.answer(request(method, `"cursor":"garbage"`+more)).code(g.t), method)
		}
	})
}

// What is there is declared, and what is not is neither: S-TOOL-1, S-RES-1,
// S-PROMPT-1, S-COMP-1, S-DISC-5, S-LOG-1, S-LLOG-1.
func TestWhatIsServedIsDeclared(t *testing.T) {
	complete := server.WithCompletion(func(context.Context, *server.Request, *protocol.CompleteParams) (protocol.Completion, error) {
		return protocol.Completion{}, nil
	})
	for name, c := range map[string]struct {
		opts []server.Option
		fill func(*rig)
		want map[string]bool // by capability, whether it is there
	}{
		"nothing":    {nil, func(*rig) {}, map[string]bool{"tools": false, "resources": false, "prompts": false, "completions": false, "logging": true}},
		"everything": {[]server.Option{complete}, features, map[string]bool{"tools": true, "resources": true, "prompts": true, "completions": true, "logging": true}},
	} {
		for _, modern := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, c.opts...)
				c.fill(g)
				g.open()
				ask, more := hello, ""
				if modern {
					more = envelope("{}")
					ask = request("server/discover", more)
				}
				var got struct {
					Result struct {
						Capabilities map[string]json.RawMessage
					}
				}
				require.NoError(t, json.Unmarshal([]byte(g.answer(ask).line), &got))
				for capability, there := range c.want {
					require.Equal(t, there, got.Result.Capabilities[capability] != nil, "%s %s", name, capability)
					if method := map[string]string{"tools": "tools/list", "resources": "resources/list", "prompts": "prompts/list"}[capability]; method != "" {
						f := g.answer(request(method, more))
						require.Equal(t, there, f.Error == nil, f.line)
						if !there {
							require.Equal(t, -32601, f.code(t))
						}
					}
				}
			})
		}
	}
}

// Unknown things, missing things and failures have their codes: S-RES-3, S-RES-4,
// S-RES-5, S-RES-6, S-RES-7, S-PROMPT-3, S-PROMPT-4, S-PROMPT-5, S-TOOL-10, S-ERR-14.
func TestUnknownAndBroken(t *testing.T) {
	fill := func(g *rig) {
		features(g)
		for _, name := range []string{"gone", "broken"} {
			g.srv.AddResource(protocol.Resource{URI: "x:" + name, Name: name}, page(name))
		}
		g.tool("fails", func(context.Context, *server.Request) (string, error) { return "", errors.New("out of clay") })
	}
	eras(t, nil, fill, func(g *rig, more string) {
		missing := -32602
		if more == "" {
			missing = -32002
		}
		for _, c := range []struct {
			method, params string
			code           int
		}{
			{"resources/read", `"uri":"x:nowhere"`, missing},
			{"resources/read", `"uri":"../../etc/passwd"`, missing},
			{"resources/read", `"uri":"x:gone"`, missing},
			{"resources/read", `"uri":""`, -32602},
			{"resources/read", `"uri":"x:broken"`, -32603},
			{"prompts/get", `"name":"nowhere"`, -32602},
			{"prompts/get", `"name":"a"`, -32602},
			{"prompts/get", `"name":"a","arguments":{"who":7}`, -32602},
			{"prompts/get", `"name":"a","arguments":{"who":"nobody"}`, -32603},
			{"tools/call", `"name":"nowhere"`, -32602},
			{"tools/call", `"name":7`, -32602},
		} {
			f := g.answer(request(c.method, c.params+more))
			require.Equal(g.t, c.code, f.code(g.t), "%s %s", c.method, c.params)
			require.NotContains(g.t, f.line, "secret")
		}
		f := g.answer(request("tools/call", `"name":"fails"`+more))
		require.NotNil(g.t, f.Result, f.line)
		require.True(g.t, f.Result.IsError, "the model is told")
		require.Contains(g.t, g.answer(request("resources/read", `"uri":"x:a"`+more)).line, `"mimeType":"x/y","blob":"/wA="`)
		require.Contains(g.t, g.answer(request("prompts/get", `"name":"a","arguments":{"who":"me"}`+more)).line, `{"type":"image","data":"/w==","mimeType":"image/png"}`)
	})
}

// Completion proposes at most 100 values, for what exists: S-COMP-2, S-COMP-3,
// S-COMP-4.
func TestCompletion(t *testing.T) {
	complete := func(_ context.Context, _ *server.Request, p *protocol.CompleteParams) (protocol.Completion, error) {
		if p.Argument.Value == "fail" {
			return protocol.Completion{}, errors.New("a secret")
		}
		var c protocol.Completion
		for i := range 250 {
			c.Values = append(c.Values, fmt.Sprint(i))
		}
		return c, nil
	}
	eras(t, []server.Option{server.WithCompletion(complete)}, features, func(g *rig, more string) {
		ask := func(ref, value string) frame {
			return g.answer(request("completion/complete", `"ref":`+ref+`,"argument":{"name":"who","value":"`+value+`"}`+more))
		}
		var got struct {
			Result struct {
				Completion struct {
					Values  []string
					HasMore bool
				}
			}
		}
		require.NoError(g.t, json.Unmarshal([]byte(ask(`{"type":"ref/prompt","name":"a"}`, "x").line), &got))
		require.Len(g.t, got.Result.Completion.Values, 100)
		require.True(g.t, got.Result.Completion.HasMore)
		require.Equal(g.t, -32602, ask(`{"type":"ref/prompt","name":"nowhere"}`, "x").code(g.t))
		require.Equal(g.t, -32602, ask(`{"type":"ref/other"}`, "x").code(g.t))
		f := ask(`{"type":"ref/prompt","name":"a"}`, "fail")
		require.Equal(g.t, -32603, f.code(g.t))
		require.NotContains(g.t, f.line, "secret")
	})
	eras(t, nil, features, func(g *rig, more string) {
		require.Equal(g.t, -32601, g.answer(request("completion/complete", `"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"who","value":""}`+more)).code(g.t))
	})
}

// S-TOOL-3: what one client has done changes no list, neither its own nor another's.
func TestListsAreTheSameForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		features(g)
		lists := func() (all []string) {
			for _, method := range []string{"tools/list", "resources/list", "prompts/list"} {
				all = append(all, g.answer(request(method, envelope("{}"))).line)
			}
			return all
		}
		first := g.openLoose()
		fresh := lists()
		g.answer(call("1", "a", envelope(everything)))
		require.Equal(t, fresh, lists())
		g.in.Close()
		require.NoError(t, first.Wait())
		g.open()
		require.Equal(t, fresh, lists())
	})
}

// S-TOOL-9: structured content comes as text, too.
func TestStructuredContentIsTextToo(t *testing.T) {
	fill := func(g *rig) {
		server.AddTool(g.srv, protocol.Tool{Name: "typed"}, func(context.Context, *server.Request, struct{}) (map[string]int, error) {
			return map[string]int{"heat": 7}, nil
		})
	}
	eras(t, nil, fill, func(g *rig, more string) {
		f := g.answer(call("1", "typed", more))
		require.Contains(g.t, f.line, `"structuredContent":{"heat":7}`)
		require.Equal(g.t, `{"heat":7}`, f.text(g.t))
	})
}

// S-LTASK-3: without tasks the wish for one is ignored.
func TestTasksAreIgnored(t *testing.T) {
	eras(t, nil, features, func(g *rig, more string) {
		require.Equal(g.t, "a", g.answer(call("1", "a", `,"task":{"ttl":60000}`+more)).text(g.t))
	})
}

// A request stands for itself: what an earlier one declared, and who its client
// said it was, counts for nothing: S-META-11, S-META-13.
func TestEarlierRequestsCountForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		g.tool("plain", func(context.Context, *server.Request) (string, error) { return "done", nil })
		g.open()
		require.Equal(t, "input_required", g.answer(call("1", "ask", envelope(everything))).Result.ResultType)
		require.Equal(t, -32021, g.answer(call("1", "ask", envelope("{}"))).code(t))
		said := map[string]bool{}
		for _, name := range []string{"a", "b", "claude"} {
			more := strings.Replace(envelope("{}"), `"_meta":{`, `"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"`+name+`","version":"1"},`, 1)
			said[g.answer(call("1", "plain", more)).line] = true
		}
		require.Len(t, said, 1)
	})
}

// S-MRTR-13: a client that does not come back leaves nothing behind.
func TestAbandonedNeedHoldsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		running := 0
		g.tool("ask", func(ctx context.Context, req *server.Request) (string, error) {
			running++
			defer func() { running-- }()
			return askColor(ctx, req)
		})
		g.open()
		for range 100 {
			require.Equal(t, "input_required", g.answer(call("1", "ask", envelope(everything))).Result.ResultType)
		}
		require.Zero(t, running)
		require.Empty(t, g.conn.State().InFlight)
	})
}

// A server of the modern era only refuses initialize and says what it speaks:
// S-ERA-5, S-ERA-6.
func TestModernOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithLegacyVersions())
		features(g)
		g.open()
		f := g.answer(hello)
		require.NotNil(t, f.Error, f.line)
		require.Equal(t, `{"supported":["2026-07-28"],"requested":"2025-11-25"}`, string(f.Error.Data))
		require.Equal(t, "complete", g.answer(listTools("2")).Result.ResultType)
	})
}
