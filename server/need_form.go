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
// numbers or booleans; a jsonschema tag is the description, a field without
// omitempty or omitzero is required. It panics if T is no such struct: that is a
// mistake in the program.
func FormSchema[T any]() jsontext.Value {
	s, err := inferRoot(reflect.TypeFor[T]())
	if err != nil {
		panic(fmt.Sprintf("server: FormSchema: %v", err))
	}
	s.AdditionalProperties = nil // no part of what a form's schema may say
	raw, err := writeSchema(s)
	if err == nil {
		err = checkForm(raw, revision{modern: true})
	}
	if err != nil {
		panic(fmt.Sprintf("server: FormSchema: %v", err))
	}
	return raw
}

// checkForm checks what every client needs of a form's schema (S-ELIC-2), and
// says whether a client of v knows its kinds of field.
func checkForm(schema jsontext.Value, v revision) error {
	var root struct {
		Type       string                    `json:"type"`
		Properties map[string]jsontext.Value `json:"properties"`
	}
	if err := protocol.Unmarshal(schema, &root); err != nil || root.Type != "object" || root.Properties == nil {
		return errors.New(`a form needs a schema with "type":"object" and "properties"`)
	}
	for name, p := range root.Properties {
		if err := checkField(p, v); err != nil {
			return fmt.Errorf("the form's field %q: %w", name, err)
		}
	}
	return nil
}

func checkField(schema jsontext.Value, v revision) error {
	var field struct {
		Type  string `json:"type"`
		Items struct {
			Enum  []string         `json:"enum"`
			AnyOf []jsontext.Value `json:"anyOf"`
		} `json:"items"`
	}
	if protocol.Unmarshal(schema, &field) == nil {
		switch field.Type {
		case "string", "number", "integer", "boolean":
			return nil
		case "array":
			if len(field.Items.Enum)+len(field.Items.AnyOf) > 0 {
				if v.before(protocol.Version20251125) {
					return errNotYet
				}
				return nil
			}
		}
	}
	return errors.New("it must be a string, a number, an integer, a boolean, or an array of strings to choose from")
}
