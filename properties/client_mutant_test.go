package properties

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

// badClient is our client behind a wire, or before a listener, that breaks one
// rule.
type badClient struct {
	write  func(line []byte) [][]byte // what becomes of a line of the client's
	read   func(line []byte) [][]byte // and of the server's
	retort func(line []byte) [][]byte // what is written when a line of the server's was read
	report func(line string) []string
}

func (b badClient) dial() ClientDial {
	return ClientOver(func(r io.Reader, w io.WriteCloser, report io.Writer) error {
		fromHost, toClient := io.Pipe()
		fromClient, toHost := io.Pipe()
		var mu sync.Mutex
		put := func(lines [][]byte) {
			mu.Lock()
			defer mu.Unlock()
			for _, l := range lines {
				w.Write(l)
			}
		}
		go each(r, func(line []byte) {
			if b.retort != nil {
				put(b.retort(line))
			}
			lines := [][]byte{line}
			if b.read != nil {
				lines = b.read(line)
			}
			for _, l := range lines {
				toClient.Write(l)
			}
		}, toClient.Close)
		go each(fromClient, func(line []byte) {
			if b.write != nil {
				put(b.write(line))
			} else {
				put([][]byte{line})
			}
		}, w.Close)
		var told io.Writer = report
		if b.report != nil {
			told = rewritten{report, b.report}
		}
		return obedient(client.Over(fromHost, toHost), told, client.RequestTimeout(5*time.Second))
	})
}

type rewritten struct {
	io.Writer
	f func(string) []string
}

func (r rewritten) Write(b []byte) (int, error) {
	for _, l := range r.f(strings.TrimSuffix(string(b), "\n")) {
		io.WriteString(r.Writer, l+"\n")
	}
	return len(b), nil
}

func lineIf(words string, instead ...string) func([]byte) [][]byte {
	return func(l []byte) [][]byte {
		if !bytes.Contains(l, []byte(words)) {
			return [][]byte{l}
		}
		var all [][]byte
		for _, i := range instead {
			all = append(all, append(bytes.ReplaceAll([]byte(i), []byte("$LINE"), bytes.TrimSuffix(l, []byte("\n"))), '\n'))
		}
		return all
	}
}

func swap(old, new string) func([]byte) [][]byte {
	return func(l []byte) [][]byte { return [][]byte{bytes.ReplaceAll(l, []byte(old), []byte(new))} }
}

func nothingIfNot(words, say string) func([]byte) [][]byte {
	return func(l []byte) [][]byte {
		if !bytes.Contains(l, []byte(words)) {
			return nil
		}
		return [][]byte{[]byte(say + "\n")}
	}
}

// One rule broken each: the property that states it must notice.
func TestClientSuiteFindsMutantClients(t *testing.T) {
	if raced {
		t.Skip("the other tests race the same")
	}
	for _, c := range []struct {
		rule, by string
		b        badClient
	}{
		{"capabilities are left out", "envelopes", badClient{write: swap(`io.modelcontextprotocol/clientCapabilities`, `x/y`)}},
		{"a banner on the input", "framing of the server", badClient{write: lineIf(`tools/list`, "hello", "$LINE")}},
		{"batches", "framing of the server", badClient{write: lineIf(`notifications/cancelled`, "[$LINE]")}},
		{"responses to a modern server", "requests of the server", badClient{retort: nothingIfNot(`"id":"ask-1"`, `{"jsonrpc":"2.0","id":"ask-1","result":{}}`)}},
		{"pings are not answered", "requests of the server", badClient{write: lineIf(`"id":"ask-`)}},
		{"a ping is answered twice", "requests of the server", badClient{write: lineIf(`"id":"ask-`, "$LINE", "$LINE")}},
		{"initialized is left out", "negotiation", badClient{write: lineIf(`notifications/initialized`)}},
		{"the server is not told of a cancel", "cancels", badClient{write: lineIf(`notifications/cancelled`)}},
		{"a cancel is told twice", "cancels", badClient{write: lineIf(`notifications/cancelled`, "$LINE", "$LINE")}},
		{"a cancel of another id", "cancels", badClient{write: lineIf(`notifications/cancelled`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"mine"}}`)}},
		{"initialize after a DiscoverResult", "negotiation", badClient{retort: nothingIfNot(`"supportedVersions"`, `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{}}`)}},
		{"falls back after -32022", "fallback", badClient{read: swap(`-32022`, `-32601`)}},
		{"falls back for one code only", "fallback", badClient{read: swap(`"error":{"code":1,`, `"error":{"code":-32020,`)}},
		{"ids are compared as texts", "calls", badClient{read: looseIDs}},
		{"answers are mixed up", "calls", badClient{report: func(l string) []string {
			if strings.HasPrefix(l, "call-1 ok") {
				l = "call-1 ok answer-0"
			}
			return []string{l}
		}}},
		{"a call ends twice", "calls", badClient{report: func(l string) []string { return []string{l, l} }}},
		{"failures are not reported", "calls", badClient{report: func(l string) []string {
			if strings.Contains(l, " error") {
				return nil
			}
			return []string{l}
		}}},
		{"a line that is no message ends the connection", "framing of the server", badClient{read: func(l []byte) [][]byte {
			if !bytes.HasPrefix(bytes.TrimSpace(l), []byte("{")) && len(bytes.TrimSpace(l)) > 0 {
				return [][]byte{bytes.Repeat([]byte("x"), 5<<20)} // over the limit
			}
			return [][]byte{l}
		}}},
		{"ids are used again", "ids of requests", badClient{write: swap(`"id":6`, `"id":5`)}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			r := met(t, c.b.dial(), Within(forever), CallTimeout(5*time.Second), Patience(5*time.Second))
			f := r.Failed(c.by)
			require.NotNil(t, f, "nobody noticed: %v", r.Failures)
			t.Logf("run %d, %d turns: %v", f.Run, f.Steps, f.Err)
		})
	}
}

// looseIDs makes what is meant for "5" look as if it were for 5.
func looseIDs(l []byte) [][]byte {
	const open = `{"jsonrpc":"2.0","id":"`
	rest, ok := bytes.CutPrefix(l, []byte(open))
	if !ok || bytes.HasPrefix(rest, []byte("ask")) || bytes.HasPrefix(rest, []byte("nobody")) {
		return [][]byte{l}
	}
	return [][]byte{append([]byte(`{"jsonrpc":"2.0","id":`), bytes.Replace(rest, []byte(`"`), nil, 1)...)}
}
