package server

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// referenceVerdict is that of jsonschema-go alone.
func referenceVerdict(t *rapid.T, schema, value []byte) bool {
	var s jsonschema.Schema
	require.NoError(t, json.Unmarshal(schema, &s))
	resolved, err := s.Resolve(nil)
	require.NoError(t, err)
	var v any
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	return resolved.Validate(withGoNumbers(v)) == nil
}

// withGoNumbers puts int64 and float64, which jsonschema-go knows, in place of
// json.Number, which it takes for a string.
func withGoNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, _ := v.Float64()
		return max(-math.MaxFloat64, min(f, math.MaxFloat64))
	case []any:
		for i := range v {
			v[i] = withGoNumbers(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = withGoNumbers(v[name])
		}
	}
	return v
}

// The walk says what the full validator says.
func TestSchemaWalkAgrees(t *testing.T) {
	fits, misfits := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn := genSchema(t, 3, false)
		schema := schemaTextOf(t, drawn)
		check, err := newSchemaCheck(schema)
		require.NoError(t, err, "%s", schema)
		require.Nil(t, check.full, "%s is left to the full validator", schema)
		value := schemaTextOf(t, genNearValue(t, drawn, 4))
		want := referenceVerdict(t, schema, value)
		if want {
			fits++
		} else {
			misfits++
		}
		err = check.check(value)
		require.Equal(t, want, err == nil, "%v\nschema: %s\nvalue: %s", err, schema, value)
	})
	require.Positive(t, fits)
	require.Positive(t, misfits)
	t.Logf("%d fit, %d did not", fits, misfits)
}

// With any keywords, the walk and the full validator after it say together
// what the full validator says.
func TestSchemaCheckAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := genSchema(t, 3, true)
		schema := schemaTextOf(t, drawn)
		check, err := newSchemaCheck(schema)
		require.NoError(t, err, "%s", schema)
		value := schemaTextOf(t, genNearValue(t, drawn, 4))
		err = check.check(value)
		require.Equal(t, referenceVerdict(t, schema, value), err == nil, "%v\nschema: %s\nvalue: %s", err, schema, value)
	})
}

// Whatever the bytes are, a value's or a schema's, every call comes back.
func TestSchemaGarbage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema := schemaTextOf(t, genSchema(t, 3, rapid.Bool().Draw(t, "more")))
		check, err := newSchemaCheck(schema)
		require.NoError(t, err)
		value := damaged(t, schemaTextOf(t, genSchemaValue(t, 3)))
		_ = check.check(value)
		_ = check.defaults(value, nil)
		if check, err := newSchemaCheck(damaged(t, schema)); err == nil {
			_ = check.check(value)
		}
	})
}

func damaged(t *rapid.T, text []byte) []byte {
	genByte := rapid.SampledFrom([]byte(`{}[]":,\0tn-e x#/` + "\x00\xff"))
	at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
	switch rapid.IntRange(0, 2).Draw(t, "damage") {
	case 0:
		return text[:at]
	case 1:
		text[at] = genByte.Draw(t, "byte")
		return text
	}
	return rapid.SliceOf(genByte).Draw(t, "bytes")
}
