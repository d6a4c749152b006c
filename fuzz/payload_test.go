package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// payloads are all that params and results decode into.
var payloads = []any{
	protocol.InitializeParams{}, protocol.InitializeResult{}, protocol.DiscoverResult{}, protocol.Result{},
	protocol.ListToolsResult{}, protocol.CallToolParams{}, protocol.CallToolResult{},
	protocol.ListResourcesResult{}, protocol.ListResourceTemplatesResult{}, protocol.ReadResourceParams{}, protocol.ReadResourceResult{},
	protocol.ListPromptsResult{}, protocol.GetPromptParams{}, protocol.GetPromptResult{}, protocol.CompleteParams{}, protocol.CompleteResult{},
	protocol.ListenParams{}, protocol.AcknowledgedParams{}, protocol.CancelledParams{}, protocol.ProgressParams{},
	protocol.CreateMessageParams{}, protocol.CreateMessageResult{}, protocol.ElicitParams{}, protocol.ElicitResult{}, protocol.ListRootsResult{},
	protocol.Error{},
}

// FuzzPayloads: what decodes into a payload is JSON for encoding/json too, can be
// encoded, in one line, and comes back as the same value and the same bytes.
// Shaped for a legacy version it carries nothing of the modern era (decisions A7).
func FuzzPayloads(f *testing.F) {
	for kind := range payloads {
		for _, text := range payloadSeeds {
			f.Add(uint8(kind), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		typ := reflect.TypeOf(payloads[int(kind)%len(payloads)])
		first := reflect.New(typ).Interface()
		if protocol.Unmarshal(data, first) != nil {
			return
		}
		require.True(t, json.Valid(data), "%q", data)
		if _, err := protocol.Marshal(first); errors.Is(err, protocol.ErrMalformed) {
			return // it lacks what it must have, such as the type of a reference
		}
		text := encoded(t, first)
		second, third := reflect.New(typ).Interface(), reflect.New(typ).Interface() // in the first a list that is missing may be nil
		require.NoError(t, protocol.Unmarshal(text, second), "%q of %q", text, data)
		require.Equal(t, string(text), string(encoded(t, second)), "%q", data)
		require.NoError(t, protocol.Unmarshal(text, third))
		require.Empty(t, cmp.Diff(second, third), "%q of %q", text, data)
		checkLegacy(t, second)
	})
}

func encoded(t *testing.T, v any) []byte {
	text, err := protocol.Marshal(v)
	require.NoError(t, err, "%+v", v)
	require.True(t, json.Valid(text), "%q", text)
	require.False(t, bytes.ContainsAny(text, "\n\r"), "more than a line: %q", text)
	return text
}

// checkLegacy shapes a result for each version with a handshake.
func checkLegacy(t *testing.T, v any) {
	r, ok := v.(protocol.EraResult)
	if !ok {
		return
	}
	for _, version := range protocol.LegacyVersions() {
		r.SetLegacy(version)
		members := objectOf(encoded(t, r))
		for _, name := range []string{"resultType", "ttlMs", "cacheScope"} {
			require.NotContains(t, members, name, "for %s", version)
		}
		if structured := members["structuredContent"]; structured != nil {
			require.True(t, isObject(structured) && version >= "2025-06-18", "%s for %s", structured, version)
		}
	}
}

// payloadSeeds are decoded as every payload: what does not fit is a seed as well.
var payloadSeeds = []string{
	`{}`, `null`, `{"_meta":{"a":"\ud800"},"resultType":"complete","ttlMs":0,"cacheScope":"private"}`,
	`{"protocolVersion":"2025-11-25","capabilities":{"tools":{"x":1},"roots":{"listChanged":true},"experimental":{"a":{}}},"clientInfo":{"name":"a","version":"1"},"serverInfo":{"name":"","version":""}}`,
	`{"supportedVersions":["2026-07-28"],"capabilities":{},"instructions":"\u2028"}`,
	`{"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"array"},"icons":[{"src":"data:,","sizes":["any"]}],"annotations":{"readOnlyHint":true},"execution":{}}],"nextCursor":""}`,
	`{"name":"a","arguments":{"a":1e400},"inputResponses":{"b":{}},"requestState":"s","_meta":{"progressToken":9007199254740993}}`,
	`{"content":[{"type":"text","text":"a"},{"type":"image","data":"","mimeType":"x"},{"type":"resource","resource":{"uri":"u","text":"t"}},{"type":"resource_link","uri":"u","name":"n"},{"type":"video","x":1}],"structuredContent":[1],"isError":true}`,
	`{"resources":[{"uri":"a","name":"b","size":1,"annotations":{"audience":["user"],"priority":0.5}}],"resourceTemplates":[{"uriTemplate":"a{b}","name":"c"}],"contents":[{"uri":"a","blob":""}]}`,
	`{"prompts":[{"name":"a","arguments":[{"name":"b","required":true}]}],"messages":[{"role":"user","content":{"type":"text","text":"x"}}],"description":"d"}`,
	`{"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":"c"},"completion":{"values":["a"],"total":1,"hasMore":false}}`,
	`{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a"]}}`, `{"requestId":"","reason":"r"}`, `{"progressToken":0,"progress":1e-7,"total":2,"message":""}`,
	`{"messages":[],"maxTokens":1,"systemPrompt":"s","role":"assistant","content":[{"type":"tool_use","id":"1","name":"n","input":{}}],"model":"m"}`,
	`{"mode":"form","message":"m","requestedSchema":{"type":"object"},"action":"accept","content":{"a":1},"roots":[{"uri":"file:///"}]}`,
	`{"code":-32022,"message":"m","data":{"supported":["2026-07-28"],"requested":"x"}}`,
}
