package client

import (
	"context"
	"iter"

	"github.com/eralock/eralock/protocol"
)

// Prompts ranges over the prompts of the server, asking for the next page when
// it is needed. After an error it ends.
func (c *Client) Prompts(ctx context.Context, opts ...CallOption) iter.Seq2[protocol.Prompt, error] {
	return paged(protocol.MethodPromptsList, func(cursor *string) ([]protocol.Prompt, *string, error) {
		page, err := c.ListPromptsPage(ctx, cursor, opts...)
		if err != nil {
			return nil, nil, err
		}
		return page.Prompts, page.NextCursor, nil
	})
}

// ListPrompts returns all prompts of the server.
func (c *Client) ListPrompts(ctx context.Context, opts ...CallOption) ([]protocol.Prompt, error) {
	return collect(c.Prompts(ctx, opts...))
}

// ListPromptsPage returns one page of the prompts: the first for a nil cursor,
// else the one that NextCursor of the page before names.
func (c *Client) ListPromptsPage(ctx context.Context, cursor *string, opts ...CallOption) (*protocol.ListPromptsResult, error) {
	return typed[protocol.ListPromptsResult](ctx, c, protocol.MethodPromptsList, listParams(cursor), opts)
}

// GetPrompt gets the messages of a prompt.
func (c *Client) GetPrompt(ctx context.Context, name string, args map[string]string, opts ...CallOption) (*protocol.GetPromptResult, error) {
	params := protocol.GetPromptParams{Name: name, Arguments: args}
	return typed[protocol.GetPromptResult](ctx, c, protocol.MethodPromptsGet, params, opts)
}

// Complete asks what an argument of a prompt, or of a template of resources,
// could be. It fails with ErrCapability if the server does not declare
// completions.
func (c *Client) Complete(ctx context.Context, params protocol.CompleteParams, opts ...CallOption) (*protocol.CompleteResult, error) {
	if err := c.require(ctx, protocol.MethodComplete, protocol.CapCompletions, opts); err != nil {
		return nil, err
	}
	return typed[protocol.CompleteResult](ctx, c, protocol.MethodComplete, params, opts)
}
