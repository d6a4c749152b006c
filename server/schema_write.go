package server

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

// writeSchema writes a schema that was inferred. The first use of the
// MarshalJSON of jsonschema-go costs a server's start half a millisecond and
// more; so what inference can put into a schema is written here, and only
// something else would be left to MarshalJSON.
func writeSchema(s *jsonschema.Schema) (jsontext.Value, error) {
	text, err := appendSchema(nil, s, true)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoSchema, err)
	}
	return text, nil
}

// appendSchema writes the root as an object: as an input or output schema,
// true is none (S-TOOL-6).
func appendSchema(b []byte, s *jsonschema.Schema, root bool) (jsontext.Value, error) {
	rest := *s
	rest.Type, rest.Types, rest.Format, rest.Description, rest.ContentEncoding = "", nil, "", "", ""
	rest.Minimum, rest.Maximum, rest.Items, rest.MinItems, rest.MaxItems = nil, nil, nil, nil, nil
	rest.Properties, rest.PropertyOrder, rest.Required, rest.AdditionalProperties = nil, nil, nil, nil
	switch {
	case reflect.ValueOf(*s).IsZero() && !root:
		return append(b, "true"...), nil
	case s.Not != nil && reflect.ValueOf(*s.Not).IsZero():
		return append(b, "false"...), nil // inference knows no other not
	case !reflect.ValueOf(rest).IsZero():
		text, err := s.MarshalJSON()
		return append(b, text...), err
	}
	w := schemaWriter{b: append(b, '{')}
	w.types(s)
	w.text("format", s.Format)
	w.text("contentEncoding", s.ContentEncoding)
	w.text("description", s.Description)
	writeNumber(&w, "minimum", s.Minimum)
	writeNumber(&w, "maximum", s.Maximum)
	w.schema("items", s.Items)
	writeNumber(&w, "minItems", s.MinItems)
	writeNumber(&w, "maxItems", s.MaxItems)
	w.properties(s)
	if s.Required != nil {
		w.keyword("required")
		w.list(s.Required)
	}
	w.schema("additionalProperties", s.AdditionalProperties)
	return append(w.b, '}'), w.err
}

type schemaWriter struct {
	b   []byte
	err error
}

func (w *schemaWriter) keyword(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.quote(name)
	w.b = append(w.b, ':')
}

func (w *schemaWriter) quote(s string) {
	b, err := jsontext.AppendQuote(w.b, s)
	if w.b = b; err != nil && w.err == nil {
		w.err = err // text that is not UTF-8
	}
}

func (w *schemaWriter) text(name, s string) {
	if s != "" {
		w.keyword(name)
		w.quote(s)
	}
}

func (w *schemaWriter) list(names []string) {
	w.b = append(w.b, '[')
	for i, name := range names {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.quote(name)
	}
	w.b = append(w.b, ']')
}

func (w *schemaWriter) types(s *jsonschema.Schema) {
	w.text("type", s.Type)
	if s.Types != nil {
		w.keyword("type")
		w.list(s.Types)
	}
}

func (w *schemaWriter) schema(name string, s *jsonschema.Schema) {
	if s == nil {
		return
	}
	w.keyword(name)
	b, err := appendSchema(w.b, s, false)
	if w.b = b; err != nil && w.err == nil {
		w.err = err
	}
}

// properties are written in the order of the fields.
func (w *schemaWriter) properties(s *jsonschema.Schema) {
	if s.Properties == nil {
		return
	}
	w.keyword("properties")
	w.b = append(w.b, '{')
	for _, name := range s.PropertyOrder {
		w.schema(name, s.Properties[name])
	}
	w.b = append(w.b, '}')
}

func writeNumber[N int | float64](w *schemaWriter, name string, n *N) {
	if n != nil {
		w.keyword(name)
		w.b = strconv.AppendFloat(w.b, float64(*n), 'f', -1, 64)
	}
}
