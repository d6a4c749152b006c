package server

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

var errNoSchema = errors.New("no JSON schema can be inferred")

// inferSchema returns the JSON Schema (2020-12) of the Go type t as its JSON
// form is read and written here. A pointer at the root is followed.
//
// Struct fields become properties under their json names, in field order; a
// field without omitempty or omitzero is required; a `jsonschema:"…"` tag is
// the description; other members are refused (additionalProperties false), so
// that a misspelt argument is answered with its name. Only a pointer below the
// root admits null. The same type gives the same bytes every time.
//
// Types that refer to themselves, channels, functions, complex numbers and
// time.Duration have no schema: the error says where the type has one.
func inferSchema(t reflect.Type) (jsontext.Value, error) {
	s, err := inferRoot(t)
	if err != nil {
		return nil, err
	}
	return writeSchema(s)
}

// inferInputSchema is inferSchema for the arguments of a tool, which are an
// object whatever else they are (S-TOOL-6). An interface or a raw JSON value
// accepts every object.
func inferInputSchema(t reflect.Type) (jsontext.Value, error) {
	s, err := inferRoot(t)
	if err != nil {
		return nil, err
	}
	if reflect.ValueOf(*s).IsZero() {
		s.Type = "object"
	}
	if s.Type != "object" {
		return nil, fmt.Errorf("%w for arguments of type %v: arguments are a JSON object; use a struct or a map", errNoSchema, t)
	}
	return writeSchema(s)
}

func inferRoot(t reflect.Type) (*jsonschema.Schema, error) {
	if t == nil {
		return &jsonschema.Schema{}, nil
	}
	t = pointedAt(t)
	s, err := newSchemaTypes().infer(t)
	if err != nil {
		return nil, fmt.Errorf("%w for %v: %w; give a schema of your own", errNoSchema, t, err)
	}
	// A struct without fields says that there are none.
	if t.Kind() == reflect.Struct && s.Type == "object" && s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	return s, nil
}
