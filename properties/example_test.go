package properties_test

import (
	"context"
	"io"
	"testing"
	"time"

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
