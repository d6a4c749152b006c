package server

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// input is what a type of arguments comes to: its schema, the check that is
// compiled from it, and the plan to decode it.
type input struct {
	schema jsontext.Value
	check  *schemaCheck
	plan   *argumentPlan
}

// inputOf says how a tool gets its input, and whether it can have one. A schema
// of the tool's own goes before the one of the type. Many tools share a type,
// and most starts ask for none of their schemas: an evident type is worked out
// when it is needed, and once.
func (s *Server) inputOf(t reflect.Type, def *protocol.Tool) (func() *input, error) {
	if def.InputSchema != nil {
		check, err := newInputCheck(def.InputSchema)
		in := &input{def.InputSchema, check, planArguments(t)}
		return func() *input { return in }, err
	}
	return ofType(&s.inputs, t, evident(t) && takesObjects(t), newInput)
}

// takesObjects reports whether arguments, which are an object, fit t.
func takesObjects(t reflect.Type) bool {
	kind := pointedAt(t).Kind()
	return kind == reflect.Struct || kind == reflect.Map || kind == reflect.Interface
}

func newInput(t reflect.Type) (*input, error) {
	schema, err := inferInputSchema(t)
	if err != nil {
		return nil, err
	}
	check, err := newInputCheck(schema)
	return &input{schema, check, planArguments(t)}, err
}

// ofType returns what gets the V of t, which work finds out: later, if that is
// sure to succeed, and now otherwise. What is known already is taken from there.
func ofType[V any](known *sync.Map, t reflect.Type, sure bool, work func(reflect.Type) (V, error)) (func() V, error) {
	if v, ok := known.Load(t); ok {
		return v.(func() V), nil
	}
	if !sure {
		v, err := work(t)
		if err != nil {
			return nil, err
		}
		work = func(reflect.Type) (V, error) { return v, nil }
	}
	v, _ := known.LoadOrStore(t, sync.OnceValue(func() V {
		v, err := work(t)
		if err != nil {
			panic(fmt.Sprintf("server: %v is not as evident as it looked: %v", t, err))
		}
		return v
	}))
	return v.(func() V), nil
}
