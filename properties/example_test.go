package properties_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/properties"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// A server in memory, in ten lines. A program of its own is
// properties.Command("go", "run", "./cmd/myserver") in place of Over.
func TestMyServer(t *testing.T) {
	s := server.New(protocol.Implementation{Name: "my server", Version: "1.0.0"})
	server.AddTool(s, protocol.Tool{Name: "wait", Description: "Waits until it is cancelled"},
		func(ctx context.Context, _ *server.Request, _ struct{}) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		})
	properties.Server(t, properties.Over(func(r io.Reader, w io.Writer) error {
		return s.Serve(context.Background(), server.Over(r, w))
	}), properties.SlowTool("wait", "{}"), properties.Within(3*time.Second))
}

// A client in memory. A program of its own, in any language, is
// properties.ClientCommand("node", "client.mjs") in place of ClientOver.
func TestMyClient(t *testing.T) {
	properties.Client(t, properties.ClientOver(func(r io.Reader, w io.WriteCloser, report io.Writer) error {
		c, err := client.Connect(context.Background(), client.Over(r, w))
		if err != nil {
			return nil
		}
		defer c.Close()
		var calls sync.WaitGroup
		for tool, err := range c.Tools(context.Background()) {
			if err != nil {
				return nil
			}
			calls.Go(func() {
				ctx, cancel := context.WithCancel(context.Background())
				if strings.HasPrefix(tool.Name, "cancel") {
					time.AfterFunc(100*time.Millisecond, cancel)
				}
				switch res, err := c.CallTool(ctx, tool.Name, nil); {
				case ctx.Err() != nil:
					fmt.Fprintln(report, tool.Name, "cancelled")
				case err != nil:
					fmt.Fprintln(report, tool.Name, "error")
				default:
					fmt.Fprintln(report, tool.Name, "ok", res.Content[0].Text)
				}
				cancel()
			})
		}
		calls.Wait()
		return nil
	}), properties.Within(3*time.Second))
}
