package server

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type schemaEcho struct {
	Text string `json:"text"`
}

// schemaCosts are schemas that the walk judges, with values that fit.
var schemaCosts = map[string]struct{ schema, value string }{
	"text":      {`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`, `{"text":"hello, world"}`},
	"1 KB":      {`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`, `{"text":"` + strings.Repeat("x", 1000) + `"}`},
	"64 KB":     {`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`, `{"text":"` + strings.Repeat("x", 65000) + `"}`},
	"structure": {`{"properties":{"n":{"type":"integer","minimum":0,"maximum":100},"unit":{"enum":["c","k"]},"list":{"items":{"type":"object","properties":{"a":{"type":"number"}}}}}}`, `{"n":10.0,"unit":"k","list":[{"a":1},{"a":2.5,"b":[{"c":"d"}]}]}`},
}

func schemaCost(t testing.TB, name string) (*schemaCheck, []byte) {
	check, err := newSchemaCheck([]byte(schemaCosts[name].schema))
	require.NoError(t, err)
	value := []byte(schemaCosts[name].value)
	require.NoError(t, check.check(value))
	return check, value
}

// The walk and defaults with nothing to add allocate nothing.
func TestSchemaWalkAllocates(t *testing.T) {
	for name := range schemaCosts {
		check, value := schemaCost(t, name)
		require.Zero(t, testing.AllocsPerRun(100, func() { _ = check.check(value) }), name)
	}
	check, err := newSchemaCheck([]byte(`{"properties":{"n":{"default":1}}}`))
	require.NoError(t, err)
	value := []byte(`{"a":"b","n":2}`)
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = check.defaults(value, nil) }))
}

func BenchmarkSchemaWalk(b *testing.B) {
	for name := range schemaCosts {
		b.Run(name, func(b *testing.B) {
			check, value := schemaCost(b, name)
			b.ReportAllocs()
			for b.Loop() {
				_ = check.check(value)
			}
		})
	}
}

// The same value by a schema with one keyword more.
func BenchmarkSchemaFull(b *testing.B) {
	check, err := newSchemaCheck([]byte(`{"type":"object","properties":{"text":{"type":"string","minLength":1}},"required":["text"],"additionalProperties":false}`))
	require.NoError(b, err)
	value := []byte(schemaCosts["text"].value)
	b.ReportAllocs()
	for b.Loop() {
		_ = check.check(value)
	}
}

func BenchmarkSchemaInfer(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = inferSchema(reflect.TypeFor[schemaEcho]())
	}
}

func BenchmarkSchemaCompile(b *testing.B) {
	for name, schema := range map[string]string{"walk": schemaCosts["text"].schema, "full": `{"type":"object","properties":{"text":{"type":"string","minLength":1}}}`} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = newSchemaCheck([]byte(schema))
			}
		})
	}
}
