package server

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/eralock/eralock/protocol"
)

type (
	evidentName  string
	evidentArgs  struct{ Names []evidentName }
	evidentSelf  struct{ Next *evidentSelf }
	evidentOwn   struct{ N int }
	evidentEmbed struct{ evidentArgs }
)

func (*evidentOwn) MarshalJSON() ([]byte, error) { return nil, nil }

// genType draws types of all kinds, right and wrong ones.
func genType(t *rapid.T, depth int) reflect.Type {
	leaves := []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](),
		reflect.TypeFor[any](), reflect.TypeFor[evidentName](), reflect.TypeFor[evidentArgs](), reflect.TypeFor[evidentSelf](),
		reflect.TypeFor[evidentOwn](), reflect.TypeFor[evidentEmbed](), reflect.TypeFor[time.Duration](), reflect.TypeFor[time.Time](),
		reflect.TypeFor[func()](), reflect.TypeFor[complex64](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[map[int]string](), reflect.TypeFor[uintptr](),
	}
	if depth == 0 || rapid.Bool().Draw(t, "leaf") {
		return rapid.SampledFrom(leaves).Draw(t, "type")
	}
	switch elem := genType(t, depth-1); rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return reflect.PointerTo(elem)
	case 1:
		return reflect.SliceOf(elem)
	case 2:
		return reflect.MapOf(reflect.TypeFor[string](), elem)
	case 3:
		return reflect.ArrayOf(2, elem)
	}
	var fields []reflect.StructField
	for i := range rapid.IntRange(0, 3).Draw(t, "fields") {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprint("F", i), Type: genType(t, depth-1),
			Tag: reflect.StructTag(rapid.SampledFrom([]string{
				"", `json:"a"`, `json:"-"`, `json:",omitempty"`, `json:"b,string"`, `json:"c,omitzero" jsonschema:"words"`, "json:\"\xff\"",
				`jsonschema:""`, `jsonschema:"WORD=1"`, "jsonschema:\"\xff\"", `json:"d,format:RFC3339"`,
			}).Draw(t, "tag")),
		})
	}
	return reflect.StructOf(fields)
}

// An evident type has a schema that can be compiled, as input and as output.
func TestEvidentTypes(t *testing.T) {
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		typ := genType(t, 3)
		if !evident(typ) {
			return
		}
		seen++
		_, err := newOutput(typ)
		require.NoError(t, err, "%v", typ)
		if takesObjects(typ) {
			_, err = newInput(typ)
			require.NoError(t, err, "%v", typ)
		}
	})
	require.Positive(t, seen)
	for typ, want := range map[reflect.Type]bool{
		reflect.TypeFor[schemaEcho](): true, reflect.TypeFor[*evidentArgs](): true, reflect.TypeFor[map[string]any](): true,
		reflect.TypeFor[evidentSelf](): false, reflect.TypeFor[evidentOwn](): false, reflect.TypeFor[struct{ D time.Duration }](): false,
	} {
		require.Equal(t, want, evident(typ), "%v", typ)
	}
}

func addNothing[In, Out any](s *Server, name string) {
	AddTool(s, protocol.Tool{Name: name}, func(context.Context, *Request, In) (o Out, err error) { return o, nil })
}

// To add a tool of an evident type is to write down what it is; a type without
// a schema is refused there and then.
func TestAddToolIsCheap(t *testing.T) {
	s := New(protocol.Implementation{Name: "n", Version: "1"})
	addNothing[schemaEcho, evidentArgs](s, "a")
	for _, known := range []any{reflect.TypeFor[schemaEcho](), reflect.TypeFor[evidentArgs]()} {
		_, in := s.inputs.Load(known)
		_, out := s.outputs.Load(known)
		require.True(t, in || out)
	}
	perTool := testing.AllocsPerRun(100, func() { addNothing[schemaEcho, evidentArgs](s, "a") })
	require.LessOrEqual(t, perTool, 20.0)

	for name, add := range map[string]func(){
		"a text as arguments": func() { addNothing[string, string](s, "b") },
		"a type in itself":    func() { addNothing[evidentSelf, string](s, "b") },
		"a duration":          func() { addNothing[struct{ D time.Duration }, string](s, "b") },
		"a wrong result":      func() { addNothing[schemaEcho, struct{ C chan int }](s, "b") },
	} {
		require.Panics(t, add, name)
	}
}
