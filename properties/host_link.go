package properties

import (
	"bytes"
	"strings"
	"sync"
	"time"

	"github.com/eralock/eralock/internal/wire"
)

// hostLink is one connection of a client to a host.
type hostLink struct {
	*Host
	conn   Conn
	number int
	turns  []turn
	out    *spout
	lines  chan *clientLine
	held   [][]byte

	pending []*hostCall // in the order in which they came, without an answer
	given   []*hostCall // answered
	listed  bool
	probes  int
	asked   int
	owed    string // the id of a request of the server's that is waited for
	waited  time.Duration
	idle    int // how often the client had nothing to say at the end
	stop    sync.Once
	gone    chan struct{} // closed when the host has left
}

// clientLine is one line of the client's.
type clientLine struct {
	text   string
	junk   bool
	id     string // canonical; "" for none
	rawID  string
	method string
	frame  wire.Frame
}

// hostCall is a call of the client's.
type hostCall struct {
	line   *clientLine
	name   string
	modern bool
	token  string // raw
	told   int    // progress so far
	forgot bool
}

func (l *hostLink) serve() {
	l.out = newSpout(l.conn)
	go l.read()
	defer func() {
		l.leave()
		for range l.lines { // until the reader has returned
		}
		l.out.end()
		<-l.out.gone
	}()
	quiet := time.NewTimer(time.Hour)
	defer quiet.Stop()
	for {
		quiet.Reset(l.suite.pause / 10)
		select {
		case c, ok := <-l.lines:
			if !ok {
				l.note(hosted{kind: hostedEOF, link: l.number, text: "> (end of input)"})
				l.flush()
				return
			}
			l.take(c)
		case <-quiet.C:
			l.turn()
		case <-l.gone:
			return
		}
	}
}

func (l *hostLink) read() {
	defer close(l.lines)
	lines := wire.NewReader(l.conn, wire.Limits{MaxLine: maxAnswer})
	parser := wire.NewParser(wire.Limits{})
	for {
		line, err := lines.Next()
		if err != nil {
			return
		}
		c := &clientLine{text: string(line.Text)}
		parser.Parse(line, &c.frame)
		c.frame.Own()
		c.method, c.rawID = string(c.frame.Method()), string(c.frame.AnswerID())
		c.id, c.junk = idOf(c.frame.AnswerID()), !c.frame.IsObject()
		l.note(hosted{kind: hostedHeard, link: l.number, text: "> " + shorten(line.Text), line: c})
		l.lines <- c
	}
}

// leave is what a server does that goes away.
func (l *hostLink) leave() {
	l.stop.Do(func() {
		l.note(hosted{kind: hostedGone, link: l.number, text: "< (end of output)"})
		close(l.gone)
		l.conn.Close()
	})
}

// say writes a line, now or with the next.
func (l *hostLink) say(line string, f form, nth int, held bool, e hosted) {
	e.kind, e.link, e.text = hostedSaid, l.number, "< "+strings.ToValidUTF8(shorten([]byte(line)), "?")
	l.note(e)
	writes := f.put([]byte(line+"\n"), nth)
	if n := len(l.held); n > 0 {
		writes[0] = append(bytes.Clone(l.held[n-1]), writes[0]...)
		writes, l.held = append(l.held[:n-1], writes...), nil
	}
	if held {
		l.held = writes
		return
	}
	l.out.pour(writes...)
}

func (l *hostLink) flush() {
	if len(l.held) > 0 {
		l.out.pour(l.held...)
		l.held = nil
	}
}
