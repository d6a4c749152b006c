package properties

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/eralock/eralock/client"
)

// badClient is our client behind a wire, or before a listener, that breaks one
// rule.
type badClient struct {
	write  func(line []byte) [][]byte // what becomes of a line of the client's
	read   func(line []byte) [][]byte // and of the server's
	retort func(line []byte) [][]byte // what is written when a line of the server's was read
	report func(line string) []string

	options []client.Option
	mute    func(line []byte) bool // of the server's: it and all that follows are not read
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
		mute := false
		go each(r, func(line []byte) {
			if mute = mute || b.mute != nil && b.mute(line); mute {
				return
			}
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
		return obedient(client.Over(fromHost, toHost), told, append([]client.Option{client.RequestTimeout(5 * time.Second)}, b.options...)...)
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

// looseIDs makes what is meant for "5" look as if it were for 5.
func looseIDs(l []byte) [][]byte {
	const open = `{"jsonrpc":"2.0","id":"`
	rest, ok := bytes.CutPrefix(l, []byte(open))
	if !ok || bytes.HasPrefix(rest, []byte("ask")) || bytes.HasPrefix(rest, []byte("nobody")) {
		return [][]byte{l}
	}
	return [][]byte{append([]byte(`{"jsonrpc":"2.0","id":`), bytes.Replace(rest, []byte(`"`), nil, 1)...)}
}
