package server

import (
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// input is what a type of arguments comes to: its schema, the check that is
// compiled from it, and the plan to decode it. Many tools share a type, and
// working it out is what a program's start would spend its time on.
type input struct {
	schema jsontext.Value
	check  *schemaCheck
	plan   *argumentPlan
}

// inputOf works out the input of a tool. A schema of the tool's own goes before
// the one of the type.
func (s *Server) inputOf(t reflect.Type, def *protocol.Tool) (*input, error) {
	if def.InputSchema != nil {
		check, err := newInputCheck(def.InputSchema)
		return &input{def.InputSchema, check, planArguments(t)}, err
	}
	if known, ok := s.inputs.Load(t); ok {
		return known.(*input), nil
	}
	schema, err := inferInputSchema(t)
	if err != nil {
		return nil, err
	}
	check, err := newInputCheck(schema)
	if err != nil {
		return nil, err
	}
	in := &input{schema, check, planArguments(t)}
	s.inputs.Store(t, in)
	return in, nil
}
