// echo: a server with one typed tool and default options, as the README has it:
// what a program's start costs that imports the server.
package main

import (
	"context"
	"os"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

type message struct {
	Text string `json:"text"`
}

func main() {
	s := server.New(protocol.Implementation{Name: "echo", Version: "1"})
	server.AddTool(s, protocol.Tool{Name: "echo"}, func(_ context.Context, _ *server.Request, in message) (string, error) {
		return in.Text, nil
	})
	if s.Serve(context.Background(), server.Stdio()) != nil {
		os.Exit(1)
	}
}
