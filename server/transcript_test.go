package server_test

import (
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

var update = flag.Bool("update", false, "rewrite the transcripts with what the server says")

// A transcript is a conversation: lines that begin with > are written to the
// server, adjacent ones in one write; lines that begin with < are what it must
// say until it is idle; # is a comment; "! word" is a step: eof, publish,
// release ID, wait DURATION, close (by the server), connect (the connection
// ends, whatever it says, and a fresh one begins), and at the top with OPTION.
//
// In > lines, ENV stands for a good envelope's members.
const env = `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}`

// output is a stdout that never blocks.
type output struct {
	mu sync.Mutex
	b  strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) take() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.b.String()
	o.b.Reset()
	return s
}

// stage is one server under a transcript, in a synctest bubble.
type stage struct {
	t     *testing.T
	srv   *server.Server
	in    *io.PipeWriter
	out   *output
	gates map[string]chan struct{}
	conn  *server.Conn
	judge *judge
}

// stageOptions are what a transcript can ask for.
var stageOptions = map[string]server.Option{
	"discover-grace":       server.WithDiscoverGrace(),
	"silent-legacy-cancel": server.WithSilentLegacyCancel(),
	"opening-request":      server.WithPolicy(model.OpeningRequest),
}

func newStage(t *testing.T, opts ...server.Option) *stage {
	st := &stage{t: t, out: &output{}, gates: map[string]chan struct{}{}, judge: newJudge(t)}
	st.srv = server.New(protocol.Implementation{Name: "stage", Version: "1"}, append(opts, server.WithStrategy(server.Goroutines))...)
	server.AddTool(st.srv, protocol.Tool{Name: "echo", Description: "echoes"},
		func(_ context.Context, _ *server.Request, in struct {
			Text string `json:"text"`
		}) (string, error) {
			return in.Text, nil
		})
	server.AddTool(st.srv, protocol.Tool{Name: "park", Description: "waits, whatever its context says"},
		func(_ context.Context, req *server.Request, _ struct{}) (string, error) {
			<-st.gates[req.ID()]
			return "released", req.Progress(1, 0, "")
		})
	server.AddTool(st.srv, protocol.Tool{Name: "boom", Description: "panics"},
		func(context.Context, *server.Request, struct{}) (string, error) { panic("secret") })
	server.AddTool(st.srv, protocol.Tool{Name: "who", Description: "tells who the client is"},
		func(_ context.Context, req *server.Request, _ struct{}) (string, error) {
			return req.Client().Name, nil
		})
	server.AddTool(st.srv, protocol.Tool{Name: "wait", Description: "waits until its context ends"},
		func(ctx context.Context, req *server.Request, _ struct{}) (string, error) {
			<-ctx.Done()
			return "too late", req.Log(protocol.LevelEmergency, "too late")
		})
	t.Cleanup(func() { st.in.Close() }) // a failure must not leave the reader behind
	st.connect()
	return st
}

func (st *stage) connect() {
	r, w := io.Pipe()
	st.in = w
	var err error
	st.conn, err = st.srv.Open(st.t.Context(), server.Over(struct{ io.Reader }{r}, st.out))
	require.NoError(st.t, err)
	st.judge.connect()
}

func (st *stage) send(lines []string) {
	for _, l := range lines {
		if id, ok := parkID(l); ok {
			st.gates[id] = make(chan struct{})
		}
	}
	text := strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "ENV", env)
	st.judge.sent(text)
	_, err := io.WriteString(st.in, text)
	require.NoError(st.t, err)
}

// parkID finds the raw id of a call of park, to make its gate in time.
func parkID(line string) (string, bool) {
	if !strings.Contains(line, `"park"`) {
		return "", false
	}
	before, _, _ := strings.Cut(line, `"park"`)
	_, rest, _ := strings.Cut(before[strings.LastIndex(before, `"id":`):], ":")
	id, _, _ := strings.Cut(rest, ",")
	return id, true
}

func (st *stage) step(words []string) {
	switch words[0] {
	case "with": // see TestTranscripts
	case "connect":
		st.end()
		st.out.take()
		st.connect()
	case "close":
		st.conn.Close()
	case "eof":
		st.in.Close()
	case "publish":
		st.srv.PublishToolsChanged()
	case "release":
		close(st.gates[words[1]])
		delete(st.gates, words[1])
	case "wait":
		d, err := time.ParseDuration(words[1])
		require.NoError(st.t, err)
		time.Sleep(d)
	default:
		st.t.Fatalf("unknown step %q", words)
	}
}

// play runs a transcript and returns it with what the server really said.
func (st *stage) play(script string) string {
	var said, sent []string
	flush := func() {
		if sent != nil {
			st.send(sent)
			sent = nil
		}
		synctest.Wait()
		for line := range strings.Lines(st.out.take()) {
			line = strings.TrimSuffix(line, "\n")
			st.judge.said(line)
			said = append(said, "< "+line)
		}
	}
	for line := range strings.Lines(script) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "> "):
			sent = append(sent, line[2:])
			said = append(said, line)
		case strings.HasPrefix(line, "! "):
			flush()
			said = append(said, line)
			st.step(strings.Fields(line[2:]))
			flush()
		case strings.HasPrefix(line, "< "):
			if sent != nil {
				flush()
			}
		default:
			flush()
			said = append(said, line)
		}
	}
	flush()
	return strings.Join(said, "\n") + "\n"
}

func (st *stage) end() {
	for id, g := range st.gates {
		close(g)
		delete(st.gates, id)
	}
	st.in.Close()
	require.NoError(st.t, st.conn.Wait())
}

var with = regexp.MustCompile(`(?m)^! with (\S+)$`)

// Shows S-FRAME-10, S-FRAME-11.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(f)
			require.NoError(t, err)
			synctest.Test(t, func(t *testing.T) {
				var opts []server.Option
				for _, m := range with.FindAllStringSubmatch(string(want), -1) {
					require.Contains(t, stageOptions, m[1])
					opts = append(opts, stageOptions[m[1]])
				}
				st := newStage(t, opts...)
				got := st.play(string(want))
				if *update {
					require.NoError(t, os.WriteFile(f, []byte(got), 0o644))
				} else if d := cmp.Diff(string(want), got); d != "" {
					t.Error(d)
				}
				st.end()
			})
		})
	}
}
