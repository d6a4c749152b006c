package server_test

import (
	"context"
	"fmt"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

type amount struct {
	Bricks int `json:"bricks" jsonschema:"how many"`
}

// A tool that asks its user works in both eras.
func ExampleRequest_Need() {
	s := server.New(protocol.Implementation{Name: "shop", Version: "1.0.0"})
	server.AddTool(s, protocol.Tool{Name: "order", Description: "Orders bricks"},
		func(_ context.Context, req *server.Request, _ struct{}) (string, error) {
			var in amount
			if !req.Accepted("amount", &in) {
				return "", req.Need(server.AskForm("amount", "How many bricks?", server.FormSchema[amount]()))
			}
			return fmt.Sprintf("ordered %d bricks", in.Bricks), nil
		})
}
