package server

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// errNoStructure reports a result without the structured content that its tool
// has declared.
var errNoStructure = errors.New("the tool has an output schema, and its result has no structured content")

// outputCheck makes the check of a tool's results, nil for a tool without an
// output schema.
func outputCheck(schema jsontext.Value) (*schemaCheck, error) {
	if schema == nil {
		return nil, nil
	}
	check, err := newOutputCheck(schema)
	if err != nil {
		return nil, fmt.Errorf("output schema: %w", err)
	}
	return check, nil
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
	if err := t.output.check(res.StructuredContent); err != nil {
		return fmt.Errorf("the result does not fit the output schema: %w", err)
	}
	return nil
}
