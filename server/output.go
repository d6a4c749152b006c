package server

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// errNoStructure reports a result without the structured content that its tool
// has declared.
var errNoStructure = errors.New("the tool has an output schema, and its result has no structured content")

// output is what a tool declares of its results.
type output struct {
	schema jsontext.Value
	check  *schemaCheck
}

// outputOf says how a tool gets its output, nil for any. A schema of the tool's
// own goes before the one of t, the type of its structured content or nil.
func (s *Server) outputOf(t reflect.Type, def *protocol.Tool) (func() *output, error) {
	if def.OutputSchema != nil {
		check, err := newOutputCheck(def.OutputSchema)
		if err != nil {
			return nil, fmt.Errorf("output schema: %w", err)
		}
		o := &output{def.OutputSchema, check}
		return func() *output { return o }, nil
	}
	if t == nil {
		return nil, nil
	}
	return ofType(&s.outputs, t, evident(t), newOutput)
}

func newOutput(t reflect.Type) (*output, error) {
	schema, err := inferSchema(t)
	if err != nil {
		return nil, fmt.Errorf("output schema: %w", err)
	}
	check, err := newOutputCheck(schema)
	return &output{schema, check}, err
}

// fits reports whether a result is what the tool has declared (S-TOOL-8). A
// result with isError tells what went wrong instead. What does not fit is the
// program's mistake: its detail is for the log alone (decisions A6).
func (t *tool) fits(res *protocol.CallToolResult) error {
	switch {
	case t == nil || t.output == nil || res.IsError:
		return nil
	case res.StructuredContent == nil:
		return errNoStructure
	}
	if err := t.output().check.check(res.StructuredContent); err != nil {
		return fmt.Errorf("the result does not fit the output schema: %w", err)
	}
	return nil
}
