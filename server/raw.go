package server

import (
	"bytes"
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// AddRawTool adds a tool from bytes to bytes. Its arguments come as JSON text,
// "{}" if there are none; it checks them itself and must not keep them after h
// returns. def needs an InputSchema, or takes any object.
//
// The result is the JSON text of a CallToolResult, such as
// {"content":[{"type":"text","text":"hi"}]}; what the era wants in it is added.
// It may be shared and is not changed. Structured content is checked as with
// AddTool, and errors are answered as with AddTool; a text that is no object is
// -32603, its detail in the log. AddRawTool panics for an output schema that is
// none.
func AddRawTool(s *Server, def protocol.Tool, h func(ctx context.Context, req *Request, args jsontext.Value) (jsontext.Value, error)) {
	output, err := s.outputOf(nil, &def)
	if err != nil {
		panic(fmt.Sprintf("server: AddRawTool %q: %v", def.Name, err))
	}
	s.addTool(&tool{
		def:    def,
		output: output,
		decode: func([]byte) (any, error) { return nil, nil },
		run: func(ctx context.Context, req *Request, _ any) (outcome, error) {
			raw, err := h(ctx, req, req.rawArguments())
			if err == nil && raw == nil {
				err = errNoResult
			}
			return outcome{raw: raw}, err
		},
	})
}

// typed is the outcome as a value.
func (o outcome) typed() (*protocol.CallToolResult, error) {
	switch {
	case o.result != nil:
		return o.result, nil
	case o.raw == nil:
		return &protocol.CallToolResult{Content: []protocol.Content{protocol.Text(o.text)}}, nil
	}
	res := new(protocol.CallToolResult)
	if err := protocol.Unmarshal(o.raw, res); err != nil {
		return nil, &mistake{fmt.Errorf("the tool's text is no result: %w", err)}
	}
	return res, nil
}

// ready reports whether raw can go into a frame as it is: an object on one
// line, with content, and nothing that the era has a say in.
func ready(raw jsontext.Value) bool {
	if raw.Kind() != '{' || bytes.IndexByte(raw, '\n') >= 0 || bytes.IndexByte(raw, '\r') >= 0 || !raw.IsValid() {
		return false
	}
	content := false
	b := schemaText(raw)
	for i := b.space(0) + 1; ; {
		name, value, found := b.member(i)
		if !found {
			return content
		}
		switch {
		case string(name) == "content":
			if content = objects(b, value); !content {
				return false
			}
		case string(name) == "isError" && (b[value] == 't' || b[value] == 'f'):
		default: // structured content, resultType, _meta, an escaped name, what is wrong
			return false
		}
		i = b.valueEnd(value)
	}
}

// objects reports whether the value at i of valid JSON is an array of objects.
func objects(b schemaText, i int) bool {
	if b[i] != '[' {
		return false
	}
	for i = b.space(i + 1); b[i] == '{'; {
		if i = b.space(b.valueEnd(i)); b[i] == ',' {
			i = b.space(i + 1)
		}
	}
	return b[i] == ']'
}

// appendRaw appends a ready result as a frame.
func (a *app) appendRaw(r *Request, raw jsontext.Value) []byte {
	object := bytes.TrimSpace(raw)
	return a.endResult(append(a.beginResult(r), object[1:len(object)-1]...), r)
}
