package client_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// The cases that need more than a pipe, by their ids. What a case says beside
// what its pipe shows is here, too.

// C034: without a limit of its own the probe has that of a request.
func TestC034ProbeTimeoutIsTheRequestTimeout(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		begun := time.Now()
		connect(t, func(p *peer) {
			p.next("server/discover")
			p.next("notifications/cancelled")
			l := p.next("initialize")
			require.Equal(t, 20*time.Second, time.Since(begun))
			p.result(l.ID, initialized)
			p.next("notifications/initialized")
		}, client.RequestTimeout(20*time.Second), client.CancelProbe(true))
	})
}

// C069: a probe that cannot be written is a lost connection, and says nothing
// about the era: nothing is initialised, nothing started again.
func TestC069ProbeThatCannotBeWritten(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		p, server := newPeer(t)
		p.in.Close()
		c, err := client.New(server)
		require.NoError(t, err)
		err = c.Connect(t.Context())
		require.ErrorAs(t, err, new(*client.ConnectionLostError))
		require.ErrorContains(t, err, "takes no input")
		require.Zero(t, c.Era())
		p.exit()
		require.NoError(t, c.Close())
	})
}

// C079: a verdict that cannot be used is refused before anything is started.
func TestC079MalformedVerdict(t *testing.T) {
	server, pids := ourServer(t, "")
	for _, v := range []client.Verdict{{Era: 9}, {Era: protocol.Modern}} {
		c, err := client.New(server, client.Prior(v))
		if err == nil {
			_, err = echo(t.Context(), c)()
			c.Close()
		}
		require.ErrorIs(t, err, client.ErrArgument)
	}
	require.Empty(t, pids())
}

// C104: what a caller hands in is the caller's.
func TestC104ArgumentsAreNotTouched(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			arguments := map[string]any{"text": "hi", "nested": map[string]any{"a": 1}}
			params := map[string]any{"name": "echo", "arguments": arguments, "_meta": map[string]any{"own": 1, "io.modelcontextprotocol/protocolVersion": "x"}}
			meta := protocol.Meta(`{"traceparent":"00-1"}`)
			for _, f := range []func() error{
				func() error {
					_, err := c.CallTool(t.Context(), "echo", arguments, client.Meta(meta), client.OnProgress(func(protocol.ProgressParams) {}))
					return err
				},
				func() error { _, err := c.Raw(t.Context(), "tools/call", params, client.Meta(meta)); return err },
			} {
				out := does(f)
				p.result(p.next("tools/call").ID, echoed)
				require.NoError(t, (<-out).err)
			}
			require.Equal(t, map[string]any{"text": "hi", "nested": map[string]any{"a": 1}}, arguments)
			require.Equal(t, map[string]any{"name": "echo", "arguments": arguments, "_meta": map[string]any{"own": 1, "io.modelcontextprotocol/protocolVersion": "x"}}, params)
			require.Equal(t, `{"traceparent":"00-1"}`, string(meta))
		})
	}
}

// C137: two requests that are refused toward different versions are sent twice
// at most, and both come to an end.
func TestC137RefusedTowardDifferentVersions(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.result(p.next("server/discover").ID, `{"supportedVersions":["2027-05-05","2026-07-28"]}`)
		}, client.ModernVersions("2027-05-05", "2026-07-28"))
		a, b := callNamed(t.Context(), c, "a"), callNamed(t.Context(), c, "b")
		sent := map[string]int{}
		both := []line{p.next("tools/call"), p.next("tools/call")} // in flight together
		for _, l := range both {
			sent[l.Params.Name]++
			p.fail(l.ID, refusedToward(l.Params.Name))
		}
		for ended := 0; ended < 2; {
			select {
			case l := <-p.lines:
				sent[l.Params.Name]++
				p.fail(l.ID, refusedToward(l.Params.Name))
			case o := <-a:
				ended++
				require.ErrorAs(t, o.err, new(*client.VersionError))
			case o := <-b:
				ended++
				require.ErrorAs(t, o.err, new(*client.VersionError))
			}
		}
		require.LessOrEqual(t, sent["a"], 2)
		require.LessOrEqual(t, sent["b"], 2)
		require.Zero(t, c.Pending())
	})
}

// C137: neither does one that is refused toward another version each time go
// round, nor does one that was refused make the other give up that was sent
// before: both go out again, and that is all.
func TestC137RefusedAgain(t *testing.T) {
	both := func(p *peer) {
		p.result(p.next("server/discover").ID, `{"supportedVersions":["2027-05-05","2026-07-28"]}`)
	}
	toward := func(l line, version string) string {
		require.NotEqual(t, version, l.version())
		return `{"code":-32022,"message":"x","data":{"supported":["` + version + `"]}}`
	}
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, both, client.ModernVersions("2027-05-05", "2026-07-28"))
		out := callNamed(t.Context(), c, "a")
		l := p.next("tools/call")
		p.fail(l.ID, toward(l, "2026-07-28"))
		l = p.next("tools/call")
		p.fail(l.ID, toward(l, "2027-05-05"))
		require.ErrorAs(t, (<-out).err, new(*client.VersionError))
		p.quiet()
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, both, client.ModernVersions("2027-05-05", "2026-07-28"))
		a, b := callNamed(t.Context(), c, "a"), callNamed(t.Context(), c, "b")
		for _, l := range []line{p.next("tools/call"), p.next("tools/call")} { // in flight together
			p.fail(l.ID, toward(l, "2026-07-28"))
		}
		for range 2 {
			l := p.next("tools/call")
			require.Equal(t, "2026-07-28", l.version())
			p.result(l.ID, echoed)
		}
		require.NoError(t, (<-a).err)
		require.NoError(t, (<-b).err)
	})
}

func refusedToward(name string) string {
	version := map[string]string{"a": "2026-07-28", "b": "2027-05-05"}[name]
	return `{"code":-32022,"message":"x","data":{"supported":["` + version + `"]}}`
}

// C165: an acknowledgement that comes before the write of its listen has
// returned is not lost.
func TestC165AcknowledgementBeforeTheWriteReturns(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		toClient, fromServer := io.Pipe()
		p := &peer{t: t, out: fromServer}
		server := client.Over(toClient, writerFunc(func(b []byte) (int, error) {
			switch {
			case bytes.Contains(b, []byte("server/discover")):
				p.result([]byte("1"), discovered)
			case bytes.Contains(b, []byte("subscriptions/listen")):
				p.send(`"method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},%s}`, stampOf([]byte("2")))
				synctest.Wait() // it is read, and this write has not returned
			}
			return len(b), nil
		}))
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		sub, err := c.Listen(t.Context(), protocol.Filter{ToolsListChanged: true}, client.Timeout(time.Second))
		require.NoError(t, err)
		require.True(t, sub.Filter().ToolsListChanged)
		fromServer.Close()
		require.NoError(t, c.Close())
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// C180: a subscription that is given up while the write of its listen is
// blocked is cancelled after the listen, once.
func TestC180CancelFollowsTheListen(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := stalled(t)
		ctx, cancel := context.WithCancel(t.Context())
		out := spawn(func() (*client.Subscription, error) { return c.Listen(ctx, everything) })
		synctest.Wait() // its write is blocked
		cancel()
		require.ErrorIs(t, (<-out).err, client.ErrCancelled)
		go p.read()
		l := p.next("subscriptions/listen")
		require.Equal(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
		p.quiet()
		go p.gone()
		require.NoError(t, c.Close())
	})
}

// stalled is a client whose server has answered the probe and reads no more,
// until somebody runs read.
func stalled(t *testing.T) (*client.Client, *peer) {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	p := &peer{t: t, in: toServer, out: fromServer, lines: make(chan line, 64)}
	go func() {
		toServer.Read(make([]byte, 4096))
		p.result([]byte("1"), discovered)
	}()
	c, err := client.Connect(t.Context(), client.Over(toClient, fromClient))
	require.NoError(t, err)
	return c, p
}

// C199: a request that was not written when its process was lost is written
// once, to the next one. Ids are taken when a request is written: there is none
// that could be left over.
func TestC199RequestAcrossARestart(t *testing.T) {
	lines := filepath.Join(t.TempDir(), "lines")
	server, pids := ourServer(t, "wedged lines="+lines)
	c, err := client.Connect(t.Context(), server)
	require.NoError(t, err)
	long := spawn(func() (*protocol.CallToolResult, error) { // more than a pipe holds: its write is blocked
		return c.CallTool(t.Context(), "echo", map[string]string{"text": strings.Repeat("x", 4<<20)})
	})
	require.Eventually(t, func() bool { return c.Pending() == 1 }, time.Minute, time.Millisecond)
	behind := callNamed(t.Context(), c, "park", client.OnProgress(func(protocol.ProgressParams) {}))
	require.Eventually(t, func() bool { return c.Pending() == 2 }, time.Minute, time.Millisecond)
	kill(t, pids()[0])
	require.ErrorAs(t, (<-long).err, new(*client.ConnectionLostError))
	_, err = echo(t.Context(), c)() // behind it
	require.NoError(t, err)
	require.NoError(t, c.Close())
	require.ErrorIs(t, (<-behind).err, client.ErrClosed)
	text, err := os.ReadFile(lines)
	require.NoError(t, err)
	second := string(text)[strings.LastIndex(string(text), "server/discover"):]
	require.Equal(t, 1, strings.Count(string(text), `"name":"park"`), "%s", text)
	id := regexp.MustCompile(`"id":(\d+),"method":"tools/call","params":{"name":"park"`).FindStringSubmatch(second)
	require.NotNil(t, id, second)
	require.Contains(t, second, `"progressToken":`+id[1], "what is in it goes with it")
	require.Len(t, pids(), 2)
	requireGone(t, pids())
}

// C201: a server that has closed its input and stays: the call is lost, nothing
// waits, and the process is made to go.
func TestC201BrokenPipe(t *testing.T) {
	leavesNothing(t, "shut", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server, client.Graces(50*time.Millisecond, 50*time.Millisecond), client.Restart(false))
		require.NoError(t, err)
		_, err = echo(t.Context(), c)()
		lost := new(client.ConnectionLostError)
		require.ErrorAs(t, err, &lost)
		require.ErrorContains(t, err, "takes no input")
		require.Zero(t, c.Pending())
		require.NoError(t, c.Close())
	})
}

// C205: a caller who cancels while the pipe is full returns at once; the cancel
// follows the whole line of the request.
func TestC205CancelWhileThePipeIsFull(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := stalled(t)
		ctx, cancel := context.WithCancel(t.Context())
		long := strings.Repeat("x", 1<<20)
		out := spawn(func() (*protocol.CallToolResult, error) {
			return c.CallTool(ctx, "echo", map[string]string{"text": long})
		})
		synctest.Wait() // half of the line is written
		cancel()
		o := <-out
		require.ErrorIs(t, o.err, client.ErrCancelled)
		require.Zero(t, o.after)
		go p.read()
		l := p.next("tools/call")
		require.Contains(t, l.text, long)
		require.Equal(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
		p.quiet()
		go p.gone()
		require.NoError(t, c.Close())
	})
}
