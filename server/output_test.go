package server_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// S-TOOL-8: a structured result that does not fit the output schema is -32603
// on the wire, and its detail in the log.
func TestOutputSchema(t *testing.T) {
	schema := jsontext.Value(`{"type":"object","properties":{"heat":{"type":"integer","maximum":10}},"required":["heat"]}`)
	result := func(structured string) *protocol.CallToolResult {
		res := &protocol.CallToolResult{Content: []protocol.Content{protocol.Text("heat")}}
		if structured != "" {
			res.StructuredContent = jsontext.Value(structured)
		}
		return res
	}
	for _, era := range []string{"legacy", "modern"} {
		for name, tc := range map[string]struct {
			res  *protocol.CallToolResult
			err  error
			want string // of the log; "" for a result
		}{
			"fits":              {res: result(`{"heat":7}`)},
			"wrong value":       {res: result(`{"heat":11}`), want: "structuredContent.heat"},
			"missing member":    {res: result(`{}`), want: "heat"},
			"no object":         {res: result(`7`), want: "structuredContent"},
			"null":              {res: result(`null`), want: "structuredContent"},
			"nothing":           {res: result(""), want: "no structured content"},
			"an error result":   {res: &protocol.CallToolResult{Content: []protocol.Content{}, IsError: true}},
			"a handler's error": {err: errors.New("cold")},
		} {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t)
				def := protocol.Tool{Name: "typed", OutputSchema: schema}
				server.AddTool(g.srv, def, func(context.Context, *server.Request, map[string]any) (*protocol.CallToolResult, error) {
					return tc.res, tc.err
				})
				def.Name = "raw"
				server.AddRawTool(g.srv, def, func(context.Context, *server.Request, jsontext.Value) (jsontext.Value, error) {
					if tc.res == nil {
						return nil, tc.err
					}
					raw, err := protocol.Marshal(tc.res)
					require.NoError(t, err)
					return raw, tc.err
				})
				def.Name = "any"
				server.AddTool(g.srv, def, func(context.Context, *server.Request, map[string]any) (any, error) {
					if tc.res == nil {
						return nil, tc.err
					}
					return tc.res.StructuredContent, nil
				})
				more := envelope("{}")
				if era == "legacy" {
					g.initialize("2025-11-25", "{}")
					more = ""
				} else {
					g.open()
				}
				for _, tool := range []string{"typed", "raw", "any"} {
					if tool == "any" && tc.res != nil && tc.res.StructuredContent == nil {
						continue
					}
					f := g.answer(call("1", tool, more))
					if tc.want == "" {
						require.NotNil(t, f.Result, "%s %s %s", era, name, f.line)
						continue
					}
					require.Equal(t, -32603, f.code(t), "%s %s", era, name)
					require.Equal(t, "Internal server error", f.Error.Message)
					require.Contains(t, g.log.take(), tc.want)
				}
			})
		}
	}
}

func TestOutputSchemaOfText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		server.AddTool(g.srv, protocol.Tool{Name: "text", OutputSchema: jsontext.Value(`{"type":"object"}`)},
			func(context.Context, *server.Request, struct{}) (string, error) { return "no structure", nil })
		g.open()
		require.Equal(t, -32603, g.answer(call("1", "text", envelope("{}"))).code(t))
	})
	require.Panics(t, func() {
		server.AddRawTool(newRig(t).srv, protocol.Tool{Name: "raw", OutputSchema: jsontext.Value(`{"type":7}`)},
			func(context.Context, *server.Request, jsontext.Value) (jsontext.Value, error) {
				return nil, nil
			})
	})
}
