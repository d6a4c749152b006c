package server_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// official judges a frame by a definition of the official schema of a version;
// without the schemas the test is skipped.
func official(t *testing.T, version string) func(definition, frame string) error {
	read, ok := officialSchemas[version]
	require.True(t, ok, version)
	schema, err := read()
	if os.IsNotExist(err) {
		t.Skip("the official schemas are not here")
	}
	require.NoError(t, err)
	return func(definition, frame string) error {
		require.Contains(t, schema.definitions, definition)
		return schema.resolved.Validate(map[string]any{definition: decoded(t, frame)})
	}
}

// officialSchema is a schema that has a property for each of its definitions,
// so that it is resolved once.
type officialSchema struct {
	definitions map[string]any
	resolved    *jsonschema.Resolved
}

var officialSchemas = func() map[string]func() (*officialSchema, error) {
	all := map[string]func() (*officialSchema, error){}
	for _, version := range append(protocol.ModernVersions(), protocol.LegacyVersions()...) {
		all[version] = sync.OnceValues(func() (*officialSchema, error) { return readOfficial(version) })
	}
	return all
}()

func readOfficial(version string) (*officialSchema, error) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "schema", version+".json"))
	if err != nil {
		return nil, err
	}
	var whole map[string]any
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, err
	}
	member := "$defs"
	if whole[member] == nil {
		member = "definitions"
	}
	properties := map[string]any{}
	for name := range whole[member].(map[string]any) {
		properties[name] = map[string]any{"$ref": "#/" + member + "/" + name}
	}
	whole["properties"] = properties
	if data, err = json.Marshal(whole); err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	resolved, err := s.Resolve(nil)
	return &officialSchema{properties, resolved}, err
}

func decoded(t *testing.T, text string) (v any) {
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	return v
}

// questions are all kinds of question, and the definition of each.
func everyQuestion() map[string][]server.Input {
	priority := 0.5
	user := protocol.SamplingMessage{Role: protocol.RoleUser, Content: protocol.Blocks{protocol.Text("hi")}}
	return map[string][]server.Input{
		"ElicitRequest": {
			server.AskForm("k", "m", server.FormSchema[struct {
				Text string  `json:"text" jsonschema:"a text"`
				N    int     `json:"n,omitempty"`
				F    float64 `json:"f"`
				OK   bool    `json:"ok"`
			}]()),
			server.AskForm("k", "m", map[string]any{"type": "object", "properties": map[string]any{
				"one":  map[string]any{"type": "string", "enum": []string{"a", "b"}},
				"many": map[string]any{"type": "array", "items": map[string]any{"anyOf": []any{map[string]any{"const": "a", "title": "A"}}}},
			}}),
			server.AskPage("k", "m", "https://example.com/"),
		},
		"CreateMessageRequest": {
			server.AskModel("k", protocol.CreateMessageParams{MaxTokens: 1, Messages: []protocol.SamplingMessage{user}}),
			server.AskModel("k", protocol.CreateMessageParams{
				MaxTokens: 1, Messages: []protocol.SamplingMessage{user}, SystemPrompt: "s", IncludeContext: "none", Temperature: &priority,
				StopSequences: []string{"."}, ModelPreferences: &protocol.ModelPreferences{Hints: []protocol.ModelHint{{Name: "n"}}, CostPriority: &priority},
				Metadata: jsontext.Value(`{"a":1}`),
			}),
			server.AskModel("k", protocol.CreateMessageParams{
				MaxTokens: 1, Messages: []protocol.SamplingMessage{user}, Tools: []protocol.Tool{{Name: "t"}}, ToolChoice: &protocol.ToolChoice{Mode: "auto"},
			}),
		},
		"ListRootsRequest": {server.AskRoots("k")},
	}
}

// What is asked fits the schema of the version, or is not asked.
func TestQuestionsFitTheSchemas(t *testing.T) {
	for _, version := range append(protocol.ModernVersions(), protocol.LegacyVersions()...) {
		fits := official(t, version)
		asked := 0
		for definition, inputs := range everyQuestion() {
			for i, in := range inputs {
				synctest.Test(t, func(t *testing.T) {
					g := newRig(t)
					g.tool("ask", func(_ context.Context, req *server.Request) (string, error) {
						return "", req.Need(in, server.KeepState("s"))
					})
					var f frame
					if era, _ := protocol.EraOf(version); era == protocol.Modern {
						g.open()
						f = g.answer(call("1", "ask", envelope(everything)))
						raw, err := json.Marshal(decoded(t, f.line).(map[string]any)["result"])
						require.NoError(t, err)
						require.NoError(t, fits("InputRequiredResult", string(raw)))
						f.line = string(f.Result.InputRequests["k"])
					} else {
						g.initialize(version, everything)
						f = g.answer(call("1", "ask", ""))
					}
					if f.Error != nil {
						require.Equal(t, protocol.CodeInternalError, f.Error.Code, "%s %d in %s", definition, i, version)
						return
					}
					asked++
					require.NoError(t, fits(definition, f.line), f.line)
				})
			}
		}
		require.Equal(t, map[string]int{"2026-07-28": 7, "2025-11-25": 7, "2025-06-18": 4, "2025-03-26": 3, "2024-11-05": 3}[version], asked, version)
	}
}
