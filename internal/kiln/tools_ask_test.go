package kiln

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// answers are what the client below gives to everything that it is asked.
var answers = map[string]string{
	"elicitation/create":     `{"action":"accept","content":{"color":"teal","name":"Ada","ok":true,"context":"a kiln","username":"u","email":"e"}}`,
	"sampling/createMessage": `{"role":"assistant","content":{"type":"text","text":"Hello there!"},"model":"m"}`,
	"roots/list":             `{"roots":[{"uri":"file:///r","name":"R"}]}`,
}

const declared = `{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}`

// client speaks either era, and notes what it was asked.
type client struct {
	t      *testing.T
	w      io.Writer
	r      *bufio.Scanner
	modern bool
	ids    int
	asked  []string
	noted  []string
}

func dial(t *testing.T, modern bool, set ...string) *client {
	var settings Settings
	for _, s := range set {
		require.NoError(t, settings.Set(s))
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	conn, err := New(settings, nil).Server.Open(t.Context(), server.Over(inR, outW))
	require.NoError(t, err)
	c := &client{t: t, w: inW, r: bufio.NewScanner(outR), modern: modern}
	t.Cleanup(func() {
		inW.Close()
		require.NoError(t, conn.Wait())
	})
	if !modern {
		c.send(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + declared + `,"clientInfo":{"name":"c","version":"1"}}}`)
		c.next()
		c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	return c
}

func (c *client) send(line string) {
	_, err := io.WriteString(c.w, line+"\n")
	require.NoError(c.t, err)
}

func (c *client) next() (m message) {
	require.True(c.t, c.r.Scan())
	require.NoError(c.t, json.Unmarshal(c.r.Bytes(), &m), c.r.Text())
	return m
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Error  *struct {
		Code int
		Data json.RawMessage
	} `json:"error"`
	Result struct {
		ResultType    string
		Content       []struct{ Text string }
		IsError       bool
		InputRequests map[string]struct{ Method string }
		RequestState  *string
		Messages      json.RawMessage
		Contents      json.RawMessage
	} `json:"result"`
}

// do makes a request and answers what is asked until it is settled. head is the
// method and the beginning of the params.
func (c *client) do(head string) message {
	again := ""
	for range 20 {
		c.ids++
		line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,%s%s`, c.ids, head, again)
		if c.modern {
			line += `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` + declared + `}`
		}
		c.send(line + "}}")
		m := c.next()
		for ; m.Method != ""; m = c.next() {
			if m.ID == nil {
				c.noted = append(c.noted, m.Method)
				continue
			}
			c.asked = append(c.asked, m.Method)
			c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, answers[m.Method]))
		}
		if m.Result.ResultType != "input_required" {
			return m
		}
		responses := map[string]json.RawMessage{}
		for key, q := range m.Result.InputRequests {
			c.asked = append(c.asked, q.Method)
			responses[key] = json.RawMessage(answers[q.Method])
		}
		text, err := json.Marshal(responses)
		require.NoError(c.t, err)
		again = `,"inputResponses":` + string(text)
		if m.Result.RequestState != nil {
			again += fmt.Sprintf(`,"requestState":%q`, *m.Result.RequestState)
		}
	}
	c.t.Fatal("it is never settled")
	return message{}
}

func (c *client) call(tool, arguments string) message {
	return c.do(`"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments)
}

// A tool that asks says the same in both eras, and asks the same.
func TestAskToolsInBothEras(t *testing.T) {
	const elicit, sample, roots = "elicitation/create", "sampling/createMessage", "roots/list"
	for _, c := range []struct {
		tool, arguments, text string
		asked                 []string
	}{
		{"ask_color", `{}`, "glazed in teal", []string{elicit}},
		{"ask_name", `{}`, "hello Ada", []string{elicit}},
		{"roots", `{}`, "1", []string{roots}},
		{"need_sampling", `{}`, "sampling is declared", nil},
		{"test_missing_capability", `{}`, "sampling is declared", nil},
		{"test_sampling", `{"prompt":"p"}`, "LLM response: Hello there!", []string{sample}},
		{"test_elicitation", `{"message":"m"}`, "Elicitation completed: action=accept, content=" + accepted(), []string{elicit}},
		{"test_elicitation_sep1034_defaults", `{}`, "Elicitation completed: action=accept, content=" + accepted(), []string{elicit}},
		{"test_elicitation_sep1330_enums", `{}`, "Elicitation completed: action=accept, content=" + accepted(), []string{elicit}},
		{"test_streaming_elicitation", `{}`, "Elicitation completed: action=accept, content=" + accepted(), []string{elicit}},
		{"test_input_required_result_elicitation", `{}`, "Hello, Ada!", []string{elicit}},
		{"test_input_required_result_sampling", `{}`, "Hello there!", []string{sample}},
		{"test_input_required_result_list_roots", `{}`, "1 roots", []string{roots}},
		{"test_input_required_result_request_state", `{}`, "state-ok, confirmed: true", []string{elicit}},
		{"test_input_required_result_tampered_state", `{}`, "state-ok, confirmed: true", []string{elicit}},
		{"test_input_required_result_multiple_inputs", `{}`, "Hello there! Ada, with 1 roots", []string{elicit, roots, sample}},
		{"test_input_required_result_multi_round", `{}`, "Ada likes teal", []string{elicit, elicit}},
		{"test_input_required_result_capabilities", `{}`, "nothing is needed", []string{elicit, roots, sample}},
		{"test_logging_tool", `{}`, "test_logging_tool is done", nil},
		{"test_trigger_tool_change", `{}`, "test_trigger_tool_change is done", nil},
		{"test_trigger_prompt_change", `{}`, "test_trigger_prompt_change is done", nil},
	} {
		for _, modern := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				k := dial(t, modern)
				m := k.call(c.tool, c.arguments)
				require.Nil(t, m.Error, c.tool)
				require.False(t, m.Result.IsError, c.tool)
				require.Equal(t, c.text, m.Result.Content[0].Text, c.tool)
				slices.Sort(k.asked)
				require.Equal(t, c.asked, k.asked, c.tool)
			})
		}
	}
}

func accepted() string {
	var a struct{ Content json.RawMessage }
	if err := json.Unmarshal([]byte(answers["elicitation/create"]), &a); err != nil {
		panic(err) // a constant
	}
	return string(a.Content)
}

func TestAskPromptAndResource(t *testing.T) {
	for _, modern := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			k := dial(t, modern)
			m := k.do(`"method":"prompts/get","params":{"name":"test_input_required_result_prompt"`)
			require.Contains(t, string(m.Result.Messages), "a kiln")
			m = k.do(`"method":"resources/read","params":{"uri":"kiln://ask"`)
			require.Contains(t, string(m.Result.Contents), "glazed in teal")
			require.Len(t, k.asked, 2)
			m = k.do(`"method":"resources/read","params":{"uri":"kiln://other"`)
			require.NotNil(t, m.Error)
		})
	}
}

func TestAskToolsThatDoNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := dial(t, false)
		require.Equal(t, -32603, k.call("ask_pending", `{}`).Error.Code, "after 8 rounds")
		require.Equal(t, -32603, k.call("ask_nothing", `{}`).Error.Code)
		require.Equal(t, "1 roots file:///r", k.call("pull_roots", `{}`).Result.Content[0].Text)
	})
	synctest.Test(t, func(t *testing.T) {
		k := dial(t, false, "legacy_mrtr_shim=off")
		require.Equal(t, -32603, k.call("ask_color", `{}`).Error.Code)
		require.Empty(t, k.asked)
		require.Equal(t, "1 roots file:///r", k.call("pull_roots", `{}`).Result.Content[0].Text, "direct calls stay")
	})
	synctest.Test(t, func(t *testing.T) {
		k := dial(t, true)
		require.Equal(t, -32603, k.call("ask_nothing", `{}`).Error.Code)
		require.True(t, k.call("pull_roots", `{}`).Result.IsError)
		require.Empty(t, k.asked)
	})
}

func TestReportTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := dial(t, false)
		require.Nil(t, k.call("test_tool_with_logging", `{}`).Error)
		require.Len(t, k.noted, 3)
		k.noted = nil
		require.Nil(t, k.call("test_tool_with_progress", `{},"_meta":{"progressToken":"p"}`).Error)
		require.Len(t, k.noted, 3)
		k.noted = nil
		require.Nil(t, k.call("test_tool_with_progress", `{}`).Error)
		require.Empty(t, k.noted)
		require.True(t, k.call("json_schema_2020_12_tool", `{"contactMethod":"phone","email":"e"}`).Result.IsError, "then: phone is required")
		require.False(t, k.call("json_schema_2020_12_tool", `{"contactMethod":"phone","phone":"1"}`).Result.IsError)
	})
}
