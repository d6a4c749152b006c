package protocol_test

import (
	"reflect"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestEveryPayloadHasOneJSON(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			got, err := protocol.Marshal(s.value)
			require.NoError(t, err)
			require.Equal(t, s.json, string(got))

			back := reflect.New(reflect.TypeOf(s.value).Elem()).Interface()
			require.NoError(t, protocol.Unmarshal([]byte(s.json), back))
			require.Empty(t, cmp.Diff(s.value, back))
		})
	}
}

// Nothing that is required may be lost, and nothing optional may be null, when
// a value is left zero.
func TestZeroValues(t *testing.T) {
	for want, value := range map[string]any{
		`{"tools":[]}`:                                       &protocol.ListToolsResult{},
		`{"content":[]}`:                                     &protocol.CallToolResult{},
		`{"resources":[]}`:                                   &protocol.ListResourcesResult{},
		`{"resourceTemplates":[]}`:                           &protocol.ListResourceTemplatesResult{},
		`{"contents":[]}`:                                    &protocol.ReadResourceResult{},
		`{"prompts":[]}`:                                     &protocol.ListPromptsResult{},
		`{"messages":[]}`:                                    &protocol.GetPromptResult{},
		`{"roots":[]}`:                                       &protocol.ListRootsResult{},
		`{"completion":{"values":[]}}`:                       &protocol.CompleteResult{},
		`{"supportedVersions":[],"capabilities":{}}`:         &protocol.DiscoverResult{},
		`{"name":"","inputSchema":{"type":"object"}}`:        &protocol.Tool{},
		`{"messages":[],"maxTokens":0}`:                      &protocol.CreateMessageParams{},
		`{"supported":[],"requested":""}`:                    &protocol.UnsupportedVersionData{},
		`{"uri":"","name":""}`:                               &protocol.Resource{},
		`{"code":0,"message":""}`:                            &protocol.Error{},
		`{"role":"","content":[],"model":""}`:                &protocol.CreateMessageResult{},
		`{"type":"tool_use","id":"","name":"","input":{}}`:   &protocol.Content{Type: protocol.TypeToolUse, ToolUse: &protocol.ToolUse{}},
		`{"type":"tool_result","toolUseId":"","content":[]}`: &protocol.Content{Type: protocol.TypeToolResult, ToolResult: &protocol.ToolResult{}},
	} {
		got, err := protocol.Marshal(value)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

// A peer that writes null where it means nothing is understood.
func TestNullCountsAsAbsent(t *testing.T) {
	for text, pair := range map[string][2]any{
		`{"name":"a","arguments":null,"_meta":null,"inputResponses":null,"requestState":null}`: {
			&protocol.CallToolParams{}, &protocol.CallToolParams{Name: "a", Arguments: raw("null")},
		},
		`{"tools":null,"nextCursor":null,"ttlMs":null,"cacheScope":null,"resultType":null,"_meta":null}`: {
			&protocol.ListToolsResult{}, &protocol.ListToolsResult{},
		},
		`{"content":[{"type":"text","text":"x","annotations":null,"_meta":null}],"isError":null}`: {
			&protocol.CallToolResult{}, &protocol.CallToolResult{Content: []protocol.Content{protocol.Text("x")}},
		},
		`{"tools":null,"resources":{"subscribe":null},"extensions":null}`: {
			&protocol.ServerCapabilities{}, &protocol.ServerCapabilities{Resources: &protocol.ResourcesCapability{}},
		},
		`{"progressToken":1,"progress":1,"total":null,"message":null}`: {
			&protocol.ProgressParams{}, &protocol.ProgressParams{ProgressToken: raw("1"), Progress: 1},
		},
	} {
		require.NoError(t, protocol.Unmarshal([]byte(text), pair[0]), text)
		require.Empty(t, cmp.Diff(pair[1], pair[0]), text)
	}
}

func TestRawValuesKeepTheirTokens(t *testing.T) {
	const text = `{"name":"echo","arguments":{"text":"\ud800 \u0041","n":1.50,"big":9007199254740993}}`
	var call protocol.CallToolParams
	require.NoError(t, protocol.Unmarshal([]byte(text), &call))
	got, err := protocol.Marshal(&call)
	require.NoError(t, err)
	require.Equal(t, text, string(got))
}

func TestMarshalIsOneLine(t *testing.T) {
	got, err := protocol.Marshal(&protocol.CallToolResult{
		Content:           []protocol.Content{protocol.Text("a\nb\xff")},
		StructuredContent: raw("{\n \"a\":\r\n 1}"),
	})
	require.NoError(t, err)
	require.Equal(t, `{"content":[{"type":"text","text":"a\nb`+"\ufffd"+`"}],"structuredContent":{"a":1}}`, string(got))

	_, err = protocol.Marshal(&protocol.CallToolResult{StructuredContent: raw(`{"a":1}{`)})
	require.Error(t, err, "a raw value that is no JSON")
}

func TestUnmarshalKeepsNothing(t *testing.T) {
	for text, value := range map[string]func() any{
		`{"name":"echo","arguments":{"a":1},"_meta":{"k":1},"inputResponses":{"k":{"b":2}}}`: func() any { return &protocol.CallToolParams{} },
		`{"content":[{"type":"video","n":1},{"type":"text","text":"x","_meta":{"k":1}}]}`:    func() any { return &protocol.CallToolResult{} },
	} {
		data, got, want := []byte(text), value(), value()
		require.NoError(t, protocol.Unmarshal(data, got))
		require.NoError(t, protocol.Unmarshal([]byte(text), want))
		clear(data)
		require.Empty(t, cmp.Diff(want, got))
	}
}

func TestLastDuplicateWins(t *testing.T) {
	var p protocol.CallToolParams
	require.NoError(t, protocol.Unmarshal([]byte(`{"name":"a","name":"b"}`), &p))
	require.Equal(t, "b", p.Name)
}
