package client_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

func Example() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := client.Connect(ctx, client.Command("node", "server.mjs"),
		client.ClientInfo(protocol.Implementation{Name: "my-host", Version: "1.0.0"}))
	if err != nil {
		log.Fatal(err) // the process, if there was one, is gone
	}
	defer c.Close()
	fmt.Println("speaking", c.Version(), "with", c.ServerInfo().Name)

	for tool, err := range c.Tools(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(tool.Name, tool.Description)
	}

	res, err := c.CallTool(ctx, "echo", map[string]any{"text": "hi"},
		client.Timeout(10*time.Second),
		client.OnProgress(func(p protocol.ProgressParams) { fmt.Println(p.Progress, "of", p.Total) }))
	if err != nil {
		log.Fatal(err)
	}
	for _, part := range res.Content {
		fmt.Println(part.Text)
	}
}

func ExampleClient_Listen() {
	c, err := client.Connect(context.Background(), client.Command("node", "server.mjs"), client.Mode(client.Modern))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	sub, err := c.Listen(context.Background(), protocol.Filter{ToolsListChanged: true})
	if err != nil {
		log.Fatal(err)
	}
	for event := range sub.Events() {
		fmt.Println(event.Method)
	}
	fmt.Println("ended:", sub.End(), sub.Err())
}
