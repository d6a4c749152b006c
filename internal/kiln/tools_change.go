package kiln

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func (k *Kiln) addChangeTools() {
	server.AddTool(k.Server, protocol.Tool{Name: "touch_tools", Description: "Announces that the list of tools has changed"},
		func(context.Context, *server.Request, open) (string, error) {
			k.Server.PublishToolsChanged()
			return "touched", nil
		})
	server.AddTool(k.Server, protocol.Tool{Name: "add_tool", Description: "Adds a tool, which announces the change"},
		func(_ context.Context, _ *server.Request, in struct {
			Name string `json:"name,omitempty"`
		}) (string, error) {
			name := in.Name
			if name == "" {
				name = "added"
			}
			server.AddTool(k.Server, protocol.Tool{Name: name, Description: "Added at run time: " + name},
				func(context.Context, *server.Request, open) (string, error) { return name, nil })
			return fmt.Sprintf("added %s", name), nil
		})
}
