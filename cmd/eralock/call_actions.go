package main

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// A callAction is what eralock call does with a server; it returns the exit
// code.
type callAction func(context.Context, stdio, *client.Client, callFlags) int

// callWords are the words that are no tools.
var callWords = map[string]struct {
	do        callAction
	named     string // what the next argument is; "": there is none
	arguments bool   // JSON may follow
	check     func(args jsontext.Value) error
}{
	"tool":      {callTool, "the name of a tool", true, nil},
	"tools":     {listTools, "", false, nil},
	"resources": {listResources, "", false, nil},
	"templates": {listTemplates, "", false, nil},
	"prompts":   {listPrompts, "", false, nil},
	"read":      {readResource, "the URI of a resource", false, nil},
	"prompt":    {getPrompt, "the name of a prompt", true, nil},
	"listen":    {listen, "", true, checkFilter},
}

func listTools(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	all, err := c.ListTools(ctx)
	return printList(std, f, "tools", all, err, func(t protocol.Tool) (string, string) { return t.Name, t.Description })
}

func listResources(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	all, err := c.ListResources(ctx)
	return printList(std, f, "resources", all, err, func(r protocol.Resource) (string, string) { return r.URI, or(r.Description, r.Name) })
}

func listTemplates(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	all, err := c.ListResourceTemplates(ctx)
	return printList(std, f, "resourceTemplates", all, err, func(r protocol.ResourceTemplate) (string, string) {
		return r.URITemplate, or(r.Description, r.Name)
	})
}

func listPrompts(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	all, err := c.ListPrompts(ctx)
	return printList(std, f, "prompts", all, err, func(p protocol.Prompt) (string, string) { return p.Name, p.Description })
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func callTool(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	var args any
	if f.args != nil {
		args = f.args
	}
	res, err := withProgress(std, func(show client.CallOption) (*protocol.CallToolResult, error) {
		return c.CallTool(ctx, f.name, args, show)
	})
	if err != nil {
		return callFailed(std, err)
	}
	code := printResult(std, f, res, func() { printContent(std.out, res.Content, res.StructuredContent) })
	if code == exitOK && res.IsError {
		return exitFound
	}
	return code
}

func readResource(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	res, err := withProgress(std, func(show client.CallOption) (*protocol.ReadResourceResult, error) {
		return c.ReadResource(ctx, f.name, show)
	})
	if err != nil {
		return callFailed(std, err)
	}
	return printResult(std, f, res, func() {
		for _, contents := range res.Contents {
			printResource(std.out, contents)
		}
	})
}

func getPrompt(ctx context.Context, std stdio, c *client.Client, f callFlags) int {
	var args map[string]string
	if f.args != nil {
		if err := protocol.Unmarshal(f.args, &args); err != nil {
			return usage(std, "call", "the arguments of a prompt must all be strings: %v", err)
		}
	}
	res, err := withProgress(std, func(show client.CallOption) (*protocol.GetPromptResult, error) {
		return c.GetPrompt(ctx, f.name, args, show)
	})
	if err != nil {
		return callFailed(std, err)
	}
	return printResult(std, f, res, func() {
		for _, m := range res.Messages {
			fmt.Fprintf(std.out, "%s: ", m.Role)
			printContent(std.out, []protocol.Content{m.Content}, nil)
		}
	})
}
