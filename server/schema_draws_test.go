package server

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The names and values are few, so that instances often fit and often nearly.
var (
	genSchemaName   = rapid.SampledFrom([]string{"a", "b", "long name", "ä\"\\", ""})
	genSchemaScalar = rapid.SampledFrom([]any{
		nil, true, false, "", "a", "b\"", "ä", 0, 1, -1, 2, 1.5, json.Number("1.0"), json.Number("1e2"), 100, json.Number("-0"),
		json.Number("9007199254740993"), json.Number("9007199254740992"), json.Number("1e400"), json.Number("-1e400"), json.Number("1e-400"),
	})
	genSchemaType = rapid.SampledFrom(strings.Fields(schemaKindNames))
)

// genSchema draws a schema. Only keywords that a walk judges, unless more.
func genSchema(t *rapid.T, depth int, more bool) any {
	if rapid.IntRange(0, 19).Draw(t, "boolean") == 0 {
		return rapid.Bool().Draw(t, "all or nothing")
	}
	s := map[string]any{}
	with := func(keyword string, draw func() any) {
		if rapid.IntRange(0, 3).Draw(t, keyword) == 0 {
			s[keyword] = draw()
		}
	}
	child := func() any { return genSchema(t, depth-1, more) }
	with("type", func() any {
		if rapid.Bool().Draw(t, "one type") {
			return genSchemaType.Draw(t, "type")
		}
		return rapid.SliceOfN(genSchemaType, 1, 3).Draw(t, "types")
	})
	with("title", func() any { return "a title" })
	with("x-note", func() any { return 1 })
	with("minimum", func() any { return rapid.SampledFrom([]float64{-1, 0, 1, 1.5}).Draw(t, "minimum") })
	with("maximum", func() any { return rapid.SampledFrom([]float64{0, 1, 1.5, 100}).Draw(t, "maximum") })
	if rapid.IntRange(0, 5).Draw(t, "enumerated") == 0 {
		s["enum"] = rapid.SliceOfN(genSmallScalar(), 0, 4).Draw(t, "enum")
	}
	if rapid.IntRange(0, 9).Draw(t, "constant") == 0 {
		s["const"] = genSmallScalar().Draw(t, "const")
	}
	with("required", func() any { return rapid.SliceOfN(genSchemaName, 0, 3).Draw(t, "required") })
	if depth > 0 {
		with("properties", func() any {
			return rapid.MapOfN(genSchemaName, rapid.Custom(func(t *rapid.T) any { return genSchema(t, depth-1, more) }), 0, 3).Draw(t, "properties")
		})
		with("additionalProperties", child)
		with("items", child)
		with("minItems", func() any { return rapid.IntRange(0, 2).Draw(t, "minItems") })
		with("maxItems", func() any { return rapid.SampledFrom([]any{0, 1, json.Number("2.0")}).Draw(t, "maxItems") })
		if more {
			addKeywords(t, s, child)
		}
	}
	return s
}

// genSmallScalar leaves out the numbers that a schema's float64 cannot hold.
func genSmallScalar() *rapid.Generator[any] {
	return genSchemaScalar.Filter(func(v any) bool { n, ok := v.(json.Number); return !ok || len(n) < 5 })
}

// addKeywords adds some of those that are left to the full validator.
func addKeywords(t *rapid.T, s map[string]any, child func() any) {
	draws := map[string]func() any{
		"minLength": func() any { return 1 }, "uniqueItems": func() any { return true },
		"exclusiveMaximum": func() any { return 1 }, "pattern": func() any { return "^a" }, "maxProperties": func() any { return 1 },
		"patternProperties": func() any { return map[string]any{"^a": child()} },
		"anyOf":             func() any { return []any{child(), child()} }, "allOf": func() any { return []any{child()} },
		"not": child, "if": child, "then": child, "prefixItems": func() any { return []any{child()} },
		"contains": child, "propertyNames": child, "unevaluatedProperties": child,
		"dependentSchemas": func() any { return map[string]any{"a": child()} },
		"enum":             func() any { return []any{[]any{1}, map[string]any{"a": 1}, "a"} },
	}
	for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{
		"minLength", "uniqueItems", "exclusiveMaximum", "pattern", "maxProperties", "patternProperties", "anyOf", "allOf",
		"not", "if", "then", "prefixItems", "contains", "propertyNames", "unevaluatedProperties", "dependentSchemas", "enum",
	}), 0, 3).Draw(t, "more keywords") {
		s[name] = draws[name]()
	}
}

func genSchemaValue(t *rapid.T, depth int) any {
	switch kind := rapid.IntRange(0, 4).Draw(t, "value"); {
	case kind < 2 || depth == 0:
		return genSchemaScalar.Draw(t, "scalar")
	case kind == 2:
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any { return genSchemaValue(t, depth-1) }), 0, 3).Draw(t, "array")
	}
	return rapid.MapOfN(genSchemaName, rapid.Custom(func(t *rapid.T) any { return genSchemaValue(t, depth-1) }), 0, 4).Draw(t, "object")
}

// genNearValue draws a value that goes along with the schema for the most part,
// so that most of its keywords get to decide something.
func genNearValue(t *rapid.T, schema any, depth int) any {
	s, _ := schema.(map[string]any)
	if s == nil || depth == 0 || rapid.IntRange(0, 7).Draw(t, "astray") == 0 {
		return genSchemaValue(t, depth)
	}
	if list, ok := s["enum"].([]any); ok && len(list) > 0 {
		return rapid.SampledFrom(list).Draw(t, "enumerated")
	}
	if v, ok := s["const"]; ok {
		return v
	}
	kinds, _ := s["type"].([]string)
	if kind, ok := s["type"].(string); ok {
		kinds = []string{kind}
	}
	if kinds == nil {
		kinds = []string{"object", "array"}
	}
	switch rapid.SampledFrom(kinds).Draw(t, "near type") {
	case "object":
		return genNearObject(t, s, depth)
	case "array":
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any { return genNearValue(t, s["items"], depth-1) }), 0, 3).Draw(t, "near array")
	case "string":
		return rapid.SampledFrom([]string{"", "a", "b\"", "ä"}).Draw(t, "near string")
	case "boolean":
		return rapid.Bool().Draw(t, "near boolean")
	case "null":
		return nil
	}
	return rapid.SampledFrom([]any{-1, 0, 1, 2, 1.5, json.Number("1.0"), 100}).Draw(t, "near number")
}

func genNearObject(t *rapid.T, s map[string]any, depth int) any {
	object := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if rapid.IntRange(0, 2).Draw(t, "there") > 0 {
			object[name] = genNearValue(t, properties[name], depth-1)
		}
	}
	required, _ := s["required"].([]string)
	for _, name := range required {
		if _, ok := object[name]; !ok && rapid.IntRange(0, 2).Draw(t, "required too") > 0 {
			object[name] = genNearValue(t, s["additionalProperties"], depth-1)
		}
	}
	if rapid.IntRange(0, 2).Draw(t, "more") == 0 {
		object[genSchemaName.Draw(t, "other name")] = genNearValue(t, s["additionalProperties"], depth-1)
	}
	return object
}

// schemaTextOf writes a value in one of the ways in which it can be written.
func schemaTextOf(t *rapid.T, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	if rapid.Bool().Draw(t, "spread out") {
		text, err = json.MarshalIndent(v, " ", "\t")
		require.NoError(t, err)
	}
	if rapid.Bool().Draw(t, "escaped") {
		text = []byte(strings.NewReplacer(`"a"`, `"\u0061"`, `ä`, `\u00e4`).Replace(string(text)))
	}
	return text
}
