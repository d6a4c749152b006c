package protocol_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"
)

// readSchema returns the official schema of a version, and the member that
// holds its definitions; it skips the test where there is none.
func readSchema(t *testing.T, version string) (schema map[string]any, member string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "schema", version+".json"))
	if os.IsNotExist(err) {
		t.Skip("the official schemas are not here")
	}
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &schema))
	if _, ok := schema["$defs"]; ok {
		return schema, "$defs"
	}
	return schema, "definitions"
}

// A validator judges JSON by the definitions of one version: its schema is an
// object with a property for each definition, so that it is resolved once.
type validator struct {
	definitions map[string]any
	resolved    *jsonschema.Resolved
}

func newValidator(t *testing.T, version string) *validator {
	t.Helper()
	schema, member := readSchema(t, version)
	definitions := schema[member].(map[string]any)
	properties := map[string]any{}
	for name := range definitions {
		properties[name] = map[string]any{"$ref": "#/" + member + "/" + name}
	}
	schema["properties"] = properties
	data, err := json.Marshal(schema)
	require.NoError(t, err)
	var s jsonschema.Schema
	require.NoError(t, json.Unmarshal(data, &s))
	resolved, err := s.Resolve(nil)
	require.NoError(t, err)
	return &validator{definitions, resolved}
}

func (v *validator) validate(t *testing.T, name string, value any) error {
	t.Helper()
	require.Contains(t, v.definitions, name)
	return v.resolved.Validate(map[string]any{name: value})
}

// instance turns a payload into what its definition is about.
func instance(t *testing.T, d definition, payload string) any {
	t.Helper()
	var value map[string]any
	require.NoError(t, json.Unmarshal([]byte(payload), &value))
	if d.method == "" {
		return value
	}
	frame := map[string]any{"jsonrpc": "2.0", "method": d.method, "params": value}
	m, ok := protocol.MethodByName(d.method)
	require.True(t, ok, d.method)
	if m.Kind == protocol.KindRequest {
		frame["id"] = 1
	}
	if m.Kind == protocol.KindRequest && m.InVersion(d.version) == protocol.ToServer && m.Modern != protocol.Nobody && d.version >= protocol.Version20260728 {
		meta, _ := value["_meta"].(map[string]any)
		if meta == nil {
			meta = map[string]any{}
		}
		meta[protocol.KeyProtocolVersion] = d.version
		meta[protocol.KeyClientCapabilities] = map[string]any{}
		value["_meta"] = meta
	}
	return frame
}

func TestSamplesFitTheSchemas(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			v := newValidator(t, version)
			judged := 0
			for _, s := range samples() {
				for _, d := range s.in {
					if d.version == version {
						judged++
						require.NoError(t, v.validate(t, d.name, instance(t, d, s.json)), "%s as %s", s.name, d.name)
					}
				}
			}
			require.Greater(t, judged, 30)
		})
	}
}

// The samples prove something only if the schemas refuse what they lack.
func TestSchemasRefuse(t *testing.T) {
	bad := []struct{ since, name, json string }{
		{protocol.Version20260728, "CallToolResult", `{"content":[]}`},
		{protocol.Version20260728, "ListToolsResult", `{"resultType":"complete","tools":[],"cacheScope":"private"}`},
		{protocol.Version20260728, "ListToolsResult", `{"resultType":"complete","tools":[],"cacheScope":"private","ttlMs":0.5}`},
		{protocol.Version20260728, "SubscriptionsListenResult", `{"resultType":"complete"}`},
		{protocol.Version20241105, "CallToolResult", `{"resultType":"complete"}`},
		{protocol.Version20241105, "CallToolResult", `{"resultType":"complete","content":[],"isError":null}`},
		{protocol.Version20241105, "CallToolResult", `{"resultType":"complete","content":[{"type":"text"}]}`},
		{protocol.Version20241105, "Tool", `{"name":"x","inputSchema":null}`},
		{protocol.Version20241105, "TextContent", `{"type":"text"}`},
	}
	for _, version := range versions {
		v := newValidator(t, version)
		for _, b := range bad {
			if version >= b.since {
				var value any
				require.NoError(t, json.Unmarshal([]byte(b.json), &value))
				require.Error(t, v.validate(t, b.name, value), "%s: %s", version, b.json)
			}
		}
	}
}

// Methods of the 2025-11-25 schema that its successor took out again.
var experimental = []string{"tasks/get", "tasks/result", "tasks/cancel", "tasks/list", "notifications/tasks/status"}

// The method table and each schema say the same: which methods there are, of
// which kind, and who sends them.
func TestMethodTableIsTheSchemas(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			schema, member := readSchema(t, version)
			defs := schema[member].(map[string]any)
			want := map[string]row{}
			for union, r := range map[string]row{
				"ClientRequest":      {protocol.KindRequest, protocol.ToServer},
				"ClientNotification": {protocol.KindNotification, protocol.ToServer},
				"ServerRequest":      {protocol.KindRequest, protocol.ToClient},
				"ServerNotification": {protocol.KindNotification, protocol.ToClient},
				"InputRequest":       {protocol.KindRequest, protocol.InResult},
			} {
				for _, method := range methodsOf(t, defs, union) {
					want[method] = row{r.kind, want[method].direction | r.direction}
				}
			}
			require.NotEmpty(t, want)
			for _, method := range experimental {
				require.Equal(t, version == protocol.Version20251125, want[method].direction != 0)
				delete(want, method)
			}
			got := map[string]row{}
			for _, m := range protocol.Methods() {
				if d := m.InVersion(version); d != protocol.Nobody {
					got[m.Name] = row{m.Kind, d}
				}
			}
			require.Equal(t, want, got)
		})
	}
}

type row struct {
	kind      protocol.Kind
	direction protocol.Direction
}

// methodsOf lists the methods of a union of requests or notifications. A union
// of one is the member itself.
func methodsOf(t *testing.T, defs map[string]any, union string) (methods []string) {
	t.Helper()
	def, ok := defs[union].(map[string]any)
	if !ok {
		require.Contains(t, []string{"ServerRequest", "InputRequest"}, union)
		return nil
	}
	members, ok := def["anyOf"].([]any)
	if !ok {
		members = []any{def}
	}
	for _, m := range members {
		member := m.(map[string]any)
		if ref, ok := member["$ref"].(string); ok {
			member = defs[ref[strings.LastIndex(ref, "/")+1:]].(map[string]any)
		}
		method := member["properties"].(map[string]any)["method"].(map[string]any)["const"].(string)
		methods = append(methods, method)
	}
	return methods
}

// The columns Cacheable and AsksInput are what the modern schema says.
func TestResultColumnsAreTheSchema(t *testing.T) {
	schema, member := readSchema(t, protocol.LatestModern)
	defs := schema[member].(map[string]any)
	for name := range defs {
		request, ok := strings.CutSuffix(name, "ResultResponse")
		if !ok || request == "JSONRPC" {
			continue
		}
		method := defs[request+"Request"].(map[string]any)["properties"].(map[string]any)["method"].(map[string]any)["const"].(string)
		m, ok := protocol.MethodByName(method)
		require.True(t, ok, method)
		result := defs[request+"Result"].(map[string]any)["required"].([]any)
		require.Equal(t, slices.Contains(result, "ttlMs"), m.Cacheable, method)
		response, err := json.Marshal(defs[name])
		require.NoError(t, err)
		require.Equal(t, strings.Contains(string(response), "InputRequiredResult"), m.AsksInput, method)
	}
}
