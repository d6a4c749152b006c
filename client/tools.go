package client

import (
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
	body, err := c.toolParams(name, args)
	if err != nil {
		return nil, err
	}
	raw, err := c.callBody(ctx, protocol.MethodToolsCall, body, nil, opts)
	if err != nil {
		return nil, err
	}
	if result, ok := quickToolResult(raw); ok {
		return result, nil
	}
	return decode[protocol.CallToolResult](protocol.MethodToolsCall, raw)
}

// toolParams are the params of a tools/call.
func (c *Client) toolParams(name string, args any) ([]byte, error) {
	buf := c.scratch()
	defer c.scratches.Put(buf)
	if args != nil {
		if err := json.MarshalWrite(buf, args, protocol.Options()); err != nil {
			return nil, fmt.Errorf("%w: %s: encoding arguments: %w", ErrArgument, name, err)
		}
		if !isObject(buf.Bytes()) {
			return nil, fmt.Errorf("%w: %s: arguments must be a JSON object, not %.40s", ErrArgument, name, buf)
		}
	}
	raw := buf.Bytes()
	b := make([]byte, 0, len(`{"name":"","arguments":}`)+len(name)+len(raw)+16)
	b = wire.AppendQuote(append(b, `{"name":`...), name)
	if args != nil {
		b = append(append(b, `,"arguments":`...), raw...)
	}
	return append(b, '}'), nil
}
