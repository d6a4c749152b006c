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
	evidentNamed struct {
		evidentArgs `json:"named"`
	}
)

func (*evidentOwn) MarshalJSON() ([]byte, error) { return nil, nil }

// The types and tags that others are made of, right and wrong ones.
var (
	evidentLeaves = []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](),
		reflect.TypeFor[any](), reflect.TypeFor[evidentName](), reflect.TypeFor[evidentArgs](), reflect.TypeFor[evidentSelf](),
		reflect.TypeFor[evidentOwn](), reflect.TypeFor[evidentEmbed](), reflect.TypeFor[evidentNamed](), reflect.TypeFor[time.Duration](), reflect.TypeFor[time.Time](),
		reflect.TypeFor[func()](), reflect.TypeFor[complex64](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[map[int]string](), reflect.TypeFor[uintptr](),
	}
	evidentTags = []string{
		"", `json:"a"`, `json:"-"`, `json:",omitempty"`, `json:"b,string"`, `json:"c,omitzero" jsonschema:"words"`, "json:\"\xff\"",
		`jsonschema:""`, `jsonschema:"WORD=1"`, "jsonschema:\"\xff\"", `json:"d,format:RFC3339"`,
	}
)

func genType(t *rapid.T, depth int) reflect.Type {
	if depth == 0 || rapid.Bool().Draw(t, "leaf") {
		return rapid.SampledFrom(evidentLeaves).Draw(t, "type")
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
			Tag: reflect.StructTag(rapid.SampledFrom(evidentTags).Draw(t, "tag")),
		})
	}
	return reflect.StructOf(fields)
}

// An evident type has a schema that can be compiled, as input and as output.
func requireEvidence(t require.TestingT, typ reflect.Type) {
	if !evident(typ) {
		return
	}
	_, err := newOutput(typ)
	require.NoError(t, err, "%v", typ)
	if takesObjects(typ) {
		_, err = newInput(typ)
		require.NoError(t, err, "%v", typ)
	}
}

func TestEvidentTypes(t *testing.T) {
	for _, leaf := range evidentLeaves {
		for _, typ := range []reflect.Type{leaf, reflect.PointerTo(leaf), reflect.SliceOf(leaf), reflect.MapOf(reflect.TypeFor[string](), leaf)} {
			requireEvidence(t, typ)
		}
	}
	for _, tag := range evidentTags {
		requireEvidence(t, reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(tag)}}))
	}
	rapid.Check(t, func(t *rapid.T) { requireEvidence(t, genType(t, 3)) })
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
	bare := testing.AllocsPerRun(100, func() { New(protocol.Implementation{Name: "n", Version: "1"}) })
	withTool := testing.AllocsPerRun(100, func() {
		addNothing[schemaEcho, evidentArgs](New(protocol.Implementation{Name: "n", Version: "1"}), "a")
	})
	require.LessOrEqual(t, withTool-bare, 40.0)

	s := New(protocol.Implementation{Name: "n", Version: "1"})
	for name, add := range map[string]func(){
		"a text as arguments": func() { addNothing[string, string](s, "b") },
		"a type in itself":    func() { addNothing[evidentSelf, string](s, "b") },
		"a duration":          func() { addNothing[struct{ D time.Duration }, string](s, "b") },
		"a wrong result":      func() { addNothing[schemaEcho, struct{ C chan int }](s, "b") },
	} {
		require.Panics(t, add, name)
	}
}
