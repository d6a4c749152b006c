package client

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"github.com/go-json-experiment/json"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// Tools ranges over the tools of the server, asking for the next page when it
// is needed. After an error it ends.
func (c *Client) Tools(ctx context.Context, opts ...CallOption) iter.Seq2[protocol.Tool, error] {
	return paged(protocol.MethodToolsList, func(cursor *string) ([]protocol.Tool, *string, error) {
		page, err := c.ListToolsPage(ctx, cursor, opts...)
		if err != nil {
			return nil, nil, err
		}
		return page.Tools, page.NextCursor, nil
	})
}

// ListTools returns all tools of the server.
func (c *Client) ListTools(ctx context.Context, opts ...CallOption) ([]protocol.Tool, error) {
	return collect(c.Tools(ctx, opts...))
}

// ListToolsPage returns one page of the tools: the first for a nil cursor, else
// the one that NextCursor of the page before names.
func (c *Client) ListToolsPage(ctx context.Context, cursor *string, opts ...CallOption) (*protocol.ListToolsResult, error) {
	return typed[protocol.ListToolsResult](ctx, c, protocol.MethodToolsList, listParams(cursor), opts)
}

// CallTool calls a tool. args encodes as a JSON object, or is nil. A tool that
// ran and failed is a result with IsError, not an error.
func (c *Client) CallTool(ctx context.Context, name string, args any, opts ...CallOption) (*protocol.CallToolResult, error) {
	buf := c.scratch() // for as long as the call may be sent again
	defer c.scratches.Put(buf)
	if err := toolParams(buf, name, args); err != nil {
		return nil, err
	}
	a, err := c.callBody(ctx, protocol.MethodToolsCall, buf.Bytes(), nil, opts)
	if err != nil || a.tool != nil {
		return a.tool, err
	}
	return decode[protocol.CallToolResult](protocol.MethodToolsCall, a.raw)
}

// toolParams writes the params of a tools/call.
func toolParams(buf *bytes.Buffer, name string, args any) error {
	b := wire.AppendQuote(append(buf.AvailableBuffer(), `{"name":`...), name)
	if args == nil {
		buf.Write(append(b, '}'))
		return nil
	}
	b = append(b, `,"arguments":`...)
	if plain, ok := appendPlainArgs(b, args); ok {
		buf.Write(append(plain, '}'))
		return nil
	}
	buf.Write(b)
	if err := json.MarshalWrite(buf, args, protocol.Options()); err != nil {
		return fmt.Errorf("%w: %s: encoding arguments: %w", ErrArgument, name, err)
	}
	if encoded := buf.Bytes()[len(b):]; !isObject(encoded) {
		return fmt.Errorf("%w: %s: arguments must be a JSON object, not %.40s", ErrArgument, name, encoded)
	}
	return buf.WriteByte('}')
}
