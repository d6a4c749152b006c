package kiln

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

const (
	envelope = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	hello    = `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + declared + `,"clientInfo":{"name":"c","version":"1"}}}`
	discover = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + envelope + `}}`
	list     = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + envelope + `}}`
	listen   = `{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["mem://doc","test://counter"]},` + envelope + `}}`
	stall    = "" // nobody reads from here on
)

func tool(id int, name, more string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s"%s}}`, id, name, more)
}

// A setting does what its line in the usage says: what is heard with it is not
// heard without it, and the other way round.
func TestSettingsDoWhatTheySay(t *testing.T) {
	modern := "," + envelope
	shown := map[string]struct {
		says          []string
		with, without string // "" for nothing that could be told apart
		end           time.Duration
	}{
		"policy=concurrent":                     {[]string{list, hello}, `"protocolVersion":"2025-11-25"`, `-32022`, 0},
		"max_subscriptions=0":                   {[]string{listen}, `-32603`, `acknowledged`, 0},
		"max_buffered_events=1":                 {[]string{listen, stall, list, tool(3, "touch", modern), tool(4, "touch_resource", modern)}, `cannot keep up`, `"uri":"mem://doc"`, 0},
		"listen=off":                            {[]string{listen}, `-32601`, `acknowledged`, 0},
		"modern_versions=2027-05-05,2026-07-28": {[]string{discover}, `"supportedVersions":["2027-05-05","2026-07-28"]`, `"supportedVersions":["2026-07-28"]`, 0},
		"legacy_cancel=silent":                  {[]string{hello, tool(3, "park", ""), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`}, "", `"id":3,"error":{"code":0,`, 0},
		"prompts_list_changed=off":              {[]string{hello}, `"prompts":{}`, `"prompts":{"listChanged":true}`, 0},
		"legacy_mrtr_shim=off":                  {[]string{hello, tool(3, "ask_color", "")}, `"id":3,"error":{"code":-32603`, `elicitation/create`, 0},
		"discover_grace=on":                     {[]string{discover, hello}, `"protocolVersion":"2025-11-25"`, `-32022`, 0},
		"max_line_bytes=100":                    {[]string{tool(3, "echo", `,"arguments":{"text":"`+strings.Repeat("x", 100)+`"}`+modern)}, `-32600`, `xxx`, 0},
		"drain_ms=300":                          {[]string{tool(3, "park_stubborn", modern)}, "", "", 300 * time.Millisecond},
	}
	keysShown := map[string]bool{}
	for set, c := range shown {
		key, _, _ := strings.Cut(set, "=")
		keysShown[key] = true
		with, end := play(t, c.says, set)
		without, usual := play(t, c.says)
		require.Contains(t, with, c.with, set)
		require.Contains(t, without, c.without, set)
		require.False(t, c.without != "" && strings.Contains(with, c.without), "%s: %s", set, with)
		require.False(t, c.with != "" && strings.Contains(without, c.with), "%s: %s", set, without)
		if c.end != 0 {
			require.Equal(t, c.end, end, set)
			require.Equal(t, time.Second, usual, set)
		}
	}
	require.ElementsMatch(t, keys(), slices.Collect(maps.Keys(keysShown)), "every key is shown")
	for _, set := range []string{"policy=first-frame", "max_subscriptions=100", "max_buffered_events=256", "listen=on", "modern_versions=2026-07-28", "legacy_cancel=answer",
		"prompts_list_changed=on", "legacy_mrtr_shim=on", "discover_grace=off", "max_line_bytes=4194304", "drain_ms=1000"} { // the defaults, in words
		key, _, _ := strings.Cut(set, "=")
		for other, c := range shown {
			if strings.HasPrefix(other, key+"=") {
				with, end := play(t, c.says, set)
				without, usual := play(t, c.says)
				require.Equal(t, without, with, set)
				require.Equal(t, usual, end, set)
			}
		}
	}
}

// play says lines to a fixture of these settings and returns what came back, and
// how long its end took.
func play(t *testing.T, says []string, set ...string) (heard string, end time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		var settings Settings
		for _, s := range set {
			require.NoError(t, settings.Set(s))
		}
		in, client := io.Pipe()
		out := new(reader)
		k := New(settings, nil)
		conn, err := k.Server.Open(t.Context(), server.Over(in, out))
		require.NoError(t, err)
		for _, line := range says {
			if line == stall {
				out.gate = make(chan struct{})
				continue
			}
			_, err := io.WriteString(client, line+"\n")
			require.NoError(t, err)
			synctest.Wait()
		}
		if out.gate != nil {
			close(out.gate)
			synctest.Wait()
		}
		heard = out.text.String()
		begun := time.Now()
		require.NoError(t, client.Close())
		require.NoError(t, conn.Wait())
		end = time.Since(begun)
		k.Release("3") // a stubborn handler
	})
	return heard, end
}

// reader is a client that reads nothing while it has a gate that is shut.
type reader struct {
	gate chan struct{}
	text strings.Builder
}

func (r *reader) Write(p []byte) (int, error) {
	if r.gate != nil {
		<-r.gate
	}
	return r.text.Write(p)
}
