package server_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

const accepted = `,"inputResponses":{"pick":{"action":"accept","content":{"color":"teal"}}}`

// stateRig has two tools and a prompt that ask, all alike.
func stateRig(t *testing.T, opts ...server.Option) *rig {
	g := newRig(t, opts...)
	g.tool("ask", askColor)
	g.tool("twin", askColor)
	g.srv.AddPrompt(protocol.Prompt{Name: "ask"}, func(ctx context.Context, req *server.Request, _ map[string]string) (*protocol.GetPromptResult, error) {
		text, err := askColor(ctx, req)
		return &protocol.GetPromptResult{Messages: []protocol.PromptMessage{{Role: protocol.RoleUser, Content: protocol.Text(text)}}}, err
	})
	g.open()
	return g
}

// state has the tool asked, with arguments, and returns the requestState.
func (g *rig) state(tool, arguments string) string {
	g.t.Helper()
	f := g.answer(call("1", tool, arguments+envelope(everything)))
	require.NotNil(g.t, f.Result, f.line)
	require.NotNil(g.t, f.Result.RequestState, f.line)
	return *f.Result.RequestState
}

// A state is good for the request that it was given for, however the client
// writes that, wherever the handler runs (S-MRTR-11).
func TestStateIsBoundToItsRequest(t *testing.T) {
	for _, strategy := range []server.Strategy{server.Adaptive, server.Goroutines, server.InPlace} {
		t.Run(fmt.Sprint(strategy), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := stateRig(t, server.WithStrategy(strategy))
				token := g.state("ask", `,"arguments":{"a":1,"b":["x"]}`)
				back := accepted + `,"requestState":` + quoted(token) + envelope(everything)
				for _, same := range []string{
					`,"arguments":{"a":1,"b":["x"]}`,
					`, "arguments" : { "b" : [ "\u0078" ], "a" : 1.0 }`,
				} {
					require.Equal(t, "teal, a state", g.answer(call("2", "ask", same+back)).text(t))
				}
				require.Equal(t, "teal, a state", g.answer(call(`"other id"`, "ask", `,"arguments":{"a":1,"b":["x"]}`+accepted+
					`,"requestState":`+quoted(token)+`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":1,"x/y":2}`)).text(t),
					"_meta changes from round to round")
				for _, other := range []string{
					call("3", "ask", `,"arguments":{"a":2,"b":["x"]}`+back),
					call("3", "ask", `,"arguments":{"a":1}`+back),
					call("3", "ask", back),
					call("3", "twin", `,"arguments":{"a":1,"b":["x"]}`+back),
					strings.Replace(call("3", "ask", `,"arguments":{"a":"1","b":"x"}`+back), "tools/call", "prompts/get", 1),
				} {
					f := g.answer(other)
					require.Equal(t, protocol.CodeInvalidParams, f.code(t), other)
				}
				absent := g.state("ask", "")
				for _, same := range []string{"", `,"arguments":{}`, `,"arguments":null`} {
					require.Equal(t, "teal, a state", g.answer(call("4", "ask", same+accepted+`,"requestState":`+quoted(absent)+envelope(everything))).text(t))
				}
			})
		})
	}
}

// The arguments are there even if a tool that was quick so far, and ran in
// place, waits now, and if a slow one left its line long ago.
func TestStateOfATool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", func(ctx context.Context, req *server.Request) (string, error) {
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
			return askColor(ctx, req)
		})
		g.open()
		for round := range 3 {
			argument := fmt.Sprintf(`,"arguments":{"round":%d}`, round)
			g.say(call("1", "ask", argument+envelope(everything)))
			for range 40 { // lines that go over the buffer of the first
				g.say(call("2", "nothing", `,"arguments":{"x":"`+strings.Repeat("y", 20_000)+`"}`))
			}
			synctest.Wait()
			g.out.take()
			time.Sleep(2 * time.Second)
			f := parse(t, g.hear()[0])
			require.NotNil(t, f.Result, f.line)
			again := func(argument string) frame {
				g.say(call("3", "ask", argument+accepted+`,"requestState":`+quoted(*f.Result.RequestState)+envelope(everything)))
				time.Sleep(2 * time.Second)
				return parse(t, g.hear()[0])
			}
			require.Equal(t, "teal, a state", again(argument).text(t))
			require.Equal(t, protocol.CodeInvalidParams, again(`,"arguments":{"round":"no"}`).code(t))
		}
	})
}

// A state is bound to the method, to the name or URI, and to which of the two
// that is, also where all else is alike (S-MRTR-11).
func TestStateIsBoundToWhatIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		for _, name := range []string{"ask", "as"} {
			g.srv.AddPrompt(protocol.Prompt{Name: name}, func(ctx context.Context, req *server.Request, _ map[string]string) (*protocol.GetPromptResult, error) {
				text, err := askColor(ctx, req)
				return &protocol.GetPromptResult{Description: text}, err
			})
		}
		for _, uri := range []string{"x:a", "x:b"} {
			g.srv.AddResource(protocol.Resource{URI: uri, Name: uri}, func(ctx context.Context, req *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
				text, err := askColor(ctx, req)
				return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{protocol.TextContents(uri, "", text)}}, err
			})
		}
		g.open()
		heads := []string{
			`"method":"tools/call","params":{"name":"ask"`,
			`"method":"prompts/get","params":{"name":"ask"`,
			`"method":"prompts/get","params":{"name":"as","uri":"k"`,
			`"method":"resources/read","params":{"uri":"x:a"`,
			`"method":"resources/read","params":{"uri":"x:b"`,
		}
		request := func(head, more string) string {
			return `{"jsonrpc":"2.0","id":1,` + head + more + envelope(everything) + `}}`
		}
		for i, head := range heads {
			first := g.answer(request(head, ""))
			require.NotNil(t, first.Result, first.line)
			for j, other := range heads {
				f := g.answer(request(other, accepted+`,"requestState":`+quoted(*first.Result.RequestState)))
				if i == j {
					require.Contains(t, f.line, "teal, a state")
					continue
				}
				require.Equal(t, protocol.CodeInvalidParams, f.code(t), "the state of %s for %s", head, other)
			}
		}
	})
}

func TestStateOfStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := stateRig(t)
		token := g.state("ask", "")
		for _, bad := range []string{"", "x", token + "-TAMPERED", token + "\n", token[1:], strings.ToUpper(token)} {
			f := g.answer(call("2", "ask", accepted+`,"requestState":`+quoted(bad)+envelope(everything)))
			require.Equal(t, protocol.CodeInvalidParams, f.code(t), bad)
		}
		time.Sleep(server.DefaultStateExpiry)
		f := g.answer(call("2", "ask", accepted+`,"requestState":`+quoted(token)+envelope(everything)))
		require.Equal(t, protocol.CodeInvalidParams, f.code(t))
		require.Contains(t, f.Error.Message, "expired")
		require.Equal(t, "teal, no state", g.answer(call("2", "ask", accepted+envelope(everything))).text(t), "without one it starts again")
	})
}

func TestStateOfAnotherProcess(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	for name, c := range map[string]struct {
		first, second []server.Option
		good          bool
	}{
		"own keys":     {nil, nil, false},
		"a shared key": {[]server.Option{server.WithStateKey(key)}, []server.Option{server.WithStateKey(key)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				token := stateRig(t, c.first...).state("ask", "")
				f := stateRig(t, c.second...).answer(call("2", "ask", accepted+`,"requestState":`+quoted(token)+envelope(everything)))
				require.Equal(t, c.good, f.Error == nil, f.line)
			})
		})
	}
}

func TestPlainState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithPlainState())
		g.tool("ask", askColor)
		g.tool("binary", func(_ context.Context, req *server.Request) (string, error) {
			return "", req.Need(server.KeepState("\xff"))
		})
		g.open()
		require.Equal(t, "a state", g.state("ask", ""))
		require.Equal(t, "teal, my own", g.answer(call("2", "ask", accepted+`,"requestState":"my own"`+envelope(everything))).text(t))
		require.Equal(t, protocol.CodeInternalError, g.answer(call("3", "binary", envelope(everything))).code(t))
	})
}
