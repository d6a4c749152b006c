// A client on the Go SDK: steps VERSION COMMAND..., where VERSION is auto or the
// one to pin. A line for each step, "ok STEP" or "FAIL STEP: why".
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

	"github.com/modelcontextprotocol/go-sdk/mcp"
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

// heard waits for what a notification handler puts into ch.
func heard[T comparable](ctx context.Context, ch <-chan T, want T) error {
	select {
	case got := <-ch:
		if got != want {
			return fmt.Errorf("heard %v, not %v", got, want)
		}
		return nil
	case <-time.After(5 * time.Second):
		return fmt.Errorf("heard nothing of %v", want)
	}
}

// quiet tries until change was not heard.
func quiet(change func() (heard int, err error)) error {
	for range 5 {
		if n, err := change(); n == 0 || err != nil {
			return err
		}
	}
	return errors.New("updates are heard after unsubscribing")
}

func main() {
	version, args := os.Args[1], os.Args[2:]
	want := version
	if version == "auto" {
		version, want = "", "2026-07-28"
	}
	tools, updates, progress := make(chan string, 64), make(chan string, 64), make(chan float64, 64)
	c := mcp.NewClient(&mcp.Implementation{Name: "gosdk-steps", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { tools <- "tools" },
		ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { updates <- r.Params.URI },
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			progress <- r.Params.Progress
		},
	})
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	var s *mcp.ClientSession
	call := func(ctx context.Context, name string, arguments map[string]any) (string, error) {
		r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
		if err != nil {
			return "", err
		}
		text, ok := r.Content[0].(*mcp.TextContent)
		if !ok || r.IsError {
			return "", fmt.Errorf("%s: %+v", name, r)
		}
		return text.Text, nil
	}
	echo := func(ctx context.Context, text string) error {
		got, err := call(ctx, "echo", map[string]any{"text": text})
		if err == nil && got != text {
			err = fmt.Errorf("echo of %.20q is %.20q", text, got)
		}
		return err
	}
	step("connect", func(ctx context.Context) (err error) {
		s, err = c.Connect(ctx, &mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: version})
		if err == nil && s.InitializeResult().ProtocolVersion != want {
			err = fmt.Errorf("version %s", s.InitializeResult().ProtocolVersion)
		}
		return err
	})
	if s == nil {
		os.Exit(1)
	}
	list := func(ctx context.Context, want ...string) error {
		names := []string{}
		for t, err := range s.Tools(ctx, nil) {
			if err != nil {
				return err
			}
			names = append(names, t.Name)
		}
		for _, w := range want {
			if !slices.Contains(names, w) {
				return fmt.Errorf("no %s in %v", w, names)
			}
		}
		return nil
	}
	step("list", func(ctx context.Context) error {
		_, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: "mem://doc"})
		_, err2 := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: "hi"})
		return errors.Join(err, err2, list(ctx, "echo", "slow", "progress", "add_tool", "touch"),
			echo(ctx, "héllo ✓ 𝄞\u2028"), echo(ctx, strings.Repeat("x", 100_000)))
	})
	step("progress", func(ctx context.Context) error {
		p := &mcp.CallToolParams{Name: "progress", Arguments: map[string]any{"n": 3}}
		p.SetProgressToken("token")
		_, err := s.CallTool(ctx, p)
		for i := 1; err == nil && i <= 3; i++ {
			err = heard(ctx, progress, float64(i))
		}
		return err
	})
	step("listen", func(ctx context.Context) error {
		const uri = "mem://doc"
		if err := s.Subscribe(ctx, &mcp.SubscribeParams{URI: uri}); err != nil {
			return err
		}
		if _, err := call(ctx, "add_tool", map[string]any{"name": "by_gosdk"}); err != nil {
			return err
		}
		_, err := call(ctx, "touch", map[string]any{})
		err = errors.Join(err, heard(ctx, tools, "tools"), heard(ctx, updates, uri), list(ctx, "by_gosdk"))
		if err != nil {
			return err
		}
		if err := s.Unsubscribe(ctx, &mcp.UnsubscribeParams{URI: uri}); err != nil {
			return err
		}
		// Its cancel is written in the background, so that an update may still
		// come before it.
		return quiet(func() (int, error) {
			_, err := call(ctx, "touch", map[string]any{})
			time.Sleep(100 * time.Millisecond)
			n := len(updates)
			for range n {
				<-updates
			}
			return n, err
		})
	})
	step("cancel", func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		begun := time.Now()
		if _, err := call(short, "slow", map[string]any{"ms": 5000}); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("the call ended with %v", err)
		}
		if d := time.Since(begun); d > 2*time.Second {
			return fmt.Errorf("cancelling took %v", d)
		}
		return echo(ctx, "alive")
	})
	step("close", func(context.Context) error {
		begun := time.Now()
		if err := s.Close(); err != nil {
			return err
		}
		if d := time.Since(begun); d > 2*time.Second || !cmd.ProcessState.Success() {
			return fmt.Errorf("%v after %v", cmd.ProcessState, d)
		}
		return nil
	})
	if failed {
		os.Exit(1)
	}
}
