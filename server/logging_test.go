package server_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// Log messages at or above the level of their own request, and of no other, with
// no subscription's id, while a listen is open: S-LOG-2, S-LOG-4, S-LOG-5,
// S-META-15, S-SUB-11, S-LLOG-2.
func TestLogLevels(t *testing.T) {
	levels := []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}
	fill := func(g *rig) {
		g.tool("siren", func(_ context.Context, req *server.Request) (string, error) {
			for _, name := range levels {
				level, ok := protocol.ParseLevel(name)
				require.True(t, ok)
				require.NoError(t, req.Log(level, "x"))
			}
			return "done", req.Progress(1, 0, "")
		})
	}
	eras(t, nil, fill, func(g *rig, more string) {
		at := func(level string) []string {
			if more == "" {
				require.Equal(g.t, `{"jsonrpc":"2.0","id":1,"result":{}}`, g.answer(request("logging/setLevel", `"level":"`+level+`"`)).line)
				g.say(call("2", "siren", ""))
			} else {
				g.say(call("2", "siren", `,"_meta":{"io.modelcontextprotocol/logLevel":"`+level+`","progressToken":7,`+strings.TrimPrefix(more, `,"_meta":{`)))
			}
			return g.hear()
		}
		if more != "" {
			g.answer(request("subscriptions/listen", `"notifications":{"toolsListChanged":true}`+more))
			g.say(call("2", "siren", more))
			require.Len(g.t, g.hear(), 1, "no level, no message")
		}
		for i, level := range levels {
			heard := at(level)
			told := 0
			for _, line := range heard {
				require.NotContains(g.t, line, "subscriptionId")
				if strings.Contains(line, "notifications/message") {
					require.Contains(g.t, line, `"level":"`+levels[i+told]+`"`)
					told++
				}
			}
			require.Equal(g.t, len(levels)-i, told, level)
		}
		if more == "" {
			require.Equal(g.t, -32602, g.answer(request("logging/setLevel", `"level":"loud"`)).code(g.t))
		} else {
			require.Equal(g.t, -32602, g.answer(call("2", "siren", `,"_meta":{"io.modelcontextprotocol/logLevel":"loud",`+strings.TrimPrefix(more, `,"_meta":{`))).code(g.t), "S-LOG-6")
		}
	})
}
