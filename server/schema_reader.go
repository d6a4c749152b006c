package server

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxSchemaDepth bounds how deep a value is that the full validator judges:
// by a schema that refers to itself it recurses as deep as the value is, and
// its complaint costs the square of that (S-SCHEMA-3).
const maxSchemaDepth = 512

var errTooDeep = fmt.Errorf("nested deeper than %d levels", maxSchemaDepth)

// schemaReader decodes a value for the full validator. Integers stay exact,
// since it compares int64 and uint64 exactly: as float64, neighbours beyond
// 2^53 would be one and no longer unique.
type schemaReader struct {
	d       *jsontext.Decoder
	inexact bool
}

func (r *schemaReader) value(depth int) (any, error) {
	if depth > maxSchemaDepth {
		return nil, errTooDeep
	}
	token, err := r.d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		return r.object(depth)
	case '[':
		return r.array(depth)
	case '"':
		return token.String(), nil
	case '0':
		return r.number(token), nil
	case 't', 'f':
		return token.Bool(), nil
	}
	return nil, nil
}

func (r *schemaReader) object(depth int) (any, error) {
	object := map[string]any{}
	for r.d.PeekKind() != '}' {
		name, err := r.d.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		if object[key], err = r.value(depth + 1); err != nil {
			return nil, err
		}
	}
	_, err := r.d.ReadToken()
	return object, err
}

func (r *schemaReader) array(depth int) (any, error) {
	array := []any{}
	for r.d.PeekKind() != ']' {
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		array = append(array, v)
	}
	_, err := r.d.ReadToken()
	return array, err
}

func (r *schemaReader) number(token jsontext.Token) any {
	text := token.String()
	n := parseSchemaNumber([]byte(text))
	switch u, err := strconv.ParseUint(text, 10, 64); {
	case r.inexact:
		return n.f
	case n.exact:
		return n.i
	case err == nil:
		return u
	}
	return n.f
}
