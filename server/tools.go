package server

import (
	"context"
	"fmt"
	"reflect"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

// tool is one registered tool.
type tool struct {
	def   protocol.Tool
	route serve.Route
	// decode turns the raw arguments, valid during the call only, into what run
	// wants. It runs on the reading goroutine; an error becomes an isError
	// result (S-TOOL-10).
	decode func(args []byte) (any, error)
	run    func(ctx context.Context, req *Request, args any) (outcome, error)
	input  func() *input  // nil: the tool checks its arguments itself
	output func() *output // nil for any
}

// shown is the definition as a version sees it, with its schemas.
func (t *tool) shown(version string) any {
	def := t.def
	if t.input != nil {
		def.InputSchema = t.input().schema
	}
	if t.output != nil {
		def.OutputSchema = t.output().schema
	}
	return def.ForVersion(version)
}

// AddTool adds a tool whose arguments are decoded into In and whose result is
// an Out, and announces the change to listens and legacy clients. A tool of the
// same name is replaced.
//
// The input schema is inferred from In, unless def has one (JSON Schema 2020-12,
// or draft-07 if it says so; nothing is ever fetched for it); arguments that do
// not fit it become a result with isError, for the model to repair. In is a
// struct (json and jsonschema tags apply), a map, or any for whatever fits.
//
// An Out of string becomes a text, protocol.Content or a slice of it the
// content, *protocol.CallToolResult passes through; any other type becomes
// structured content, with an output schema and the same as text. A result that
// does not fit the output schema, or cannot be encoded, is -32603, its detail in
// the log. An error becomes a result with isError; a *protocol.Error, wrapped or
// not, the JSON-RPC error.
//
// AddTool panics if a schema cannot be had: that is a mistake in the program.
func AddTool[In, Out any](s *Server, def protocol.Tool, h func(ctx context.Context, req *Request, in In) (Out, error)) {
	n, err := newTool(s, def, h)
	if err != nil {
		panic(fmt.Sprintf("server: AddTool %q: %v", def.Name, err))
	}
	s.addTool(n)
}

// RemoveTool takes a tool away and announces the change; it reports whether
// there was one.
func (s *Server) RemoveTool(name string) bool {
	ok := s.tools.remove(name)
	if ok {
		s.PublishToolsChanged()
	}
	return ok
}

func (s *Server) addTool(n *tool) {
	s.tools.add(n.def.Name, n)
	s.redeclare()
	s.PublishToolsChanged()
}

func newTool[In, Out any](s *Server, def protocol.Tool, h func(context.Context, *Request, In) (Out, error)) (*tool, error) {
	in, err := s.inputOf(reflect.TypeFor[In](), &def)
	if err != nil {
		return nil, err
	}
	pack, result := packer[Out]()
	output, err := s.outputOf(result, &def)
	if err != nil {
		return nil, err
	}
	return &tool{
		def:    def,
		input:  in,
		output: output,
		decode: func(args []byte) (any, error) {
			in := in()
			return decodeArguments[In](in.check, in.plan, args)
		},
		run: func(ctx context.Context, req *Request, args any) (outcome, error) {
			out, err := h(ctx, req, *args.(*In))
			if err != nil {
				return outcome{}, err
			}
			return pack(out)
		},
	}, nil
}
