// A client on mcp-go: steps VERSION COMMAND..., where VERSION is auto or the one
// to pin. A line for each step, "ok STEP" or "FAIL STEP: why".
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

var failed bool

func step(name string, do func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := do(ctx); err != nil {
		failed = true
		fmt.Printf("FAIL %s: %v\n", name, err)
		return
	}
	fmt.Println("ok", name)
}

// until waits for a notification of method, and skips others.
func until(notes <-chan mcp.JSONRPCNotification, method string) (mcp.JSONRPCNotification, error) {
	limit := time.After(5 * time.Second)
	for {
		select {
		case n := <-notes:
			if n.Method == method {
				return n, nil
			}
		case <-limit:
			return mcp.JSONRPCNotification{}, fmt.Errorf("heard nothing of %s", method)
		}
	}
}

// quiet tries until change was not heard.
func quiet(change func() (heard int, err error)) error {
	for range 5 {
		if n, err := change(); n == 0 || err != nil {
			return err
		}
	}
	return errors.New("changes are heard after the listen was stopped")
}

func main() {
	version, args := os.Args[1], os.Args[2:]
	want := version
	if version == "auto" {
		version, want = "", "2026-07-28"
	}
	var cmd *exec.Cmd
	var c *client.Client
	notes := make(chan mcp.JSONRPCNotification, 256)
	call := func(ctx context.Context, name string, arguments map[string]any, meta *mcp.Meta) (string, error) {
		req := mcp.CallToolRequest{}
		req.Params.Name, req.Params.Arguments, req.Params.Meta = name, arguments, meta
		r, err := c.CallTool(ctx, req)
		if err != nil {
			return "", err
		}
		text, ok := r.Content[0].(mcp.TextContent)
		if !ok || r.IsError {
			return "", fmt.Errorf("%s: %+v", name, r)
		}
		return text.Text, nil
	}
	echo := func(ctx context.Context, text string) error {
		got, err := call(ctx, "echo", map[string]any{"text": text}, nil)
		if err == nil && got != text {
			err = fmt.Errorf("echo of %.20q is %.20q", text, got)
		}
		return err
	}
	step("connect", func(ctx context.Context) (err error) {
		c, err = client.NewStdioMCPClientWithOptions(args[0], nil, args[1:],
			transport.WithCommandFunc(func(ctx context.Context, command string, _ []string, args []string) (*exec.Cmd, error) {
				cmd = exec.CommandContext(ctx, command, args...)
				return cmd, nil
			}))
		if err != nil {
			return err
		}
		if err := c.Start(context.Background()); err != nil {
			return err
		}
		c.OnNotification(func(n mcp.JSONRPCNotification) { notes <- n })
		req := mcp.InitializeRequest{}
		req.Params.ClientInfo = mcp.Implementation{Name: "mcpgo-steps", Version: "1"}
		req.Params.ProtocolVersion = version
		r, err := c.Initialize(ctx, req)
		if err == nil && r.ProtocolVersion != want {
			err = fmt.Errorf("version %s", r.ProtocolVersion)
		}
		return err
	})
	if failed {
		os.Exit(1)
	}
	list := func(ctx context.Context, want ...string) error {
		r, err := c.ListTools(ctx, mcp.ListToolsRequest{})
		if err != nil {
			return err
		}
		for _, w := range want {
			if !slices.ContainsFunc(r.Tools, func(t mcp.Tool) bool { return t.Name == w }) {
				return fmt.Errorf("no %s among %d tools", w, len(r.Tools))
			}
		}
		return nil
	}
	step("list", func(ctx context.Context) error {
		read, get := mcp.ReadResourceRequest{}, mcp.GetPromptRequest{}
		read.Params.URI, get.Params.Name = "mem://doc", "hi"
		_, err := c.ReadResource(ctx, read)
		_, err2 := c.GetPrompt(ctx, get)
		return errors.Join(err, err2, list(ctx, "echo", "slow", "progress", "add_tool", "touch"),
			echo(ctx, "héllo ✓ 𝄞\u2028"), echo(ctx, strings.Repeat("x", 100_000)))
	})
	step("progress", func(ctx context.Context) error {
		_, err := call(ctx, "progress", map[string]any{"n": 3}, &mcp.Meta{ProgressToken: "token"})
		for i := 1; err == nil && i <= 3; i++ {
			var n mcp.JSONRPCNotification
			n, err = until(notes, "notifications/progress")
			if got := n.Params.AdditionalFields["progress"]; err == nil && got != float64(i) {
				err = fmt.Errorf("progress %v, not %d", got, i)
			}
		}
		return err
	})
	step("listen", func(ctx context.Context) error {
		if want < "2026" {
			if _, err := call(ctx, "add_tool", map[string]any{"name": "by_mcpgo"}, nil); err != nil {
				return err
			}
			_, err := until(notes, "notifications/tools/list_changed")
			return errors.Join(err, list(ctx, "by_mcpgo"))
		}
		ended := make(chan error, 1)
		stop, err := c.ListenAsync(ctx, mcp.SubscriptionFilter{ToolsListChanged: true, ResourceSubscriptions: []string{"mem://doc"}},
			func(err error) { ended <- err })
		if err != nil {
			return err
		}
		if _, err = until(notes, "notifications/subscriptions/acknowledged"); err != nil {
			return err
		}
		if _, err = call(ctx, "add_tool", map[string]any{"name": "by_mcpgo"}, nil); err != nil {
			return err
		}
		if _, err = until(notes, "notifications/tools/list_changed"); err != nil {
			return err
		}
		if _, err = call(ctx, "touch", nil, nil); err != nil {
			return err
		}
		if _, err = until(notes, "notifications/resources/updated"); err != nil {
			return err
		}
		stop()
		if len(ended) > 0 {
			return <-ended
		}
		// Its cancel is written in the background, so that a change may still
		// come before it.
		return errors.Join(list(ctx, "by_mcpgo"), quiet(func() (int, error) {
			_, err := call(ctx, "touch", nil, nil)
			time.Sleep(100 * time.Millisecond)
			n := len(notes)
			for range n {
				<-notes
			}
			return n, err
		}))
	})
	step("cancel", func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		begun := time.Now()
		if _, err := call(short, "slow", map[string]any{"ms": 5000}, nil); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("the call ended with %v", err)
		}
		if d := time.Since(begun); d > 2*time.Second {
			return fmt.Errorf("cancelling took %v", d)
		}
		return echo(ctx, "alive")
	})
	step("close", func(context.Context) error {
		begun := time.Now()
		if err := c.Close(); err != nil {
			return err
		}
		if d := time.Since(begun); d > 2*time.Second || cmd.ProcessState == nil || !cmd.ProcessState.Success() {
			return fmt.Errorf("%v after %v", cmd.ProcessState, d)
		}
		return nil
	})
	if failed {
		os.Exit(1)
	}
}
