package client_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

const (
	discovered  = `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"instructions":"be kind","ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"kiln","version":"3.1.4"}}}`
	initialized = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"oldkiln","version":"1"}}`
	noMethod    = `{"code":-32601,"message":"Method not found"}`
)

// A line is what the client wrote.
type line struct {
	text   string
	ID     json.RawMessage
	Method string
	Params struct {
		Meta      map[string]json.RawMessage `json:"_meta"`
		RequestID json.RawMessage
		Name      string
	}
}

// A peer is a server that a test plays by hand, at the other end of two pipes.
type peer struct {
	t     *testing.T
	in    io.ReadCloser // the client's lines
	out   io.WriteCloser
	lines chan line
	log   []string // the methods of all lines, "response" for a response
}

// newPeer returns a peer and the server that leads to it.
func newPeer(t *testing.T) (*peer, client.Server) {
	p, r, w := newPipes(t)
	return p, client.Over(r, w)
}

// newPipes returns a peer and the client's ends of its pipes.
func newPipes(t *testing.T) (*peer, io.Reader, io.Writer) {
	p := &peer{t: t, lines: make(chan line, 4096)}
	defer func() { go p.read() }()
	if lending {
		toServer, fromClient := net.Pipe()
		toClient, fromServer := net.Pipe()
		p.in, p.out = toServer, fromServer
		return p, toClient, fromClient
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	p.in, p.out = toServer, fromServer
	return p, toClient, fromClient
}

func (p *peer) read() {
	defer close(p.lines)
	judge := newJudge()
	scanner := bufio.NewScanner(p.in)
	scanner.Buffer(nil, 8<<20)
	for scanner.Scan() {
		l := line{text: scanner.Text()}
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			p.t.Errorf("the client wrote %q: %v", l.text, err)
		}
		if bad := judge.hear(l.text); bad != "" {
			p.t.Errorf("the client breaks %s with %s", bad, l.text)
		}
		p.lines <- l
	}
}

// next returns the client's next line, a request or notification of the given
// method; "response" stands for a response.
func (p *peer) next(method string) line {
	p.t.Helper()
	l, ok := <-p.lines
	require.True(p.t, ok, "no more lines; %s was expected", method)
	if l.Method == "" {
		l.Method = "response"
	}
	p.log = append(p.log, l.Method)
	require.Equal(p.t, method, l.Method, l.text)
	return l
}

// quiet requires that the client has nothing to say.
func (p *peer) quiet() {
	p.t.Helper()
	synctest.Wait()
	select {
	case l, ok := <-p.lines:
		if ok {
			require.Fail(p.t, "an unexpected line", l.text)
		}
	default:
	}
}

func (p *peer) send(format string, args ...any) {
	fmt.Fprintf(p.out, `{"jsonrpc":"2.0",`+format+"}\n", args...)
}

// raw sends a line as it is.
func (p *peer) raw(text string) { io.WriteString(p.out, text+"\n") }

func (p *peer) result(id json.RawMessage, result string) { p.send(`"id":%s,"result":%s`, id, result) }
func (p *peer) fail(id json.RawMessage, e string)        { p.send(`"id":%s,"error":%s`, id, e) }

// exit is the end of the server.
func (p *peer) exit() {
	p.out.Close()
	p.in.Close()
}

// gone waits until the client has closed the server's input, and exits.
func (p *peer) gone() {
	for range p.lines {
	}
	p.exit()
}

// lending: the streams of a peer can be interrupted, and the callers of connect
// read for themselves.
var lending bool

// inBubble runs f in a bubble of its own time, twice: the link's own goroutine
// reads, and callers do.
func inBubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	for _, lending = range []bool{false, true} {
		t.Run(map[bool]string{false: "resident", true: "callers"}[lending], func(t *testing.T) { synctest.Test(t, f) })
	}
}

// connect plays the server's part of the negotiation while the client connects.
func connect(t *testing.T, negotiation func(*peer), opts ...client.Option) (*client.Client, *peer) {
	p, server := newPeer(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		negotiation(p)
	}()
	if lending {
		opts = append(opts, client.Lend)
	}
	c, err := client.Connect(context.Background(), server, opts...)
	require.NoError(t, err)
	<-done
	t.Cleanup(func() {
		go p.gone()
		require.NoError(t, c.Close())
		synctest.Wait()
	})
	return c, p
}

func modern(p *peer) { p.result(p.next("server/discover").ID, discovered) }

func legacy(p *peer) {
	p.fail(p.next("server/discover").ID, noMethod)
	p.result(p.next("initialize").ID, initialized)
	p.next("notifications/initialized")
}

// outcome is what a call on a goroutine of its own came to.
type outcome[T any] struct {
	value T
	err   error
	after time.Duration
}

// spawn makes a call and leaves the goroutine of the test to play the server.
func spawn[T any](f func() (T, error)) <-chan outcome[T] {
	out := make(chan outcome[T], 1)
	begun := time.Now()
	go func() {
		v, err := f()
		out <- outcome[T]{v, err, time.Since(begun)}
	}()
	return out
}

func stampOf(id json.RawMessage) string {
	return `"_meta":{"io.modelcontextprotocol/subscriptionId":` + string(id) + `}`
}

func (l line) version() string {
	return strings.Trim(string(l.Params.Meta["io.modelcontextprotocol/protocolVersion"]), `"`)
}
