package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

type echoArgs struct {
	Text string `json:"text"`
}

func benchServer(opts ...server.Option) *server.Server {
	s := server.New(protocol.Implementation{Name: "bench", Version: "1"}, opts...)
	server.AddTool(s, protocol.Tool{Name: "echo", Description: "echoes"},
		func(_ context.Context, _ *server.Request, in echoArgs) (string, error) { return in.Text, nil })
	server.AddRawTool(s, protocol.Tool{Name: "raw", Description: "echoes"},
		func(_ context.Context, _ *server.Request, args jsontext.Value) (jsontext.Value, error) {
			return rawResult, nil
		})
	return s
}

var rawResult = jsontext.Value(`{"content":[{"type":"text","text":"raw"}]}`)

// lines is n calls of a tool, one a line, with ids that count up.
func lines(tool string, n, size int) []byte {
	var b bytes.Buffer
	text := strings.Repeat("x", size)
	for i := range n {
		fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"text":%q},"_meta":{%s}}}`+"\n", i, tool, text, env)
	}
	return b.Bytes()
}

func serveLines(tb testing.TB, s *server.Server, in []byte) {
	require.NoError(tb, s.Serve(context.Background(), server.Over(bytes.NewReader(in), io.Discard)))
}

func benchmarkCalls(b *testing.B, tool string, size int) {
	const n = 1000
	s, in := benchServer(), lines(tool, n, size)
	serveLines(b, s, in)
	b.ReportAllocs()
	for b.Loop() {
		serveLines(b, s, in)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/call")
}

func BenchmarkTypedCall1K(b *testing.B)  { benchmarkCalls(b, "echo", 1024) }
func BenchmarkTypedCall64K(b *testing.B) { benchmarkCalls(b, "echo", 64<<10) }
func BenchmarkRawCall1K(b *testing.B)    { benchmarkCalls(b, "raw", 1024) }

// TestAllocationBudget: at most 6 allocations a typed call and 3 a raw one.
func TestAllocationBudget(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has pools forget a quarter of what they are given")
	}
	const n = 2000
	for tool, budget := range map[string]float64{"echo": 6, "raw": 3} {
		s, in := benchServer(server.WithStrategy(server.InPlace)), lines(tool, n, 1024)
		serveLines(t, s, in)
		perCall := testing.AllocsPerRun(3, func() { serveLines(t, s, in) }) / n
		require.LessOrEqual(t, perCall, budget, tool)
	}
}

// An element of a batch that waits for the array costs no allocation of its own.
func TestAllocationBudgetOfABatch(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has pools forget a quarter of what they are given")
	}
	const n = 10000
	var elements []string
	for i := range n {
		elements = append(elements, ping(fmt.Sprint(i)))
	}
	s, in := benchServer(), []byte(oldHello+batch(elements...)+"\n")
	serveLines(t, s, in)
	require.Less(t, testing.AllocsPerRun(3, func() { serveLines(t, s, in) })/n, 0.1)
}
