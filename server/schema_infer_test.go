package server

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

type schemaTree struct {
	Children []schemaTree `json:"children"`
}

type schemaBase struct {
	ID string `json:"id"`
}

func TestInferSchema(t *testing.T) {
	for _, c := range []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[struct{}](), `{"type":"object","properties":{},"additionalProperties":false}`},
		{reflect.TypeFor[*struct {
			Zone string `json:"zone" jsonschema:"an IANA name, <Area>/<City>"`
			At   int    `json:"at,omitempty"`
			skip int
			Skip int `json:"-"`
		}](), `{"type":"object","properties":{"zone":{"type":"string","description":"an IANA name, <Area>/<City>"},"at":{"type":"integer"}},"required":["zone"],"additionalProperties":false}`},
		{reflect.TypeFor[struct {
			schemaBase
			B []string
			A *[]float64
			P *bool `json:",omitzero"`
		}](), `{"type":"object","properties":{"id":{"type":"string"},"B":{"type":"array","items":{"type":"string"}},"A":{"type":["null","array"],"items":{"type":"number"}},"P":{"type":["null","boolean"]}},"required":["id","B","A"],"additionalProperties":false}`},
		{reflect.TypeFor[map[string][]int](), `{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}}}`},
		{reflect.TypeFor[[][]struct{}](), `{"type":"array","items":{"type":"array","items":{"type":"object","additionalProperties":false}}}`},
		{reflect.TypeFor[struct {
			When  time.Time       `json:"when"`
			Bytes []byte          `json:"bytes"`
			Sum   [16]byte        `json:"sum"`
			Raw   json.RawMessage `json:"raw"`
			Text  jsontext.Value  `json:"text"`
			Any   any             `json:"any"`
			Addr  netip.Addr      `json:"addr"`
			Big   *big.Int        `json:"big"`
		}](), `{"type":"object","properties":{"when":{"type":"string","format":"date-time"},"bytes":{"type":"string","contentEncoding":"base64"},"sum":{"type":"string","contentEncoding":"base64"},"raw":true,"text":true,"any":true,"addr":{"type":"string"},"big":{"type":["null","integer"]}},"required":["when","bytes","sum","raw","text","any","addr","big"],"additionalProperties":false}`},
		{reflect.TypeFor[struct {
			U  uint     `json:"u"`
			I8 int8     `json:"i8"`
			V  [3]bool  `json:"v"`
			F  *float32 `json:"f,omitempty"`
		}](), `{"type":"object","properties":{"u":{"type":"integer","minimum":0},"i8":{"type":"integer","minimum":-128,"maximum":127},"v":{"type":"array","items":{"type":"boolean"},"minItems":3,"maxItems":3},"f":{"type":["null","number"]}},"required":["u","i8","v"],"additionalProperties":false}`},
		{reflect.TypeFor[any](), `{}`},
		{reflect.TypeFor[string](), `{"type":"string"}`},
		{nil, `{}`},
	} {
		got, err := inferSchema(c.t)
		require.NoError(t, err, c.t)
		require.Equal(t, c.want, string(got), c.t)
		again, err := inferSchema(c.t)
		require.NoError(t, err)
		require.Equal(t, string(got), string(again), "the order of keys is stable")
		inferred, err := inferRoot(c.t)
		require.NoError(t, err)
		theirs, err := inferred.MarshalJSON()
		require.NoError(t, err)
		if string(theirs) != "true" {
			require.JSONEq(t, string(theirs), string(got), "what we write is what jsonschema-go writes")
		}

		check, err := newSchemaCheck(got)
		require.NoError(t, err)
		require.Nil(t, check.full, "%v: an inferred schema does without the full validator", c.t)
	}
}

func TestInferInputSchema(t *testing.T) {
	for _, anything := range []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[jsontext.Value](), reflect.TypeFor[json.RawMessage]()} {
		got, err := inferInputSchema(anything)
		require.NoError(t, err)
		require.Equal(t, `{"type":"object"}`, string(got))
	}
	got, err := inferInputSchema(reflect.TypeFor[map[string]any]())
	require.NoError(t, err)
	require.Equal(t, `{"type":"object","additionalProperties":true}`, string(got))
	for _, bad := range []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[[]int](), reflect.TypeFor[time.Time]()} {
		_, err := inferInputSchema(bad)
		require.ErrorIs(t, err, errNoSchema)
		require.ErrorContains(t, err, "arguments are a JSON object")
	}
}

func TestNoSchemaInferred(t *testing.T) {
	for _, c := range []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[schemaTree](), "cycle detected for type server.schemaTree; give a schema of your own"},
		{reflect.TypeFor[struct{ F func() }](), "func() is unsupported"},
		{reflect.TypeFor[struct {
			S string `json:"s" jsonschema:"not UTF-8: \xff"`
		}](), "invalid UTF-8"},
		{reflect.TypeFor[map[int]string](), "map key"},
		{reflect.TypeFor[struct{ In struct{ Wait time.Duration } }](), "field In: field Wait: time.Duration has no JSON form"},
		{reflect.TypeFor[struct {
			N int `json:"n,string"`
		}](), `the json option "string"`},
		{reflect.TypeFor[struct {
			schemaBase `json:"base"`
		}](), "embedded"},
	} {
		_, err := inferSchema(c.t)
		require.ErrorIs(t, err, errNoSchema)
		require.ErrorContains(t, err, c.want)
	}
}
