package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// A world is a client whose callers read, a server that answers when it is told
// to, and the calls between them.
type world struct {
	*rapid.T
	c     *client.Client
	p     *peer
	calls []*worldCall
	owed  []string // lines that the server still has to write, perhaps begun
	told  int      // notifications that were written whole
	heard chan string
}

type worldCall struct {
	out    result
	cancel context.CancelFunc
	n      int
	id     string
	gone   bool // the caller had enough
	done   bool // its answer was written whole
}

func (w *world) call() {
	ctx, cancel := context.WithCancel(context.Background())
	n := len(w.calls)
	call := &worldCall{cancel: cancel, n: n}
	var opts []client.CallOption
	if rapid.Bool().Draw(w.T, "short") {
		opts = append(opts, client.Timeout(time.Minute))
	}
	call.out = spawn(func() (*protocol.CallToolResult, error) {
		return w.c.CallTool(ctx, "echo", map[string]any{"n": n}, opts...)
	})
	for call.id == "" { // what is cancelled is not of interest here
		l := <-w.p.lines
		if l.Method == "tools/call" {
			call.id = string(l.ID)
		}
	}
	w.calls = append(w.calls, call)
}

// write writes some of what is owed.
func (w *world) write() {
	if len(w.owed) == 0 {
		return
	}
	n := rapid.IntRange(1, len(w.owed[0])).Draw(w.T, "bytes")
	if rapid.Bool().Draw(w.T, "whole") {
		n = len(w.owed[0])
	}
	io.WriteString(w.p.out, w.owed[0][:n])
	if w.owed[0] = w.owed[0][n:]; w.owed[0] == "" {
		w.owed = w.owed[1:]
	}
}

func (w *world) answer() {
	if i := w.pick(); i >= 0 && !w.calls[i].done {
		w.calls[i].done = true
		w.owed = append(w.owed, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%d"}]}}`+"\n", w.calls[i].id, i))
	}
}

func (w *world) pick() int {
	if len(w.calls) == 0 {
		return -1
	}
	return rapid.IntRange(max(0, len(w.calls)-4), len(w.calls)-1).Draw(w.T, "which")
}

func (w *world) step() {
	switch rapid.SampledFrom([]string{"call", "call", "answer", "answer", "write", "write", "write", "cancel", "notify", "wait", "late"}).Draw(w.T, "op") {
	case "call":
		w.call()
	case "answer":
		w.answer()
	case "write":
		w.write()
	case "cancel":
		if i := w.pick(); i >= 0 {
			w.calls[i].gone = true
			w.calls[i].cancel()
		}
	case "notify":
		w.told++
		w.owed = append(w.owed, `{"jsonrpc":"2.0","method":"acme/news"}`+"\n")
	case "wait":
		time.Sleep(rapid.SampledFrom([]time.Duration{client.Idle / 2, client.Idle, 5 * client.Idle}).Draw(w.T, "for"))
	case "late": // beyond the short time limits
		time.Sleep(time.Minute)
		for _, call := range w.calls {
			call.gone = true
		}
	}
	if rapid.Bool().Draw(w.T, "settle") {
		synctest.Wait()
	}
}

// finish has the server write all that is owed, and looks at what everybody got.
func (w *world) finish(t *testing.T) {
	for i := range w.calls {
		if call := w.calls[i]; !call.done {
			call.done = true
			w.owed = append(w.owed, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%d"}]}}`+"\n", call.id, i))
		}
	}
	for _, l := range w.owed {
		io.WriteString(w.p.out, l)
	}
	for i, call := range w.calls {
		o := <-call.out
		if o.err == nil {
			require.Equal(t, fmt.Sprint(i), o.value.Content[0].Text)
			continue
		}
		require.True(t, call.gone, "%v", o.err)
		require.True(t, errors.Is(o.err, client.ErrCancelled) || errors.Is(o.err, client.ErrTimeout), "%v", o.err)
	}
	for range w.told {
		require.Equal(t, "acme/news", <-w.heard)
	}
	for _, call := range w.calls {
		call.cancel()
	}
}

// Whatever the order of calls, answers, cancels, time limits, notifications and
// pauses, and wherever the server's bytes are cut: every caller hears of its
// call exactly once, with its own answer unless it had enough; every
// notification arrives; and nothing hangs, or the bubble would be stuck.
func TestAnyOrderWhileCallersRead(t *testing.T) {
	read := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		inLentBubble(t, func(t *testing.T) {
			w := &world{T: rt, heard: make(chan string, 1000)}
			w.c, w.p = connect(t, modern, client.RequestTimeout(time.Hour), client.OnNotification(func(n client.Notification) { w.heard <- n.Method }))
			for range rapid.IntRange(1, 40).Draw(rt, "steps") {
				w.step()
				read[w.c.Reader()]++
			}
			w.finish(t)
		})
	})
	require.Positive(t, read["caller"])
	require.Positive(t, read["nobody"])
	require.Positive(t, read["resident"])
}
