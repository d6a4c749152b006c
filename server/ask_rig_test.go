package server_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// rig is a server with a client that a test plays by hand, in a synctest
// bubble: say writes lines, hear returns what came back until all is idle.
type rig struct {
	t      *testing.T
	srv    *server.Server
	conn   *server.Conn
	in     *io.PipeWriter
	out    *output
	log    *output
	closed bool
	judge  *judge
}

func newRig(t *testing.T, opts ...server.Option) *rig {
	g := &rig{t: t, out: &output{}, log: &output{}, judge: newJudge(t)}
	opts = append([]server.Option{server.WithLogger(slog.New(slog.NewTextHandler(g.log, nil))), server.WithoutServerInfo()}, opts...)
	g.srv = server.New(protocol.Implementation{Name: "rig", Version: "1"}, opts...)
	return g
}

// tool adds a tool; run has no arguments but what req knows.
func (g *rig) tool(name string, run func(ctx context.Context, req *server.Request) (string, error)) {
	server.AddTool(g.srv, protocol.Tool{Name: name}, func(ctx context.Context, req *server.Request, _ map[string]any) (string, error) {
		return run(ctx, req)
	})
}

func (g *rig) open() { g.openOver(g.out) }

// openLoose leaves the end of the connection to the test.
func (g *rig) openLoose() *server.Conn { return g.openTo(g.out) }

// openOver is open with another output.
func (g *rig) openOver(out io.Writer) {
	conn := g.openTo(out)
	g.t.Cleanup(func() {
		g.eof()
		require.NoError(g.t, conn.Wait())
	})
}

func (g *rig) openTo(out io.Writer) *server.Conn { return g.openIn(g.t.Context(), out) }

func (g *rig) openIn(ctx context.Context, out io.Writer) *server.Conn {
	r, w := io.Pipe()
	g.in = w
	// Like a process's stdin, the input stays open until the client closes it.
	conn, err := g.srv.Open(ctx, server.Over(struct{ io.Reader }{r}, out))
	require.NoError(g.t, err)
	g.conn = conn
	g.judge.connect()
	return conn
}

// initialize makes the connection legacy.
func (g *rig) initialize(version, capabilities string) {
	g.open()
	g.say(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"`+version+`","capabilities":`+capabilities+`,"clientInfo":{"name":"c","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	require.Len(g.t, g.hear(), 1)
}

func (g *rig) say(lines ...string) {
	text := strings.Join(lines, "\n") + "\n"
	g.judge.sent(text)
	_, err := io.WriteString(g.in, text)
	require.NoError(g.t, err)
}

func (g *rig) hear() (lines []string) {
	synctest.Wait()
	for line := range strings.Lines(g.out.take()) {
		line = strings.TrimSuffix(line, "\n")
		g.judge.said(line)
		lines = append(lines, line)
	}
	return lines
}

// answer says lines and returns the one line that comes back.
func (g *rig) answer(lines ...string) frame {
	g.t.Helper()
	g.say(lines...)
	got := g.hear()
	require.Len(g.t, got, 1)
	return parse(g.t, got[0])
}

// last says lines and returns the last line that comes back.
func (g *rig) last(lines ...string) frame {
	g.t.Helper()
	g.say(lines...)
	got := g.hear()
	require.NotEmpty(g.t, got)
	return parse(g.t, got[len(got)-1])
}

func (g *rig) eof() {
	if !g.closed {
		g.closed = true
		g.in.Close()
	}
}

// frame is a line from the server.
type frame struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result *struct {
		ResultType    string `json:"resultType"`
		Content       []struct{ Text string }
		IsError       bool
		InputRequests map[string]json.RawMessage
		RequestState  *string
	} `json:"result"`
	Error *struct {
		Code    int
		Message string
		Data    json.RawMessage
	} `json:"error"`
	line string
}

func parse(t *testing.T, line string) (f frame) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(line), &f), line)
	f.line = line
	return f
}

// text is the text of a successful tool call.
func (f frame) text(t *testing.T) string {
	t.Helper()
	require.NotNil(t, f.Result, f.line)
	require.Len(t, f.Result.Content, 1, f.line)
	require.False(t, f.Result.IsError, f.line)
	return f.Result.Content[0].Text
}

// code is the code of an error.
func (f frame) code(t *testing.T) int {
	t.Helper()
	require.NotNil(t, f.Error, f.line)
	return f.Error.Code
}

// call is a tools/call. more is what else is in params, with a comma before it.
func call(id, tool, more string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + tool + `"` + more + `}}`
}

// envelope is the _meta of a modern request, with a comma before it.
func envelope(capabilities string) string {
	return `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` + capabilities + `}`
}

const everything = `{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}}`

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

type form struct {
	Color string `json:"color"`
}

func askColor(_ context.Context, req *server.Request) (string, error) {
	var in form
	if !req.Accepted("pick", &in) {
		return "", req.Need(server.AskForm("pick", "Which color?", server.FormSchema[form]()), server.KeepState("a state"))
	}
	state, ok := req.State()
	if !ok {
		state = "no state"
	}
	return in.Color + ", " + state, nil
}

// stallable is a pipe that nobody reads for a while.
type stallable struct {
	w    io.Writer
	mu   sync.Mutex
	gate chan struct{}
}

func (s *stallable) stall() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate = make(chan struct{})
}

func (s *stallable) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.gate)
	s.gate = nil
}

func (s *stallable) Write(p []byte) (int, error) {
	s.mu.Lock()
	gate := s.gate
	s.mu.Unlock()
	if gate != nil {
		<-gate
	}
	return s.w.Write(p)
}
