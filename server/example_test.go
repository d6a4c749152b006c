package server_test

import (
	"context"
	"log"
	"time"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// The whole of a server: one tool, both eras, until the client is gone.
func Example() {
	s := server.New(protocol.Implementation{Name: "clock", Version: "1.0.0"})
	server.AddTool(s, protocol.Tool{Name: "now", Description: "The time in a zone"},
		func(ctx context.Context, req *server.Request, in struct {
			Zone string `json:"zone"`
		}) (string, error) {
			loc, err := time.LoadLocation(in.Zone)
			if err != nil {
				return "", err // a result with isError, for the model to read
			}
			return time.Now().In(loc).Format(time.RFC3339), nil
		})
	if err := s.Serve(context.Background(), server.Stdio()); err != nil {
		log.Fatal(err)
	}
}
