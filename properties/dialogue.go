package properties

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/eralock/eralock/internal/wire"
)

// maxAnswer is the longest line that a server may write, in bytes.
const maxAnswer = 16 << 20

// dialogue is one connection to a server, with all that was said on it.
type dialogue struct {
	conn     Conn
	patience time.Duration
	pause    time.Duration
	notes    []string // what is worth telling and no failure
	out      *spout

	mu      sync.Mutex
	heard   []heard
	record  []item
	ended   bool
	stalled bool
	changed chan struct{} // closed and replaced with each line
	gone    chan struct{} // closed when the output has ended
}

// item is one thing on the record of a dialogue, in the order in which it
// happened for the client.
type item struct {
	kind  itemKind
	text  string
	frame *asked // itemSent
	heard int    // itemHeard: which line
}

type itemKind uint8

const (
	itemSent itemKind = iota
	itemHeard
	itemEOF    // we ended the input
	itemEnd    // the output ended
	itemMissed // what was waited for did not come
	itemNote   // for people
)

func (s *suite) open() (*dialogue, error) {
	conn, err := s.dial()
	if err != nil {
		return nil, fmt.Errorf("the server cannot be reached: %w", err)
	}
	d := &dialogue{conn: conn, patience: s.patience, pause: s.pause, changed: make(chan struct{}), gone: make(chan struct{})}
	d.out = newSpout(conn)
	go d.read()
	return d, nil
}

func (d *dialogue) read() {
	defer close(d.gone)
	lines := wire.NewReader(sips{d}, wire.Limits{MaxLine: maxAnswer})
	parser := wire.NewParser(wire.Limits{})
	for {
		line, err := lines.Next()
		d.mu.Lock()
		if err != nil {
			d.ended = true
			d.record = append(d.record, item{kind: itemEnd, text: "< (end of output)"})
		} else {
			d.hear(parser, line)
		}
		d.wake()
		d.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// wake tells who waits that something has changed; d.mu is held.
func (d *dialogue) wake() {
	close(d.changed)
	d.changed = make(chan struct{})
}

func (d *dialogue) note(e item) {
	d.mu.Lock()
	d.record = append(d.record, e)
	d.mu.Unlock()
}

// say writes frames in one write.
func (d *dialogue) say(frames ...Sample) error {
	var b []byte
	for _, f := range frames {
		line := f.Line()
		b = append(b, line...)
		d.note(item{kind: itemSent, text: "> " + shorten(bytes.TrimSuffix(line, []byte("\n")))})
	}
	d.out.pour(b)
	return d.out.drained(d.patience)
}

// find waits for a line that ok accepts, from the nth on, and returns its place.
func (d *dialogue) find(what string, from int, ok func(*heard) bool) (int, error) {
	t := time.NewTimer(d.patience)
	defer t.Stop()
	for {
		d.mu.Lock()
		for ; from < len(d.heard); from++ {
			if ok(&d.heard[from]) {
				d.mu.Unlock()
				return from, nil
			}
		}
		ended, changed := d.ended, d.changed
		d.mu.Unlock()
		if ended {
			return 0, fmt.Errorf("%w: %s, and the output has ended", errNothing, what)
		}
		select {
		case <-changed:
		case <-t.C:
			return 0, fmt.Errorf("%w: %s, for %v", errNothing, what, d.patience)
		}
	}
}

var errNothing = errors.New("nothing came")

// answer waits for the response to an id.
func (d *dialogue) answer(id string) (*heard, int, error) {
	i, err := d.find("no answer to "+id, 0, func(h *heard) bool { return h.response() && h.id == idOf([]byte(id)) })
	if err != nil {
		return nil, 0, err
	}
	return &d.all()[i], i, nil
}

// all is what was heard so far.
func (d *dialogue) all() []heard {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.heard
}

// finish ends the input and waits for the end of the output, as long as a
// server may take to end. It reports whether the end came.
func (d *dialogue) finish() bool {
	d.note(item{kind: itemEOF, text: "> (end of input)"})
	d.out.end()
	t := time.NewTimer(d.patience)
	defer t.Stop()
	select {
	case <-d.gone:
		return true
	case <-t.C:
		return false
	}
}

func (d *dialogue) close() {
	d.stall(false)
	d.conn.Close()
	d.out.end()
	<-d.gone
	<-d.out.gone
}

// String is the exchange, oldest line first.
func (d *dialogue) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return printed(d.record, func(e item) string { return e.text })
}

// printed is an exchange as all suites print it, a line each.
func printed[T any](record []T, text func(T) string) string {
	var b strings.Builder
	for _, e := range record {
		b.WriteString("    " + text(e) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
