package client

import (
	"context"
	"iter"

	"github.com/eralock/eralock/protocol"
)

// Resources ranges over the resources of the server, asking for the next page
// when it is needed. After an error it ends.
func (c *Client) Resources(ctx context.Context, opts ...CallOption) iter.Seq2[protocol.Resource, error] {
	return paged(protocol.MethodResourcesList, func(cursor *string) ([]protocol.Resource, *string, error) {
		page, err := c.ListResourcesPage(ctx, cursor, opts...)
		if err != nil {
			return nil, nil, err
		}
		return page.Resources, page.NextCursor, nil
	})
}

// ListResources returns all resources of the server.
func (c *Client) ListResources(ctx context.Context, opts ...CallOption) ([]protocol.Resource, error) {
	return collect(c.Resources(ctx, opts...))
}

// ListResourcesPage returns one page of the resources: the first for a nil
// cursor, else the one that NextCursor of the page before names.
func (c *Client) ListResourcesPage(ctx context.Context, cursor *string, opts ...CallOption) (*protocol.ListResourcesResult, error) {
	return typed[protocol.ListResourcesResult](ctx, c, protocol.MethodResourcesList, listParams(cursor), opts)
}

// ResourceTemplates ranges over the templates of resources, asking for the next
// page when it is needed. After an error it ends.
func (c *Client) ResourceTemplates(ctx context.Context, opts ...CallOption) iter.Seq2[protocol.ResourceTemplate, error] {
	return paged(protocol.MethodResourcesTemplatesList, func(cursor *string) ([]protocol.ResourceTemplate, *string, error) {
		page, err := c.ListResourceTemplatesPage(ctx, cursor, opts...)
		if err != nil {
			return nil, nil, err
		}
		return page.ResourceTemplates, page.NextCursor, nil
	})
}

// ListResourceTemplates returns all templates of resources.
func (c *Client) ListResourceTemplates(ctx context.Context, opts ...CallOption) ([]protocol.ResourceTemplate, error) {
	return collect(c.ResourceTemplates(ctx, opts...))
}

// ListResourceTemplatesPage returns one page of the templates: the first for a
// nil cursor, else the one that NextCursor of the page before names.
func (c *Client) ListResourceTemplatesPage(ctx context.Context, cursor *string, opts ...CallOption) (*protocol.ListResourceTemplatesResult, error) {
	return typed[protocol.ListResourceTemplatesResult](ctx, c, protocol.MethodResourcesTemplatesList, listParams(cursor), opts)
}

// ReadResource reads a resource.
func (c *Client) ReadResource(ctx context.Context, uri string, opts ...CallOption) (*protocol.ReadResourceResult, error) {
	return typed[protocol.ReadResourceResult](ctx, c, protocol.MethodResourcesRead, protocol.ReadResourceParams{URI: uri}, opts)
}
