package client_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// What the bubbles show holds on the pipes of a process: a caller that reads is
// cancelled, runs out of time, loses its server, and sees the client closed; and
// nothing is left of it.
func TestCallersReadAProcess(t *testing.T) {
	leavesNothing(t, "", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server, client.Lend)
		require.NoError(t, err)
		// park makes a call whose caller reads: where the resident was faster,
		// which is a matter of time, it tries again.
		park := func(ctx context.Context, opts ...client.CallOption) result {
			for {
				_, err := echo(t.Context(), c)() // afterwards nobody reads for a while
				require.NoError(t, err)
				ctx, cancel := context.WithCancel(ctx)
				out := spawn(func() (*protocol.CallToolResult, error) {
					defer cancel()
					return c.CallTool(ctx, "park", nil, opts...)
				})
				for c.Pending() == 0 && len(out) == 0 {
					runtime.Gosched()
				}
				if c.Reader() == "caller" {
					return out
				}
				cancel()
				<-out
			}
		}
		for range 20 {
			ctx, cancel := context.WithCancel(t.Context())
			out := park(ctx)
			cancel()
			require.ErrorIs(t, (<-out).err, client.ErrCancelled)
		}
		require.ErrorIs(t, (<-park(t.Context(), client.Timeout(200*time.Millisecond))).err, client.ErrTimeout)

		out := park(t.Context())
		_, err = c.CallTool(t.Context(), "crash", nil)
		lost := new(client.ConnectionLostError)
		require.ErrorAs(t, err, &lost)
		require.Equal(t, 7, lost.ExitCode)
		require.ErrorAs(t, (<-out).err, &lost)

		out = park(t.Context())
		require.NoError(t, c.Close())
		require.ErrorIs(t, (<-out).err, client.ErrClosed)
	})
}

// Plain files at both ends: there callers read, and write, too.
func TestCallersReadFiles(t *testing.T) {
	toServer, fromClient, err := os.Pipe()
	require.NoError(t, err)
	toClient, fromServer, err := os.Pipe()
	require.NoError(t, err)
	p := &peer{t: t, in: toServer, out: fromServer, lines: make(chan line, 64)}
	go p.read()
	go modern(p)
	c, err := client.Connect(t.Context(), client.Over(toClient, fromClient), client.Lend)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	out := spawn(echo(ctx, c))
	l := p.next("tools/call")
	require.Equal(t, "caller", c.Reader())
	cancel()
	require.ErrorIs(t, (<-out).err, client.ErrCancelled)
	require.Equal(t, l.ID, p.next("notifications/cancelled").Params.RequestID)
	works(t, c, p)
	go p.gone()
	require.NoError(t, c.Close())
}

// 100 listens and 1,000 calls on one connection, all at the same time.
func TestManyAtOnce(t *testing.T) {
	leavesNothing(t, "", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		var all sync.WaitGroup
		failed := make(chan error, 1100)
		for range 100 {
			all.Go(func() {
				sub, err := c.Listen(t.Context(), protocol.Filter{ToolsListChanged: true})
				if err == nil {
					_, err = sub.Next(t.Context())
				}
				failed <- err
			})
		}
		for range 1000 {
			all.Go(func() {
				res, err := echo(t.Context(), c)()
				if err == nil && res.Content[0].Text != "hi" {
					err = fmt.Errorf("a wrong answer: %v", res)
				}
				failed <- err
			})
		}
		all.Wait()
		close(failed)
		for err := range failed {
			require.NoError(t, err)
		}
		require.NoError(t, c.Close())
	})
}

// A server that takes nothing does not hold up who writes: the pipe is full,
// and every call ends when its caller wants it to. What the pipe took a part of
// follows whole, with its cancel behind it; what it took nothing of is left out.
func TestFullPipe(t *testing.T) {
	running := goleak.IgnoreCurrent()
	toServer, fromClient, err := os.Pipe()
	require.NoError(t, err)
	toClient, fromServer, err := os.Pipe()
	require.NoError(t, err)
	c, err := client.New(client.Over(toClient, fromClient), client.Mode(client.Modern), client.Lend)
	require.NoError(t, err)
	lines := bufio.NewReader(toServer)
	line := func() string {
		text, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.True(t, json.Valid([]byte(text)), "%.80s", text)
		return text
	}
	connected := make(chan error, 1)
	go func() { connected <- c.Connect(t.Context()) }()
	require.Contains(t, line(), `"method":"server/discover"`)
	fmt.Fprintf(fromServer, `{"jsonrpc":"2.0","id":1,"result":%s}`+"\n", discovered)
	require.NoError(t, <-connected)
	long := strings.Repeat("x", 200<<10)
	for i := range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		out := spawn(func() (*protocol.CallToolResult, error) {
			return c.CallTool(ctx, fmt.Sprint("echo", i), map[string]any{"text": long})
		})
		for c.Pending() == 0 {
			runtime.Gosched()
		}
		if i == 0 { // the pipe has taken a part of this one, and no more fits
			_, err := lines.Peek(1)
			require.NoError(t, err)
		}
		cancel()
		require.ErrorIs(t, (<-out).err, client.ErrCancelled)
	}
	for _, want := range []string{long, `"method":"notifications/cancelled","params":{"requestId":2}`} {
		require.Contains(t, line(), want)
	}
	fromServer.Close()
	require.NoError(t, c.Close())
	rest, err := lines.ReadString('\n')
	require.ErrorIs(t, err, io.EOF)
	require.Empty(t, rest)
	toServer.Close()
	goleak.VerifyNone(t, running)
}
