package server

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// FormSchema is the schema of a form with one field for each of the struct T,
// for AskForm; Request.Accepted decodes the answer into a T. Fields are strings,
// numbers, booleans or slices of strings; a jsonschema tag is the description, a
// field without omitempty or omitzero is required. It panics if T is no such
// struct: that is a mistake in the program.
func FormSchema[T any]() jsontext.Value {
	s, err := inferRoot(reflect.TypeFor[T]())
	if err != nil {
		panic(fmt.Sprintf("server: FormSchema: %v", err))
	}
	s.AdditionalProperties = nil // no part of what a form's schema may say
	raw, err := writeSchema(s)
	if err == nil {
		err = checkForm(raw)
	}
	if err != nil {
		panic(fmt.Sprintf("server: FormSchema: %v", err))
	}
	return raw
}

// checkForm checks what every client needs of a form's schema (S-ELIC-2).
func checkForm(schema jsontext.Value) error {
	var root struct {
		Type       string                    `json:"type"`
		Properties map[string]jsontext.Value `json:"properties"`
	}
	if err := protocol.Unmarshal(schema, &root); err != nil || root.Type != "object" || root.Properties == nil {
		return errors.New(`a form needs a schema with "type":"object" and "properties"`)
	}
	for name, p := range root.Properties {
		var kind struct {
			Type string `json:"type"`
		}
		if protocol.Unmarshal(p, &kind) != nil || kind.Type == "" || kind.Type == "object" {
			return fmt.Errorf("the form's property %q must be a string, number, integer, boolean or array of strings", name)
		}
	}
	return nil
}
