package properties

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/eralock/eralock/server"
)

// A mutant is a good peer behind a wire that breaks one rule. Its functions see
// each line of the client's and of the server's and say whether it goes on; they
// may say something else instead. One is made for each connection.
type mutant struct {
	options []server.Option
	in      func(*wires, spoken) bool // a line on its way to the server; nil: all go on
	out     func(*wires, spoken) bool // a line on its way to the client
	eof     func(*wires) bool         // the client's input has ended; nil: that goes on
	end     func(*wires)              // the server's output has ended
	chunk   func([]byte) []byte       // what was read from the client in one piece
}

// An ownTurn is a lock that a bubble knows for one: a goroutine that waits for a
// sync.Mutex would stop its clock.
type ownTurn chan struct{}

func (t ownTurn) take() func() {
	t <- struct{}{}
	return func() { <-t }
}

// wires is where a mutant says things of its own. Its functions are called one
// after the other.
type wires struct {
	turn     ownTurn
	toClient io.Writer
	toServer io.Writer
	hangUp   func() // ends the connection
}

// say writes lines to the client, tell to the server.
func (w *wires) say(lines ...string) {
	for _, l := range lines {
		io.WriteString(w.toClient, l)
	}
}

func (w *wires) tell(lines ...string) {
	for _, l := range lines {
		io.WriteString(w.toServer, l)
	}
}

// spoken is a line and what it is about.
type spoken struct {
	text   string // with its end
	Method string
	ID     json.RawMessage
	Result json.RawMessage
	Error  *struct{ Code int }
	Params struct {
		RequestID     json.RawMessage
		ProgressToken json.RawMessage
		Meta          map[string]json.RawMessage `json:"_meta"`
	}
}

func spokenOf(line []byte) (s spoken) {
	_ = json.Unmarshal(bytes.TrimPrefix(line, []byte("\ufeff")), &s) // what is no message stays a text
	s.text = string(line)
	return s
}

func (s *spoken) has(words string) bool { return strings.Contains(s.text, words) }
func (s *spoken) response() bool        { return s.Method == "" && (s.Result != nil || s.Error != nil) }
func (s *spoken) request() bool         { return s.Method != "" && s.ID != nil }
func (s *spoken) modern() bool {
	return s.Params.Meta["io.modelcontextprotocol/protocolVersion"] != nil
}

// dialMutant dials the good server behind the wire of a mutant.
func dialMutant(fresh func() mutant) Dial {
	return Over(func(r io.Reader, w io.Writer) error {
		m := fresh()
		in, toServer := io.Pipe()
		fromServer, out := io.Pipe()
		taps := &wires{turn: make(ownTurn, 1), toClient: w, toServer: toServer, hangUp: func() {
			toServer.Close()
			fromServer.Close()
			w.(io.Closer).Close()
		}}
		go func() {
			each(pieces{r, m.chunk}, func(line []byte) {
				pass := m.in == nil
				if !pass {
					done := taps.turn.take()
					pass = m.in(taps, spokenOf(line))
					done()
				}
				if pass {
					toServer.Write(line)
				}
			}, func() error {
				if m.eof == nil || m.eof(taps) {
					toServer.Close()
				}
				return nil
			})
		}()
		done := make(chan error)
		go func() { done <- sleepy(m.options...).Serve(context.Background(), server.Over(in, out)) }()
		each(fromServer, func(line []byte) {
			done := taps.turn.take()
			defer done()
			if m.out == nil || m.out(taps, spokenOf(line)) {
				taps.say(string(line))
			}
		}, func() error { return nil })
		if m.end != nil {
			m.end(taps)
		}
		toServer.Close()
		return <-done
	})
}

// pieces shows a mutant what is read, as it is read.
type pieces struct {
	io.Reader
	chunk func([]byte) []byte
}

func (p pieces) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if p.chunk != nil {
		n = copy(b, p.chunk(bytes.Clone(b[:n])))
	}
	return n, err
}
