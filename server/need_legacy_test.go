package server_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// asks says lines and returns the one request to the client that comes back.
func (g *rig) asks(lines ...string) frame {
	g.t.Helper()
	f := g.answer(lines...)
	require.NotEmpty(g.t, f.Method, f.line)
	require.NotEmpty(g.t, f.ID, f.line)
	return f
}

func (f frame) reply(result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, f.ID, result)
}

func (f frame) refuse(code int, message string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, f.ID, code, message)
}

const teal = `{"action":"accept","content":{"color":"teal"}}`

// Shows S-ID-1.
func TestLegacyNeedAsksAndCallsAgain(t *testing.T) {
	for _, strategy := range []server.Strategy{server.Adaptive, server.Goroutines, server.InPlace} {
		t.Run(fmt.Sprint(strategy), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, server.WithStrategy(strategy))
				g.tool("ask", askColor)
				g.tool("quick", func(context.Context, *server.Request) (string, error) { return "quick", nil })
				g.initialize("2025-11-25", `{"elicitation":{}}`)
				f := g.asks(call("1", "ask", ""))
				require.JSONEq(t, `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"form","message":"Which color?",
					"requestedSchema":{"type":"object","properties":{"color":{"type":"string"}},"required":["color"]}}}`, f.line)
				// Others are served meanwhile, and the lock holds (rules C6).
				require.Equal(t, "quick", g.answer(call("2", "quick", "")).text(t))
				require.Equal(t, protocol.CodeInvalidRequest, g.answer(call("3", "quick", envelope("{}"))).code(t))
				require.Equal(t, protocol.CodeInvalidRequest, g.answer(`{"jsonrpc":"2.0","id":4,"method":"initialize","params":{}}`).code(t))
				g.say(`{"jsonrpc":"2.0","id":"1","result":{}}`, `{"jsonrpc":"2.0","id":99,"result":{}}`)
				require.Empty(t, g.hear(), "unknown responses are dropped")
				again := g.asks(f.reply(`{"action":"decline"}`))
				require.NotEqual(t, f.ID, again.ID, "S-ID-3")
				require.Equal(t, "teal, a state", g.answer(again.reply(teal)).text(t))
				g.say(again.reply(teal), f.refuse(1, "late"))
				require.Empty(t, g.hear())
				require.Empty(t, g.conn.State().InFlight)
			})
		})
	}
}

func TestLegacyNeedAsksEverythingAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.srv.AddPrompt(protocol.Prompt{Name: "p"}, func(_ context.Context, req *server.Request, _ map[string]string) (*protocol.GetPromptResult, error) {
			roots, listed := req.RootsAnswer("r")
			said, sampled := req.SampleAnswer("m")
			if !listed || !sampled {
				return nil, req.Need(server.AskRoots("r"), server.AskModel("m", protocol.CreateMessageParams{
					MaxTokens: 9, Messages: []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("hi")}}},
				}))
			}
			return &protocol.GetPromptResult{Description: fmt.Sprint(len(roots.Roots), said.Model)}, nil
		})
		g.initialize("2024-11-05", `{"roots":{"listChanged":true},"sampling":{}}`)
		g.say(`{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"p"}}`)
		lines := g.hear()
		require.Len(t, lines, 2)
		roots, model := parse(t, lines[0]), parse(t, lines[1])
		require.JSONEq(t, `{"jsonrpc":"2.0","id":1,"method":"roots/list"}`, roots.line)
		require.JSONEq(t, `{"jsonrpc":"2.0","id":2,"method":"sampling/createMessage","params":{"maxTokens":9,"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}}`, model.line)
		g.say(model.reply(`{"role":"assistant","content":{"type":"text","text":"x"},"model":"m1"}`))
		require.Empty(t, g.hear())
		require.Contains(t, g.answer(roots.reply(`{"roots":[{"uri":"file:///a"}]}`)).line, "1m1")
	})
}

// What a version does not know is not asked; what it knows is in its shape.
func TestLegacyNeedIsShapedForTheVersion(t *testing.T) {
	asForm := server.AskForm("f", "m", server.FormSchema[form]())
	choices := server.AskForm("f", "m", jsontext.Value(`{"type":"object","properties":{"c":{"type":"array","items":{"type":"string","enum":["a"]}}}}`))
	two := server.AskModel("k", protocol.CreateMessageParams{MaxTokens: 1, Messages: []protocol.SamplingMessage{
		{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("x"), protocol.Text("y")}}}})
	for _, c := range []struct {
		version string
		need    server.Input
		want    string // in the question; "" if there is none
	}{
		{"2025-11-25", asForm, `"mode":"form"`},
		{"2025-06-18", asForm, `"params":{"message":"m"`},
		{"2025-03-26", asForm, ""},
		{"2024-11-05", asForm, ""},
		{"2025-11-25", choices, `"type":"array"`},
		{"2025-06-18", choices, ""},
		{"2025-11-25", server.AskPage("p", "m", "https://example.com/"), `"elicitationId":"`},
		{"2025-06-18", server.AskPage("p", "m", "https://example.com/"), ""},
		{"2025-11-25", two, `"content":[`},
		{"2025-06-18", two, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t)
			g.tool("ask", func(_ context.Context, req *server.Request) (string, error) { return "", req.Need(c.need) })
			g.initialize(c.version, everything)
			f := g.answer(call("1", "ask", ""))
			if c.want == "" {
				require.Equal(t, protocol.CodeInternalError, f.code(t))
			} else {
				require.NotEmpty(t, f.Method)
				require.Contains(t, f.line, c.want, c.version)
			}
		})
	}
}

func TestLegacyNeedOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithoutLegacyNeed())
		g.tool("ask", askColor)
		g.initialize("2025-11-25", everything)
		require.Equal(t, protocol.CodeInternalError, g.answer(call("1", "ask", "")).code(t))
	})
}

func TestLegacyNeedHasAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		runs, start := 0, time.Time{}
		var at []time.Duration
		g.tool("pending", func(_ context.Context, req *server.Request) (string, error) {
			at = append(at, time.Since(start))
			if runs++; runs > 3 {
				state, _ := req.State()
				return state, nil
			}
			return "", req.Need(server.KeepState("later"))
		})
		g.initialize("2025-11-25", everything)
		f := g.asks(call("1", "ask", ""))
		for range 7 {
			f = g.asks(f.reply(`{"action":"cancel"}`))
		}
		require.Equal(t, protocol.CodeInternalError, g.answer(f.reply(`{"action":"cancel"}`)).code(t), "at most 8 rounds")

		start = time.Now()
		g.say(call("2", "pending", ""))
		require.Empty(t, g.hear())
		time.Sleep(10 * time.Second)
		require.Equal(t, "later", parse(t, g.hear()[0]).text(t))
		require.Equal(t, 10*time.Second, time.Since(start))
		require.Equal(t, 4, runs)
		runs = -100
		g.say(call("3", "pending", ""))
		time.Sleep(10 * time.Second)
		require.Equal(t, protocol.CodeInternalError, parse(t, g.hear()[0]).code(t))
		require.Equal(t, -100+9, runs)
		const ms = time.Millisecond
		require.Equal(t, []time.Duration{0, 50 * ms, 150 * ms, 350 * ms}, at[:4], "more patient each time")
		require.Equal(t, 250*ms, at[12]-at[11], "up to a point")
	})
}

// What the client says instead of an answer, a tool tells the model.
// Shows S-ELIC-4,.
func TestLegacyNeedRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		g.srv.AddResource(protocol.Resource{URI: "x:ask", Name: "ask"}, func(ctx context.Context, req *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
			_, err := askColor(ctx, req)
			return nil, err
		})
		g.initialize("2025-11-25", everything)
		said := map[string]bool{}
		for _, code := range []int{-32601, -32000, -32017} { // S-ERR-3: no code means more than another
			f := g.answer(g.asks(call("1", "ask", "")).refuse(code, "no such thing"))
			require.True(t, f.Result.IsError, f.line)
			require.Contains(t, f.line, "no such thing")
			said[strings.ReplaceAll(f.line, fmt.Sprint(code), "CODE")] = true
		}
		require.Len(t, said, 1)
		f := g.answer(g.asks(`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"x:ask"}}`).refuse(-1, "User rejected"))
		require.Equal(t, protocol.CodeInternalError, f.code(t))
		require.Contains(t, f.Error.Message, "User rejected")
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", func(_ context.Context, req *server.Request) (string, error) {
			return "", req.Need(server.AskRoots("a"), server.AskRoots("b"))
		})
		g.initialize("2025-11-25", everything)
		g.say(call("9", "ask", ""))
		first := parse(t, g.hear()[0])
		g.say(first.refuse(-1, "no"))
		lines := g.hear()
		require.Len(t, lines, 2)
		require.Contains(t, lines[0], `"method":"notifications/cancelled","params":{"requestId":2,`, "what is left is not needed")
		require.True(t, parse(t, lines[1]).Result.IsError)
	})
}

// Shows S-TIME-2, S-TIME-3, S-ERR-9.
func TestLegacyNeedTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithAskTimeout(time.Minute))
		g.tool("ask", func(_ context.Context, req *server.Request) (string, error) {
			return "", req.Need(server.AskRoots("a"), server.AskRoots("b"))
		})
		g.initialize("2025-11-25", everything)
		g.say(call("9", "ask", ""))
		time.Sleep(time.Minute - time.Nanosecond)
		require.Len(t, g.hear(), 2)
		time.Sleep(time.Nanosecond)
		lines := g.hear()
		require.Len(t, lines, 3)
		require.Contains(t, lines[0], `"method":"notifications/cancelled","params":{"requestId":1,`)
		require.Contains(t, lines[1], `"method":"notifications/cancelled","params":{"requestId":2,`)
		f := parse(t, lines[2])
		require.True(t, f.Result.IsError)
		require.Contains(t, f.line, "did not answer in time")
		g.say(`{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}`)
		require.Empty(t, g.hear(), "S-LCANCEL-6")
	})
}

// Decisions C2: code 0 once, the client is told that its answer is not wanted,
// and the handler does not run again.
func TestLegacyNeedCancelled(t *testing.T) {
	for _, strategy := range []server.Strategy{server.Adaptive, server.Goroutines, server.InPlace} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, server.WithStrategy(strategy))
			runs := 0
			g.tool("ask", func(ctx context.Context, req *server.Request) (string, error) {
				runs++
				return askColor(ctx, req)
			})
			g.initialize("2025-11-25", everything)
			f := g.asks(call("9", "ask", ""))
			g.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`)
			lines := g.hear()
			require.Len(t, lines, 2)
			require.Equal(t, `{"jsonrpc":"2.0","id":9,"error":{"code":0,"message":"Request cancelled"}}`, lines[0])
			require.Contains(t, lines[1], `"method":"notifications/cancelled","params":{"requestId":`+string(f.ID)+`,`)
			g.say(f.reply(teal))
			require.Empty(t, g.hear())
			require.Equal(t, 1, runs)
			require.Empty(t, g.conn.State().InFlight)
			require.NotContains(t, g.log.take(), "ERROR")
		})
	}
}

// Decisions C3: no answer can come after the end of input, so the wait is over
// at once.
func TestLegacyNeedAtEndOfInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		g.initialize("2025-11-25", everything)
		g.asks(call("9", "ask", ""))
		start := time.Now()
		g.eof()
		require.NoError(t, g.conn.Wait())
		require.Zero(t, time.Since(start))
		require.Equal(t, `{"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"Connection closed"}}`, strings.Join(g.hear(), "\n"))
	})
}

// While the server closes, answers still count; after the drain they do not.
func TestLegacyNeedWhileDraining(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		g.initialize("2025-11-25", everything)
		f := g.asks(call("8", "ask", ""))
		g.conn.Close()
		require.Empty(t, g.hear())
		require.Equal(t, "teal, a state", g.answer(f.reply(teal)).text(t))
		require.NoError(t, g.conn.Wait())
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		g.initialize("2025-11-25", everything)
		g.asks(call("8", "ask", ""))
		g.conn.Close()
		require.NoError(t, g.conn.Wait())
		require.Equal(t, `{"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"Connection closed"}}`, strings.Join(g.hear(), "\n"))
	})
}

// A cancel that overtakes the question leaves a question and its cancel, never
// the cancel alone (S-LCANCEL-1).
func TestLegacyNeedCancelledBeforeItIsSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		slow := &stallable{w: g.out}
		g.openOver(slow)
		g.answer(strings.Replace(hello, `"capabilities":{}`, `"capabilities":`+everything, 1))
		slow.stall()
		g.say(request("ping", "")) // its answer stands in the pipe
		synctest.Wait()
		g.say(call("9", "ask", ""))
		synctest.Wait() // it is asked, behind that
		g.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`)
		synctest.Wait()
		slow.resume()
		var said []string
		for _, line := range g.hear() {
			f := parse(t, line)
			said = append(said, f.Method+string(f.ID))
		}
		require.ElementsMatch(t, []string{"1", "elicitation/create1", "notifications/cancelled", "9"}, said)
		require.Less(t, slices.Index(said, "elicitation/create1"), slices.Index(said, "notifications/cancelled"))
	})
}
