package client

import (
	"context"
	"fmt"
	"iter"

	"github.com/eralock/eralock/protocol"
)

// maxPages ends a list that a server never ends.
const maxPages = 10_000

// Tools ranges over the tools of the server, asking for the next page when it
// is needed. After an error it ends.
func (c *Client) Tools(ctx context.Context, opts ...CallOption) iter.Seq2[protocol.Tool, error] {
	return func(yield func(protocol.Tool, error) bool) {
		var cursor *string
		for range maxPages {
			page, err := c.ListToolsPage(ctx, cursor, opts...)
			if err != nil {
				yield(protocol.Tool{}, err)
				return
			}
			for _, tool := range page.Tools {
				if !yield(tool, nil) {
					return
				}
			}
			if page.NextCursor == nil {
				return
			}
			if cursor != nil && *cursor == *page.NextCursor {
				yield(protocol.Tool{}, fmt.Errorf("%s: %w: the same cursor twice", protocol.MethodToolsList, ErrInvalidResult))
				return
			}
			cursor = page.NextCursor
		}
		yield(protocol.Tool{}, fmt.Errorf("%s: %w: more than %d pages", protocol.MethodToolsList, ErrInvalidResult, maxPages))
	}
}

// ListTools returns all tools of the server.
func (c *Client) ListTools(ctx context.Context, opts ...CallOption) ([]protocol.Tool, error) {
	var all []protocol.Tool
	for tool, err := range c.Tools(ctx, opts...) {
		if err != nil {
			return all, err
		}
		all = append(all, tool)
	}
	return all, nil
}

// ListToolsPage returns one page of the tools: the first for a nil cursor, else
// the one that NextCursor of the page before names.
func (c *Client) ListToolsPage(ctx context.Context, cursor *string, opts ...CallOption) (*protocol.ListToolsResult, error) {
	var params any
	if cursor != nil {
		params = protocol.ListParams{Cursor: cursor}
	}
	raw, err := c.call(ctx, protocol.MethodToolsList, params, opts)
	if err != nil {
		return nil, err
	}
	return decode[protocol.ListToolsResult](protocol.MethodToolsList, raw)
}

// CallTool calls a tool. args encodes as a JSON object, or is nil. A tool that
// ran and failed is a result with IsError, not an error.
func (c *Client) CallTool(ctx context.Context, name string, args any, opts ...CallOption) (*protocol.CallToolResult, error) {
	params := protocol.CallToolParams{Name: name}
	if args != nil {
		raw, err := protocol.Marshal(args)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: encoding arguments: %w", ErrArgument, name, err)
		}
		if !isObject(raw) {
			return nil, fmt.Errorf("%w: %s: arguments must be a JSON object, not %.40s", ErrArgument, name, raw)
		}
		params.Arguments = raw
	}
	raw, err := c.call(ctx, protocol.MethodToolsCall, params, opts)
	if err != nil {
		return nil, err
	}
	return decode[protocol.CallToolResult](protocol.MethodToolsCall, raw)
}
