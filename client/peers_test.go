package client_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// The servers that others wrote are where ERALOCK_PEERS says; ERALOCK_BIN is the
// eralock command, and ERALOCK_RECORD a command that writes down what passes, to
// be put before a server's. make interop sets them.
const (
	peersEnv  = "ERALOCK_PEERS"
	binEnv    = "ERALOCK_BIN"
	recordEnv = "ERALOCK_RECORD"
	runEnv    = "ERALOCK_PEERS_RUN"
)

const (
	grace = 20 * time.Second // more than anything takes that goes well
	slow  = 3 * time.Second
)

// A stranger is a server that others wrote.
type stranger struct {
	name    string
	command []string
	legacy  bool   // it speaks no other era
	doc     string // a resource with updates
	touch   string // the tool that updates it

	// What it is known to do wrong.

	lateProgress bool // progress comes behind the result
	unstamped    bool // events do not say which listen they are for
	noWatch      bool // on legacy it tells of no updates
}

func strangers(t *testing.T) []stranger {
	dir := os.Getenv(peersEnv)
	if dir == "" {
		t.Skip(peersEnv + " names no folder with peers")
	}
	in := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	all := []stranger{
		{name: "typescript 2.4.0", command: []string{"node", in("ts", "server.mjs"), "--quiet"}, doc: "test://counter", touch: "touch_resource"},
		{name: "typescript 1.32.2", command: []string{"node", in("ts", "server-v1.mjs")}, legacy: true},
		{name: "python 2.3.0", command: []string{in("python", "bin", "python"), filepath.Join("..", ".ci", "interop.d", "server.py")},
			doc: "test://counter", touch: "touch_resource", noWatch: true},
		{name: "go-sdk 1.8.0", command: []string{in("bin", "gosdk-server")}, doc: "mem://doc", touch: "touch"},
		{name: "mcp-go 1.2.1", command: []string{in("bin", "mcpgo-server")}, doc: "mem://doc", touch: "touch",
			lateProgress: true, unstamped: true},
	}
	if bin := os.Getenv(binEnv); bin != "" {
		all = append(all, stranger{name: "kiln", command: []string{bin, "serve"}, doc: "mem://doc", touch: "touch"})
	}
	return all
}

func TestPeers(t *testing.T) {
	for _, s := range strangers(t) {
		for _, mode := range []model.Mode{client.Auto, client.Modern, client.Legacy} {
			name := fmt.Sprintf("%s/%v", s.name, mode)
			if s.legacy && mode == client.Modern {
				t.Run(name+"/refused", func(t *testing.T) { refused(t, s) })
				continue
			}
			t.Run(name, func(t *testing.T) { acquaint(t, s, mode) })
		}
	}
}

// refused meets a legacy server without the fallback.
func refused(t *testing.T, s stranger) {
	start, left := s.start()
	_, err := client.Connect(t.Context(), start, client.Mode(client.Modern))
	require.ErrorIs(t, err, client.ErrLegacyServer)
	require.Empty(t, left(t))
}

// acquaint goes through all that a host does with a server.
func acquaint(t *testing.T, s stranger, mode model.Mode) {
	start, left := s.start()
	h := &host{stranger: s}
	step := func(name string, do func(t *testing.T)) { t.Run(name, do) }
	step("probe", func(t *testing.T) {
		c, err := client.Connect(t.Context(), start, client.Mode(mode), client.OnNotification(h.notified),
			client.RequestTimeout(time.Minute), client.Graces(grace, grace))
		require.NoError(t, err)
		h.Client = c
		era := protocol.Modern
		if s.legacy || mode == client.Legacy {
			era = protocol.Legacy
		}
		require.Equal(t, era, c.Era())
		require.NotEmpty(t, c.ServerInfo().Name)
	})
	if h.Client == nil {
		return
	}
	defer h.Close()
	step("list", h.list)
	step("progress", h.progress)
	step("listen", h.listen)
	step("subscribe", h.watch)
	step("cancel", h.cancel)
	step("close", func(t *testing.T) {
		begun := time.Now()
		require.NoError(t, h.Close())
		require.Less(t, time.Since(begun), grace, "it had to be ended by a signal")
	})
	step("no child left", func(t *testing.T) { require.Empty(t, left(t)) })
}

// start returns the server's command, and what lists those of its processes
// that live: they all carry a mark in their environment.
func (s stranger) start() (start client.Server, left func(t *testing.T) []string) {
	mark := runEnv + "=" + rand.Text()
	command := append(strings.Fields(os.Getenv(recordEnv)), s.command...)
	start = client.CommandFunc(func() *exec.Cmd {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Env = append(os.Environ(), mark)
		return cmd
	})
	return start, func(t *testing.T) (alive []string) {
		if runtime.GOOS != "linux" {
			t.Skip("processes are looked up in /proc")
		}
		environs, err := filepath.Glob("/proc/[0-9]*/environ")
		require.NoError(t, err)
		for _, file := range environs {
			b, err := os.ReadFile(file)
			if err == nil && slices.Contains(strings.Split(string(b), "\x00"), mark) {
				name, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
				alive = append(alive, strings.ReplaceAll(string(name), "\x00", " "))
			}
		}
		return alive
	}
}

// A host is who uses the client.
type host struct {
	*client.Client
	stranger

	mu    sync.Mutex
	notes []string
}

func (h *host) notified(n client.Notification) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notes = append(h.notes, n.Method)
}

// heard counts the notifications of a method so far.
func (h *host) heard(method string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.notes {
		if m == method {
			n++
		}
	}
	return n
}

func (h *host) call(t *testing.T, name string, args map[string]any, opts ...client.CallOption) string {
	t.Helper()
	r, err := h.CallTool(t.Context(), name, args, opts...)
	require.NoError(t, err)
	require.False(t, r.IsError, r.Content)
	require.NotEmpty(t, r.Content)
	return r.Content[0].Text
}

func (h *host) names(t *testing.T) (names []string) {
	t.Helper()
	tools, err := h.ListTools(t.Context())
	require.NoError(t, err)
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}

func (h *host) list(t *testing.T) {
	require.Subset(t, h.names(t), []string{"echo", "slow", "progress", "add_tool"})
	for _, text := range []string{"hello", "héllo ✓ 𝄞", "a\nb\u2028c", strings.Repeat("x", 200_000)} {
		require.Equal(t, text, h.call(t, "echo", map[string]any{"text": text}))
	}
	resources, err := h.ListResources(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, resources)
	read, err := h.ReadResource(t.Context(), resources[0].URI)
	require.NoError(t, err)
	require.NotEmpty(t, read.Contents)
	prompts, err := h.ListPrompts(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, prompts)
}

func (h *host) progress(t *testing.T) {
	var seen []float64
	h.call(t, "progress", map[string]any{}, client.OnProgress(func(p protocol.ProgressParams) {
		seen = append(seen, p.Progress)
	}))
	if h.lateProgress {
		require.Subset(t, []float64{1, 2, 3}, seen)
		h.eventually(t, func() bool { return h.heard(protocol.NotificationProgress) == 3 })
		return
	}
	require.Equal(t, []float64{1, 2, 3}, seen)
}

// listen hears of a new tool and of an update, and of nothing after its end.
func (h *host) listen(t *testing.T) {
	added := "by_eralock_" + strings.ToLower(rand.Text())
	if h.Era() == protocol.Legacy {
		before := h.heard(protocol.NotificationToolsListChanged)
		h.call(t, "add_tool", map[string]any{"name": added})
		h.eventually(t, func() bool { return h.heard(protocol.NotificationToolsListChanged) > before })
		require.Contains(t, h.names(t), added)
		return
	}
	filter := protocol.Filter{ToolsListChanged: true, ResourceSubscriptions: []string{h.doc}}
	sub, err := h.Listen(t.Context(), filter)
	require.NoError(t, err)
	require.Equal(t, filter, sub.Filter())
	h.call(t, "add_tool", map[string]any{"name": added})
	h.event(t, sub, client.Event{Method: protocol.NotificationToolsListChanged})
	h.call(t, h.touch, map[string]any{})
	h.event(t, sub, client.Event{Method: protocol.NotificationResourcesUpdated, URI: h.doc})
	require.Contains(t, h.names(t), added)
	require.NoError(t, sub.Close())
	require.Equal(t, client.EndedClosed, sub.End())
	h.call(t, h.touch, map[string]any{})
	_, err = sub.Next(t.Context())
	require.ErrorIs(t, err, client.ErrEnded)
}

// event waits for what sub is to hear. Nobody knows whom an unstamped one is for.
func (h *host) event(t *testing.T, sub *client.Subscription, want client.Event) {
	t.Helper()
	if h.unstamped {
		h.eventually(t, func() bool { return h.heard(want.Method) > 0 })
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), grace)
	defer cancel()
	event, err := sub.Next(ctx)
	require.NoError(t, err)
	require.Equal(t, want, event)
}

// watch subscribes to a resource in the one way for both eras.
func (h *host) watch(t *testing.T) {
	if h.doc == "" {
		t.Skip("it has no updates")
	}
	err := h.SubscribeResource(t.Context(), h.doc)
	if h.noWatch && h.Era() == protocol.Legacy {
		require.ErrorIs(t, err, client.ErrCapability)
		return
	}
	require.NoError(t, err)
	before := h.heard(protocol.NotificationResourcesUpdated)
	h.call(t, h.touch, map[string]any{})
	h.eventually(t, func() bool { return h.heard(protocol.NotificationResourcesUpdated) > before })
	require.NoError(t, h.UnsubscribeResource(t.Context(), h.doc))
}

func (h *host) eventually(t *testing.T, is func() bool) {
	t.Helper()
	require.Eventually(t, is, grace, 5*time.Millisecond)
}

// cancel gives up a call, and many at once among others that go on.
func (h *host) cancel(t *testing.T) {
	giveUp := func(after time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		_, err := h.CallTool(ctx, "slow", map[string]any{"ms": slow.Milliseconds()})
		return err
	}
	require.ErrorIs(t, giveUp(200*time.Millisecond), client.ErrCancelled)
	require.Equal(t, "alive", h.call(t, "echo", map[string]any{"text": "alive"}))

	failures := make(chan error, 20)
	for i := range cap(failures) {
		go func() {
			if i%2 == 0 {
				failures <- giveUp(100 * time.Millisecond)
				return
			}
			_, err := h.CallTool(t.Context(), "echo", map[string]any{"text": fmt.Sprint(i)})
			failures <- err
		}()
	}
	var cancelled int
	for range cap(failures) {
		if err := <-failures; err != nil {
			require.ErrorIs(t, err, client.ErrCancelled)
			cancelled++
		}
	}
	require.Equal(t, cap(failures)/2, cancelled)
	require.Zero(t, h.Pending())
}
