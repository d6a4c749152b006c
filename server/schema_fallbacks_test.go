package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSchemaDefaults(t *testing.T) {
	check, err := newInputCheck([]byte(`{"type":"object","properties":{"ms":{"type":"integer","default":1000},"stubborn":{"type":"boolean","default":false},
		"name":{"type":"string"},"none":{"type":"string","default":null},"in":{"properties":{"deep":{"default":1}}}},"required":["ms"]}`))
	require.NoError(t, err)
	for _, c := range []struct{ in, out string }{
		{``, `{"ms":1000,"stubborn":false}`},
		{`{}`, `{"ms":1000,"stubborn":false}`},
		{` { } `, ` { "ms":1000,"stubborn":false} `},
		{`{"name":"}","in":{}}`, `{"name":"}","in":{},"ms":1000,"stubborn":false}`},
		{`{"ms":null}`, `{"ms":null,"stubborn":false}`},
		{`{"m\u0073":1,"stubborn":true}`, `{"m\u0073":1,"stubborn":true}`},
		{`[]`, `[]`}, {`null`, `null`}, {`{"a"`, `{"a"`},
	} {
		require.Equal(t, c.out, string(check.defaults([]byte(c.in), nil)), c.in)
	}
	require.NoError(t, check.check(check.defaults(nil, nil)), "a required member with a default may be left out")

	full := []byte(`{"ms":1,"stubborn":true}`)
	require.Same(t, &full[0], &check.defaults(full, make([]byte, 100))[0], "nothing to add: the same text")
	buf := make([]byte, 0, 100)
	require.Same(t, &buf[:1][0], &check.defaults([]byte(`{}`), buf)[0], "the buffer is used")

	plain, err := newInputCheck([]byte(`{"type":"object"}`))
	require.NoError(t, err)
	require.Nil(t, plain.defaults(nil, nil))
}

// Defaults add what is absent and touch nothing else.
func TestSchemaDefaultsMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		properties, want := map[string]any{}, map[string]any{}
		for i := range rapid.IntRange(0, 40).Draw(t, "number of defaults") {
			name := fmt.Sprint("p", i)
			properties[name], want[name] = map[string]any{"default": i}, float64(i)
		}
		schema, err := json.Marshal(map[string]any{"type": "object", "properties": properties})
		require.NoError(t, err)
		check, err := newInputCheck(schema)
		require.NoError(t, err)

		given := map[string]any{}
		for _, i := range rapid.SliceOf(rapid.IntRange(0, 50)).Draw(t, "given") {
			name := fmt.Sprint("p", i)
			given[name], want[name] = strings.Repeat(`"}`, i%3), strings.Repeat(`"}`, i%3)
		}
		var got map[string]any
		require.NoError(t, json.Unmarshal(check.defaults(schemaTextOf(t, given), nil), &got))
		require.Empty(t, cmp.Diff(want, got))
	})
}
