package fuzz

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// written is a line of the client's.
type written struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Meta      map[string]json.RawMessage `json:"_meta"`
		RequestID json.RawMessage            `json:"requestId"`
	} `json:"params"`
}

func (w *written) modern() bool { return w.Params.Meta[protocol.KeyProtocolVersion] != nil }

// checkWritten follows what the client wrote from the probe on.
func checkWritten(t *testing.T, s *speech, c *client.Client) {
	ids, cancelled := map[string]string{}, map[string]bool{}
	shaken, told := false, false // initialize was sent; notifications/initialized was sent
	for _, line := range naive(s.heard.Bytes()) {
		var w written
		require.NoError(t, json.Unmarshal(line, &w), "%q", line)
		require.Equal(t, "2.0", w.JSONRPC, "%q", line)
		switch {
		case w.Method == "":
			require.NotNil(t, w.ID, "an answer has the id of what it answers: %q", line)
			require.NotEqual(t, protocol.Modern, c.Era(), "%q goes to a modern server", line)
		case w.Method == protocol.NotificationCancelled:
			id := string(w.Params.RequestID)
			require.Contains(t, ids, id, "it was never asked: %q", line)
			require.NotEqual(t, protocol.MethodInitialize, ids[id], "initialize is never cancelled")
			require.False(t, cancelled[id], "cancelled twice: %q", line)
			cancelled[id] = true
		case w.Method == protocol.NotificationInitialized:
			require.True(t, shaken && !told, "%q", line)
			told = true
		case w.ID != nil:
			require.NotContains(t, ids, string(w.ID), "an id is used again: %q", line)
			ids[string(w.ID)] = w.Method
			require.True(t, w.modern() != (told || w.Method == protocol.MethodInitialize || w.Method == protocol.MethodPing), "the wrong era: %q", line)
			shaken = shaken || w.Method == protocol.MethodInitialize
		}
	}
}

// checkSkipped: every line that is no object is counted as long as the connection
// holds, and nothing else than what is no message.
func checkSkipped(t *testing.T, s *speech, c *client.Client) {
	junk, most := 0, 0
	for _, line := range s.lines[:s.said] {
		for _, l := range naiveLines(line, limits.MaxLine) {
			f := factsOf(l, 1000)
			if f.blank || l.long {
				continue
			}
			most++
			if f.unreadable || f.kind != '{' {
				junk++
			}
		}
	}
	require.LessOrEqual(t, c.Skipped(), most)
	if c.Era() != 0 { // it was never lost, and so everything was read
		require.GreaterOrEqual(t, c.Skipped(), junk)
	}
}
