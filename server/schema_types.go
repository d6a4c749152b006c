package server

import (
	"encoding"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/jsonschema-go/jsonschema"
)

// schemaTypes collects the types whose schema jsonschema-go would infer
// otherwise than they are decoded here: slices (which it lets be null), bytes
// (base64 text for us), and types that read and write their own JSON.
type schemaTypes struct {
	known map[reflect.Type]*jsonschema.Schema
	done  map[reflect.Type]bool
}

func newSchemaTypes() *schemaTypes {
	return &schemaTypes{
		known: map[reflect.Type]*jsonschema.Schema{
			reflect.TypeFor[time.Time](): {Type: "string", Format: "date-time"},
			reflect.TypeFor[big.Int]():   {Type: "integer"},
		},
		done: map[reflect.Type]bool{},
	}
}

func (w *schemaTypes) infer(t reflect.Type) (*jsonschema.Schema, error) {
	if err := w.add(t); err != nil {
		return nil, err
	}
	return jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: w.known})
}

// add makes t and everything in it known, inside out.
func (w *schemaTypes) add(t reflect.Type) error {
	if w.done[t] || w.known[t] != nil {
		return nil
	}
	w.done[t] = true
	if t == reflect.TypeFor[time.Duration]() {
		return errors.New("time.Duration has no JSON form: use a number and say its unit")
	}
	if s := ownJSON(t); s != nil {
		w.known[t] = s
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Array:
		return w.add(t.Elem())
	case reflect.Slice:
		items, err := w.infer(t.Elem())
		if err != nil {
			return err
		}
		w.known[t] = &jsonschema.Schema{Type: "array", Items: items}
	case reflect.Struct:
		for i := range t.NumField() {
			if err := w.field(t.Field(i)); err != nil {
				return fmt.Errorf("field %s: %w", t.Field(i).Name, err)
			}
		}
	}
	return nil
}

func (w *schemaTypes) field(f reflect.StructField) error {
	tag := f.Tag.Get("json")
	if tag == "-" || !f.IsExported() && !f.Anonymous {
		return nil
	}
	name, options, _ := strings.Cut(tag, ",")
	if f.Anonymous && name != "" {
		return errors.New("an embedded field with a json name is not understood: give the field a name")
	}
	for option := range strings.SplitSeq(options, ",") {
		// These change the JSON form behind the back of jsonschema-go.
		if option == "string" || option == "embed" || option == "inline" || option == "unknown" || strings.HasPrefix(option, "format:") {
			return fmt.Errorf("the json option %q is not understood", option)
		}
	}
	return w.add(f.Type)
}

// ownJSON returns the schema of a type that decides about its JSON itself, and
// nil for one that does not.
func ownJSON(t reflect.Type) *jsonschema.Schema {
	pointer := reflect.PointerTo(t)
	for _, custom := range []reflect.Type{
		reflect.TypeFor[json.UnmarshalerFrom](), reflect.TypeFor[json.Unmarshaler](),
		reflect.TypeFor[json.MarshalerTo](), reflect.TypeFor[json.Marshaler](),
	} {
		if pointer.Implements(custom) {
			return &jsonschema.Schema{}
		}
	}
	if pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) || pointer.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return &jsonschema.Schema{Type: "string"}
	}
	isList := t.Kind() == reflect.Slice || t.Kind() == reflect.Array
	if isList && t.Elem() == reflect.TypeFor[byte]() {
		return &jsonschema.Schema{Type: "string", ContentEncoding: "base64"}
	}
	return nil
}
