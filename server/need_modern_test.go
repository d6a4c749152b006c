package server_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// Shows S-MRTR-1, S-MRTR-5, S-ELIC-2.
func TestNeedGoesOutAsInputRequired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithPlainState())
		g.tool("ask", func(_ context.Context, req *server.Request) (string, error) {
			return "", req.Need(
				server.AskForm("f", "Which?", jsontext.Value(`{"type":"object","properties":{"color":{"type":"string"}}}`)),
				server.AskUser("p", protocol.ElicitParams{Mode: protocol.ElicitURL, Message: "Go", URL: "https://example.com/x", ElicitationID: "e"}),
				server.AskModel("m", protocol.CreateMessageParams{MaxTokens: 5, Messages: []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("hi")}}}}),
				server.AskRoots("r"),
				server.KeepState("kept"))
		})
		g.open()
		require.JSONEq(t, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"kept","inputRequests":{
			"f":{"method":"elicitation/create","params":{"mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{"color":{"type":"string"}}}}},
			"p":{"method":"elicitation/create","params":{"mode":"url","message":"Go","url":"https://example.com/x"}},
			"m":{"method":"sampling/createMessage","params":{"maxTokens":5,"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}},
			"r":{"method":"roots/list"}}}}`,
			g.answer(call("1", "ask", envelope(everything))).line)
		require.Equal(t, "modern", g.conn.State().Era, "input_required is a result: it locks")
	})
}

// Any request that may need input goes round: what it is does not matter.
// Shows S-MRTR-16, S-STATE-4.
func TestNeedRoundsOfToolPromptAndResource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", askColor)
		g.srv.AddPrompt(protocol.Prompt{Name: "ask"}, func(ctx context.Context, req *server.Request, _ map[string]string) (*protocol.GetPromptResult, error) {
			text, err := askColor(ctx, req)
			return &protocol.GetPromptResult{Messages: []protocol.PromptMessage{{Role: protocol.RoleUser, Content: protocol.Text(text)}}}, err
		})
		g.srv.AddResource(protocol.Resource{URI: "x:ask", Name: "ask"}, func(ctx context.Context, req *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
			text, err := askColor(ctx, req)
			return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{protocol.TextContents(uri, "", text)}}, err
		})
		g.open()
		for _, head := range []string{
			`"method":"tools/call","params":{"name":"ask","arguments":{"a":1}`,
			`"method":"prompts/get","params":{"name":"ask","arguments":{"a":"1"}`,
			`"method":"resources/read","params":{"uri":"x:ask"`,
		} {
			request := func(more string) string {
				return `{"jsonrpc":"2.0","id":1,` + head + more + envelope(everything) + `}}`
			}
			first := g.answer(request(""))
			require.NotNil(t, first.Result, first.line)
			require.Equal(t, "input_required", first.Result.ResultType)
			require.NotContains(t, first.line, "ttlMs", "S-MRTR-18")
			require.NotContains(t, first.line, "cacheScope", "S-MRTR-18")
			require.NotContains(t, first.line, "a state", "the state is sealed")
			again := `,"inputResponses":{"pick":{"action":"accept","content":{"color":"teal"}},"unasked":{"a":1}},"requestState":` + quoted(*first.Result.RequestState)
			second := g.answer(request(again))
			require.Equal(t, "complete", second.Result.ResultType)
			require.Contains(t, second.line, "teal, a state")
		}
	})
}

// Shows S-META-9, S-META-10, S-ERR-5, S-ERR-16, S-MRTR-7, S-SAMP-1, S-ROOTS-1,
// S-LELIC-1, S-LSAMP-1, S-LSAMP-2, S-ELIC-1.
func TestNeedUndeclared(t *testing.T) {
	sample := func(change func(*protocol.CreateMessageParams)) server.Input {
		p := protocol.CreateMessageParams{MaxTokens: 1, Messages: []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("x")}}}}
		change(&p)
		return server.AskModel("k", p)
	}
	asForm := server.AskForm("f", "m", server.FormSchema[form]())
	page := server.AskPage("p", "m", "https://example.com")
	for name, c := range map[string]struct {
		declared, required string
		needs              []server.Input
	}{
		"form":                      {`{}`, `{"elicitation":{"form":{}}}`, []server.Input{asForm}},
		"form, only page declared":  {`{"elicitation":{"url":{}}}`, `{"elicitation":{"form":{}}}`, []server.Input{asForm}},
		"page, empty object":        {`{"elicitation":{}}`, `{"elicitation":{"url":{}}}`, []server.Input{page}},
		"sampling":                  {`{}`, `{"sampling":{}}`, []server.Input{sample(func(*protocol.CreateMessageParams) {})}},
		"sampling with tools":       {`{"sampling":{}}`, `{"sampling":{"tools":{}}}`, []server.Input{sample(func(p *protocol.CreateMessageParams) { p.Tools = []protocol.Tool{{Name: "t"}} })}},
		"sampling with tool choice": {`{"sampling":{}}`, `{"sampling":{"tools":{}}}`, []server.Input{sample(func(p *protocol.CreateMessageParams) { p.ToolChoice = &protocol.ToolChoice{Mode: "auto"} })}},
		"sampling with context":     {`{"sampling":{}}`, `{"sampling":{"context":{}}}`, []server.Input{sample(func(p *protocol.CreateMessageParams) { p.IncludeContext = "allServers" })}},
		"roots":                     {`{}`, `{"roots":{}}`, []server.Input{server.AskRoots("r")}},
		"all that is missing":       {`{"roots":{}}`, `{"elicitation":{"form":{},"url":{}}}`, []server.Input{server.AskRoots("r"), asForm, page}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t)
				g.tool("ask", func(_ context.Context, req *server.Request) (string, error) { return "", req.Need(c.needs...) })
				g.open()
				f := g.answer(call("1", "ask", envelope(c.declared)))
				require.Equal(t, protocol.CodeMissingCapability, f.code(t))
				require.JSONEq(t, `{"requiredCapabilities":`+c.required+`}`, string(f.Error.Data))
				require.Equal(t, "open", g.conn.State().Era, "an error never locks")
			})
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t)
				g.tool("ask", func(_ context.Context, req *server.Request) (string, error) { return "", req.Need(c.needs...) })
				g.initialize("2025-11-25", c.declared)
				require.Equal(t, protocol.CodeInternalError, g.answer(call("1", "ask", "")).code(t))
			})
		})
	}
}

// What a program does wrong is no business of the client's.
// Shows S-MRTR-4, S-SAMP-3.
func TestNeedMistakes(t *testing.T) {
	ok := server.AskForm("k", "m", server.FormSchema[form]())
	use := protocol.SamplingMessage{Role: protocol.RoleAssistant, Content: protocol.Blocks{{Type: protocol.TypeToolUse, ToolUse: &protocol.ToolUse{ID: "u", Name: "t"}}}}
	result := protocol.Content{Type: protocol.TypeToolResult, ToolResult: &protocol.ToolResult{ToolUseID: "u"}}
	turns := func(m ...protocol.SamplingMessage) server.Input {
		return server.AskModel("k", protocol.CreateMessageParams{MaxTokens: 1, Messages: m})
	}
	user := func(b ...protocol.Content) protocol.SamplingMessage {
		return protocol.SamplingMessage{Role: protocol.RoleUser, Content: b}
	}
	for name, c := range map[string]struct {
		says  string
		needs []server.Input
	}{
		"nothing":                {"asks for nothing", nil},
		"one key twice":          {"two inputs", []server.Input{ok, server.AskRoots("k")}},
		"no schema":              {"a form needs a schema", []server.Input{server.AskForm("k", "m", nil)}},
		"no object":              {"a form needs a schema", []server.Input{server.AskForm("k", "m", map[string]any{"type": "string"})}},
		"a choice of nothing":    {"field", []server.Input{server.AskForm("k", "m", jsontext.Value(`{"type":"object","properties":{"o":{"type":"array","items":{"type":"string"}}}}`))}},
		"nested":                 {"field", []server.Input{server.AskForm("k", "m", jsontext.Value(`{"type":"object","properties":{"o":{"type":"object"}}}`))}},
		"a schema that is none":  {"marshal", []server.Input{server.AskForm("k", "m", func() {})}},
		"relative URL":           {"absolute", []server.Input{server.AskPage("k", "m", "/x")}},
		"unknown mode":           {"mode", []server.Input{server.AskUser("k", protocol.ElicitParams{Mode: "fax"})}},
		"no messages":            {"messages", []server.Input{server.AskModel("k", protocol.CreateMessageParams{MaxTokens: 1})}},
		"no bound":               {"MaxTokens", []server.Input{server.AskModel("k", protocol.CreateMessageParams{Messages: []protocol.SamplingMessage{user(protocol.Text("x"))}})}},
		"a use without a result": {"tool use without", []server.Input{turns(use)}},
		"a use passed over":      {"every tool use", []server.Input{turns(use, user(protocol.Text("x")))}},
		"a result without a use": {"no tool use", []server.Input{turns(user(result))}},
		"a result in company":    {"stand alone", []server.Input{turns(use, user(result, protocol.Text("x")))}},
		"a result by the model":  {"stand alone", []server.Input{turns(use, protocol.SamplingMessage{Role: protocol.RoleAssistant, Content: protocol.Blocks{result}})}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t)
				g.tool("ask", func(_ context.Context, req *server.Request) (string, error) { return "", req.Need(c.needs...) })
				g.open()
				f := g.answer(call("1", "ask", envelope(everything)))
				require.Equal(t, protocol.CodeInternalError, f.code(t))
				require.Equal(t, "Internal server error", f.Error.Message)
				require.Contains(t, g.log.take(), c.says)
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("ask", func(_ context.Context, req *server.Request) (string, error) {
			return "", req.Need(turns(use, user(result)))
		})
		g.open()
		require.NotNil(t, g.answer(call("1", "ask", envelope(everything))).Result, "a balanced one is fine")
	})
}

// S-MRTR-3: no other method is answered with input_required.
func TestNeedOnlyWhereItIsAllowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithCompletion(func(_ context.Context, req *server.Request, _ *protocol.CompleteParams) (protocol.Completion, error) {
			return protocol.Completion{}, req.Need(server.KeepState("x"))
		}))
		g.open()
		f := g.answer(`{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"x:{y}"},"argument":{"name":"a","value":""}` + envelope(everything) + `}}`)
		require.Equal(t, protocol.CodeInternalError, f.code(t))
		require.Equal(t, "open", g.conn.State().Era)
	})
}

// S-MRTR-15 and S-MRTR-17: what is no answer is asked for again.
// Shows S-ELIC-4, C-ELIC-5.
func TestAnswersThatAreNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("color", askColor)
		g.tool("rest", func(_ context.Context, req *server.Request) (string, error) {
			_, sampled := req.SampleAnswer("k")
			_, listed := req.RootsAnswer("k")
			if sampled || listed {
				return "done", nil
			}
			return "", req.Need(server.AskRoots("k"))
		})
		g.open()
		for _, c := range []struct{ tool, responses, want string }{
			{"color", `null`, "input_required"},
			{"color", `{}`, "input_required"},
			{"color", `{"pick":12345}`, "input_required"},
			{"color", `{"pick":null}`, "input_required"},
			{"color", `{"pick":{}}`, "input_required"},
			{"color", `{"pick":{"action":"perhaps"}}`, "input_required"},
			{"color", `{"pick":{"action":"decline"}}`, "input_required"},
			{"color", `{"pick":{"action":"cancel"}}`, "input_required"},
			{"color", `{"pick":{"action":"accept"}}`, "input_required"},
			{"color", `{"pick":{"action":"accept","content":{"color":7}}}`, "input_required"},
			{"color", `{"pick":{"action":"accept","content":{"color":"x"}}}`, "complete"},
			{"rest", `{"k":{"action":"accept"}}`, "input_required"},
			{"rest", `{"k":{"roots":null}}`, "input_required"},
			{"rest", `{"k":{"role":"assistant"}}`, "input_required"},
			{"rest", `{"k":{"content":{"type":"text","text":"x"},"model":"m"}}`, "input_required"},
			{"rest", `{"k":{"roots":[]}}`, "complete"},
			{"rest", `{"k":{"role":"assistant","content":{"type":"text","text":"x"},"model":"m"}}`, "complete"},
		} {
			f := g.answer(call("1", c.tool, `,"inputResponses":`+c.responses+envelope(everything)))
			require.NotNil(t, f.Result, f.line)
			require.Equal(t, c.want, f.Result.ResultType, c.responses)
		}
		for _, more := range []string{`,"inputResponses":7`, `,"inputResponses":[]`, `,"requestState":7`, `,"requestState":{}`, `,"requestState":""`} {
			require.Equal(t, protocol.CodeInvalidParams, g.answer(call("1", "color", more+envelope(everything))).code(t), more)
		}
		require.NotNil(t, g.answer(call("1", "color", `,"requestState":null`+envelope(everything))).Result)
	})
}
