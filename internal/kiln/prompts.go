package kiln

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func (k *Kiln) addPrompts() {
	add := func(name, description string, args []protocol.PromptArgument, blocks func(args map[string]string) []protocol.Content) {
		k.Server.AddPrompt(protocol.Prompt{Name: name, Description: description, Arguments: args},
			func(_ context.Context, _ *server.Request, args map[string]string) (*protocol.GetPromptResult, error) {
				res := &protocol.GetPromptResult{}
				for _, b := range blocks(args) {
					res.Messages = append(res.Messages, protocol.PromptMessage{Role: protocol.RoleUser, Content: b})
				}
				return res, nil
			})
	}
	one := func(format string, names ...string) func(map[string]string) []protocol.Content {
		return func(args map[string]string) []protocol.Content {
			var values []any
			for _, n := range names {
				values = append(values, args[n])
			}
			return []protocol.Content{protocol.Text(fmt.Sprintf(format, values...))}
		}
	}
	required := func(names ...string) (args []protocol.PromptArgument) {
		for _, n := range names {
			args = append(args, protocol.PromptArgument{Name: n, Description: "the " + n, Required: true})
		}
		return args
	}
	add("glaze", "Asks for a glaze", nil, one("Propose a glaze."))
	add("hi", "Says hi", nil, one("Say hi."))
	add("greet", "A greeting", required("name"), one("Say hello to %s", "name"))
	add("test_simple_prompt", "A prompt without arguments", nil, one("This is a simple prompt for testing."))
	add("test_prompt_with_arguments", "A prompt with two arguments", required("arg1", "arg2"),
		one("Prompt with arguments: arg1='%s', arg2='%s'", "arg1", "arg2"))
	add("test_prompt_with_embedded_resource", "A prompt with a resource", required("resourceUri"), func(args map[string]string) []protocol.Content {
		return []protocol.Content{
			protocol.EmbeddedResource(protocol.TextContents(args["resourceUri"], "text/plain", "Embedded resource content for testing.")),
			protocol.Text("Please process the embedded resource above."),
		}
	})
	add("test_prompt_with_image", "A prompt with an image", nil, func(map[string]string) []protocol.Content {
		return []protocol.Content{protocol.Image(pngPixel(), "image/png"), protocol.Text("Please analyze the image above.")}
	})
	server.AddTool(k.Server, protocol.Tool{Name: "add_prompt", Description: "Adds a prompt, which announces the change"},
		func(_ context.Context, _ *server.Request, in struct {
			Name string `json:"name,omitempty"`
		}) (string, error) {
			name := in.Name
			if name == "" {
				name = "added"
			}
			add(name, "Added at run time: "+name, nil, func(map[string]string) []protocol.Content { return []protocol.Content{protocol.Text(name)} })
			return "added " + name, nil
		})
}

// complete proposes values that begin with what was typed.
func complete(_ context.Context, _ *server.Request, p *protocol.CompleteParams) (protocol.Completion, error) {
	var c protocol.Completion
	for _, v := range []string{"paris", "park", "party"} {
		if len(v) >= len(p.Argument.Value) && v[:len(p.Argument.Value)] == p.Argument.Value {
			c.Values = append(c.Values, v)
		}
	}
	return c, nil
}
