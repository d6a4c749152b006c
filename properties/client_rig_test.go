package properties

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// obedient does what the suite asks a client to do.
func obedient(server client.Server, report io.Writer, options ...client.Option) error {
	ctx := context.Background()
	c, err := client.Connect(ctx, server, options...)
	if err != nil {
		return nil // it was told
	}
	defer c.Close()
	tools, err := c.ListTools(ctx)
	if err != nil {
		return nil
	}
	var calls sync.WaitGroup
	for _, tool := range tools {
		calls.Go(func() { call(ctx, c, tool.Name, report) })
	}
	calls.Wait()
	return nil
}

func call(ctx context.Context, c *client.Client, name string, report io.Writer) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if strings.HasPrefix(name, "cancel") {
		defer time.AfterFunc(100*time.Millisecond, cancel).Stop()
	}
	res, err := c.CallTool(ctx, name, nil)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(report, "%s cancelled\n", name)
	case err != nil:
		fmt.Fprintf(report, "%s error %v\n", name, err)
	default:
		fmt.Fprintf(report, "%s ok %s\n", name, textOf(res))
	}
}

func textOf(res *protocol.CallToolResult) string {
	for _, c := range res.Content {
		return c.Text
	}
	return ""
}

// ours is our client in memory.
func ours(options ...client.Option) ClientDial {
	return ClientOver(func(r io.Reader, w io.WriteCloser, report io.Writer) error {
		return obedient(client.Over(r, w), report, options...)
	})
}

// met runs the suite against a client in a bubble, where waiting is free.
func met(t *testing.T, dial ClientDial, options ...Option) (r *Report) {
	synctest.Test(t, func(*testing.T) { r = CheckClient(dial, options...) })
	return r
}
