package server

import (
	"reflect"
	"strings"
	"unicode/utf8"
)

// evident reports whether a type is so plain that it surely has a schema. What
// is left of its inference can then wait until somebody asks for the schema: a
// program adds its tools when it starts. Of any other type, false says nothing.
func evident(t reflect.Type) bool { return evidentAt(pointedAt(t), 0) }

// pointedAt follows the pointers at the root of a type.
func pointedAt(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// evidentDepth is as far as is looked; types that contain themselves go further.
const evidentDepth = 6

func evidentAt(t reflect.Type, depth int) bool {
	// A type with methods may have a say in its JSON.
	if depth > evidentDepth || t.Kind() == reflect.Interface && t.NumMethod() > 0 ||
		t.PkgPath() != "" && (t.NumMethod() > 0 || reflect.PointerTo(t).NumMethod() > 0) {
		return false
	}
	switch kind := t.Kind(); kind {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64, reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return evidentAt(t.Elem(), depth+1)
	case reflect.Map:
		return t.Key().Kind() == reflect.String && evidentAt(t.Key(), depth+1) && evidentAt(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if !evidentField(t.Field(i), depth) {
				return false
			}
		}
		return true
	default:
		return reflect.Int <= kind && kind <= reflect.Uint64
	}
}

func evidentField(f reflect.StructField, depth int) bool {
	tag := f.Tag.Get("json")
	if f.Anonymous {
		return false
	}
	if !f.IsExported() || tag == "-" {
		return true
	}
	name, options, _ := strings.Cut(tag, ",")
	switch options {
	case "", "omitempty", "omitzero":
	default:
		return false
	}
	about, described := f.Tag.Lookup("jsonschema")
	if described && (about == "" || strings.Contains(about, "=") || !utf8.ValidString(about)) {
		return false
	}
	return utf8.ValidString(name) && evidentAt(f.Type, depth+1)
}
