package fuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/properties"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

func fuzzServer(options ...server.Option) *server.Server {
	options = append(options, server.WithMaxLineBytes(limits.MaxLine), server.WithMaxSubscriptions(3))
	s := server.New(protocol.Implementation{Name: "fuzz", Version: "1"}, options...)
	server.AddTool(s, protocol.Tool{Name: "echo", Description: "echoes"},
		func(_ context.Context, req *server.Request, in struct {
			Text string `json:"text,omitempty"`
		}) (string, error) {
			return in.Text, req.Progress(1, 0, in.Text)
		})
	server.AddTool(s, protocol.Tool{Name: "wait", Description: "waits"},
		func(ctx context.Context, _ *server.Request, _ map[string]any) (string, error) {
			select {
			case <-ctx.Done():
				return "", ctx.Err()
			case <-time.After(moment):
				return "waited", nil
			}
		})
	return s
}

// asked collects the ids that a client's bytes asked with.
func asked(data []byte) map[string]int {
	ids := map[string]int{}
	all, _ := lines(bytes.NewReader(data))
	p := wire.NewParser(limits)
	for _, l := range all {
		var f wire.Frame
		p.Parse(l, &f)
		note(ids, f.AnswerID())
		if !l.Long {
			for e := range wire.Elements(l.Text) {
				p.Parse(wire.Line{Text: e}, &f)
				note(ids, f.AnswerID())
			}
		}
	}
	return ids
}

func note(ids map[string]int, raw []byte) {
	if key, ok := wire.CanonicalID(raw, nil); ok {
		ids[string(key)]++
	}
}

func FuzzServer(f *testing.F) {
	hello := properties.Sample{Class: model.ClassInitialize, ID: "0"}.Line()
	for c := range model.Classes {
		line := properties.Sample{Class: model.Class(c), ID: "7", Tool: "wait", Token: `"t"`}.Line()
		f.Add(line)
		f.Add(bytes.Join([][]byte{hello, line, properties.Sample{Class: model.ClassCancelled, ID: "7"}.Line(), line}, nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		inBubble(t, func(t *testing.T) {
			var out bytes.Buffer
			start := time.Now()
			require.NoError(t, fuzzServer().Serve(context.Background(), server.Over(bytes.NewReader(data), &out)))
			require.LessOrEqual(t, time.Since(start), 2*time.Second, "the drain is bounded")
			checkOutput(t, out.Bytes(), asked(data))
		})
	})
}

// checkOutput: one message a line, and never more answers to an id than it was
// asked with.
func checkOutput(t *testing.T, out []byte, asked map[string]int) {
	require.True(t, len(out) == 0 || out[len(out)-1] == '\n')
	for _, line := range naive(out) {
		var messages []json.RawMessage
		if json.Unmarshal(line, &messages) != nil {
			messages = []json.RawMessage{line}
		}
		for _, m := range messages {
			var frame struct {
				JSONRPC string          `json:"jsonrpc"`
				ID      json.RawMessage `json:"id"`
				Method  string          `json:"method"`
			}
			require.NoError(t, json.Unmarshal(m, &frame), "%q", line)
			require.Equal(t, "2.0", frame.JSONRPC)
			if frame.ID == nil || frame.Method != "" {
				continue
			}
			key, ok := wire.CanonicalID(frame.ID, nil)
			require.True(t, ok, "%s", frame.ID)
			asked[string(key)]--
			require.GreaterOrEqual(t, asked[string(key)], 0, "an answer that nobody asked for: %s", line)
		}
	}
}
