package protocol_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

var serverInfo = raw(`{"name":"kiln","version":"3.1.4"}`)

// results has every result that a server sends in both eras, or on modern.
func results() map[string]protocol.EraResult {
	return map[string]protocol.EraResult{
		"EmptyResult":                 &protocol.Result{},
		"DiscoverResult":              &protocol.DiscoverResult{},
		"ListToolsResult":             &protocol.ListToolsResult{},
		"CallToolResult":              &protocol.CallToolResult{},
		"ListResourcesResult":         &protocol.ListResourcesResult{},
		"ListResourceTemplatesResult": &protocol.ListResourceTemplatesResult{},
		"ReadResourceResult":          &protocol.ReadResourceResult{},
		"ListPromptsResult":           &protocol.ListPromptsResult{},
		"GetPromptResult":             &protocol.GetPromptResult{},
		"CompleteResult":              &protocol.CompleteResult{},
		"InputRequiredResult":         &protocol.InputRequiredResult{},
	}
}

// Decisions A7, A8: a fresh result is a legacy one, SetModern makes it a valid
// modern one, and SetLegacy brings it back to the byte.
func TestOneValueForBothEras(t *testing.T) {
	for name, r := range results() {
		fresh, err := protocol.Marshal(r)
		require.NoError(t, err)
		r.SetModern(serverInfo)
		modern, err := protocol.Marshal(r)
		require.NoError(t, err)
		resultType := "complete"
		if name == "InputRequiredResult" {
			resultType = "input_required"
		}
		require.True(t, strings.HasPrefix(string(modern),
			`{"resultType":"`+resultType+`","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"kiln","version":"3.1.4"}}`), "%s: %s", name, modern)
		r.SetModern(serverInfo)
		again, err := protocol.Marshal(r)
		require.NoError(t, err)
		require.Equal(t, string(modern), string(again), name)
		r.SetLegacy(protocol.LatestLegacy)
		legacy, err := protocol.Marshal(r)
		require.NoError(t, err)
		require.Equal(t, string(fresh), string(legacy), name)
	}
}

func TestResultsFitTheSchemas(t *testing.T) {
	modern, legacy := newValidator(t, protocol.LatestModern), newValidator(t, protocol.LatestLegacy)
	for name, r := range results() {
		if name != "DiscoverResult" && name != "InputRequiredResult" {
			r.SetLegacy(protocol.LatestLegacy)
			text, err := protocol.Marshal(r)
			require.NoError(t, err)
			require.NoError(t, legacy.validate(t, name, instance(t, definition{}, string(text))), "%s: %s", name, text)
		}
		r.SetModern(serverInfo)
		text, err := protocol.Marshal(r)
		require.NoError(t, err)
		require.NoError(t, modern.validate(t, name, instance(t, definition{}, string(text))), "%s: %s", name, text)
	}
}

// Decisions A8: what a server says about caching that says nothing.
func TestSetModernDefaults(t *testing.T) {
	r := protocol.ReadResourceResult{}
	r.SetModern(nil)
	text, err := protocol.Marshal(&r)
	require.NoError(t, err)
	require.Equal(t, `{"resultType":"complete","ttlMs":0,"cacheScope":"private","contents":[]}`, string(text))
}

func TestSetModernKeepsWhatIsSet(t *testing.T) {
	r := protocol.ListToolsResult{CacheableResult: protocol.CacheableResult{
		Result: protocol.Result{ResultType: "kiln_partial", Meta: protocol.Meta(`{"a":1}`)},
		TTLMs:  new(int64(7)), CacheScope: protocol.CachePublic,
	}}
	r.SetModern(nil)
	text, err := protocol.Marshal(&r)
	require.NoError(t, err)
	require.Equal(t, `{"resultType":"kiln_partial","_meta":{"a":1},"ttlMs":7,"cacheScope":"public","tools":[]}`, string(text))
	r.SetModern(serverInfo)
	require.Equal(t, `{"a":1,"io.modelcontextprotocol/serverInfo":`+string(serverInfo)+`}`, r.Meta.String())
	r.SetLegacy(protocol.LatestLegacy)
	require.Equal(t, `{"a":1}`, r.Meta.String())
}

// Decisions A7: tools shaped for the version, on a copy.
func TestToolsAreShaped(t *testing.T) {
	object, array, odd := raw(`{"properties":{},"type":"\u006fbject"}`), raw(`{"type":"array"}`), raw(`{"type":["object"]}`)
	tools := []protocol.Tool{{Name: "none"}, {Name: "object", OutputSchema: object}, {Name: "array", OutputSchema: array}, {Name: "odd", OutputSchema: odd}, {Name: "any", OutputSchema: raw(`true`)}}
	for version, kept := range map[string]map[string]bool{
		"2025-11-25": {"object": true}, "2025-06-18": {"object": true}, "2025-03-26": {}, "2024-11-05": {},
		"2026-07-28": {"object": true, "array": true, "odd": true, "any": true},
	} {
		for _, tool := range tools {
			require.Equal(t, kept[tool.Name], tool.ForVersion(version).OutputSchema != nil, "%s in %s", tool.Name, version)
		}
		if version == protocol.LatestModern {
			continue
		}
		before := append([]protocol.Tool(nil), tools...)
		r := protocol.ListToolsResult{Tools: tools}
		r.SetLegacy(version)
		for i, tool := range r.Tools {
			require.Equal(t, tools[i].Name, tool.Name)
			require.Equal(t, kept[tool.Name], tool.OutputSchema != nil, "%s in %s", tool.Name, version)
		}
		require.Empty(t, cmp.Diff(before, tools), "the server's own list stays")
	}
	plain := protocol.ListToolsResult{Tools: tools[:2]}
	plain.SetLegacy(protocol.LatestLegacy)
	require.Same(t, &tools[0], &plain.Tools[0], "nothing to shape, nothing copied")
}

// Decisions A7: structured content that the version cannot read goes as text.
func TestStructuredContentIsShaped(t *testing.T) {
	text := []protocol.Content{protocol.Text("said")}
	for _, c := range []struct {
		version, structured string
		content             []protocol.Content
		want                string
	}{
		{"2025-11-25", `{"a":1}`, nil, `{"content":[],"structuredContent":{"a":1}}`},
		{"2025-06-18", `{"a":1}`, text, `{"content":[{"type":"text","text":"said"}],"structuredContent":{"a":1}}`},
		{"2025-11-25", `[1]`, text, `{"content":[{"type":"text","text":"said"}]}`},
		{"2025-11-25", `[1]`, nil, `{"content":[{"type":"text","text":"[1]"}]}`},
		{"2025-03-26", `{"a":1}`, nil, `{"content":[{"type":"text","text":"{\"a\":1}"}]}`},
		{"2024-11-05", `{"a":1}`, text, `{"content":[{"type":"text","text":"said"}]}`},
		{"2024-11-05", ``, nil, `{"content":[]}`},
	} {
		r := protocol.CallToolResult{Content: c.content}
		if c.structured != "" {
			r.StructuredContent = raw(c.structured)
		}
		r.SetLegacy(c.version)
		got, err := protocol.Marshal(&r)
		require.NoError(t, err)
		require.Equal(t, c.want, string(got), c.version)
	}
}

func TestParseResultType(t *testing.T) {
	for text, want := range map[string]protocol.ResultType{
		`{}`:                              protocol.ResultComplete,
		`{"content":[]}`:                  protocol.ResultComplete,
		`{"a":{"resultType":"x"}}`:        protocol.ResultComplete,
		`{"resultType":"complete"}`:       protocol.ResultComplete,
		`{"resultType":"input_required"}`: protocol.ResultInputRequired,
		`{"resultType":"kiln_partial"}`:   "kiln_partial",
		`{"resultType":""}`:               "",
	} {
		got, err := protocol.ParseResultType(raw(text))
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{``, `null`, `[]`, `"x"`, `5`, `{"resultType":5}`, `{"resultType":null}`, `{"a"`} {
		_, err := protocol.ParseResultType(raw(text))
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
	}
}

// Every type with a Result in it is in the list above.
func TestResultsListIsWhole(t *testing.T) {
	listed := map[reflect.Type]bool{}
	for _, r := range results() {
		listed[reflect.TypeOf(r).Elem()] = true
	}
	for _, s := range samples() {
		if _, ok := s.value.(protocol.EraResult); ok {
			require.True(t, listed[reflect.TypeOf(s.value).Elem()], s.name)
		}
	}
}
