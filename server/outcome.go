package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// outcome is what a handler has to say, not yet in any era's shape.
type outcome struct {
	text   string // if there is nothing else: one text
	result *protocol.CallToolResult
	raw    jsontext.Value // the text of a result
}

// decodeArguments checks args against the tool's schema and decodes them. A
// panic of a user's UnmarshalJSON must not end the reading goroutine.
func decodeArguments[In any](check *schemaCheck, plan *argumentPlan, args []byte) (in any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &mistake{fmt.Errorf("decoding the arguments panicked: %v\n%s", p, debug.Stack())}
		}
	}()
	args = check.defaults(args, nil)
	if err := check.check(args); err != nil {
		return nil, err
	}
	p := new(In)
	if plan != nil && plan.decode(args, reflect.ValueOf(p).Elem()) {
		return p, nil
	}
	*p = *new(In)
	if err := protocol.Decode(args, p); err != nil {
		return nil, misfit("arguments", args, err)
	}
	return p, nil
}

// packer says how an Out becomes an outcome, and of which type its structured
// content is, nil for none or any.
func packer[Out any]() (func(Out) (outcome, error), reflect.Type) {
	switch any(*new(Out)).(type) {
	case string:
		return func(o Out) (outcome, error) { return outcome{text: any(o).(string)}, nil }, nil
	case protocol.Content:
		return func(o Out) (outcome, error) { return contents(any(o).(protocol.Content)), nil }, nil
	case []protocol.Content:
		return func(o Out) (outcome, error) { return contents(any(o).([]protocol.Content)...), nil }, nil
	case *protocol.CallToolResult:
		return func(o Out) (outcome, error) {
			res := any(o).(*protocol.CallToolResult)
			if res == nil {
				return outcome{}, errNoResult
			}
			return outcome{result: res}, nil
		}, nil
	}
	t := reflect.TypeFor[Out]()
	if t.Kind() == reflect.Interface {
		t = nil
	}
	return func(o Out) (outcome, error) { return structured(o) }, t
}

var errNoResult = errors.New("the tool returned neither a result nor an error")

func contents(blocks ...protocol.Content) outcome {
	return outcome{result: &protocol.CallToolResult{Content: blocks}}
}

// structured is the value as structured content, and as text (S-TOOL-9).
func structured(v any) (outcome, error) {
	raw, err := protocol.Marshal(v)
	if err != nil {
		return outcome{}, &mistake{fmt.Errorf("encoding the result: %w", err)}
	}
	return outcome{result: &protocol.CallToolResult{
		Content:           []protocol.Content{protocol.Text(string(raw))},
		StructuredContent: jsontext.Value(raw),
	}}, nil
}

// failure is how an error of a tool's handler that is no JSON-RPC error is
// answered: as a result that the model reads.
func failure(err error) outcome {
	msg := err.Error()
	if errors.Is(err, context.Canceled) {
		msg = "cancelled"
	}
	return outcome{result: &protocol.CallToolResult{Content: []protocol.Content{protocol.Text(msg)}, IsError: true}}
}
