package properties

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// A Host is the server that the suite plays in one run of a client under test,
// and what it heard and said.
type Host struct {
	suite *clientSuite
	cast  *cast
	persona
	turns []turn

	mu      sync.Mutex
	record  []hosted
	reports []string
	links   []*hostLink
	ended   bool
	answers int   // so many texts were given
	failed  error // how the run ended
	late    bool  // it did not end in time
	settled chan struct{}
}

// hosted is one thing on the record of a host.
type hosted struct {
	kind hostedKind
	link int // which connection, from 0
	text string
	line *clientLine // hostedHeard
	call *hostCall   // hostedSaid: it is about
	what saidKind    // hostedSaid
	word string      // hostedSaid: the text of a result, or a method; hostedReport: the line
}

type hostedKind uint8

const (
	hostedHeard hostedKind = iota
	hostedSaid
	hostedOpen // a connection
	hostedEOF  // the client ended its output
	hostedGone // the server went away
	hostedReport
	hostedOverdue // a request of the server's was not answered
)

// saidKind is what the host says, as far as a judge must know.
type saidKind uint8

const (
	saidOther saidKind = iota
	saidResult
	saidError
	saidDiscovered // a DiscoverResult
	saidReversion  // -32022, well formed
	saidNoModern   // server/discover refused as an old server does
	saidHello      // an InitializeResult
	saidAsk        // a request of the server's
	saidNothing    // a call is left without an answer
	saidSilence    // server/discover is
)

func newHost(s *clientSuite, c *cast, p persona, turns []turn) *Host {
	return &Host{suite: s, cast: c, persona: p, turns: turns, settled: make(chan struct{})}
}

func (h *Host) note(e hosted) {
	h.mu.Lock()
	h.record = append(h.record, e)
	h.mu.Unlock()
}

// tools are the names that the client is told to call.
func (h *Host) tools() (names []string) {
	for i := range h.calls {
		names = append(names, fmt.Sprintf("call-%d", i))
	}
	for i := range h.cancels {
		names = append(names, fmt.Sprintf("cancel-%d", i))
	}
	return names
}

// Report takes one line that the client under test reports.
func (h *Host) Report(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reports = append(h.reports, line)
	h.record = append(h.record, hosted{kind: hostedReport, word: line, text: "  (the client reports: " + line + ")"})
}

// Serve plays the server on one connection until that is over. It is called
// once for each connection that the client opens.
func (h *Host) Serve(conn Conn) {
	h.mu.Lock()
	l := &hostLink{Host: h, conn: conn, number: len(h.links), lines: make(chan *clientLine, 64), gone: make(chan struct{})}
	if l.number == 0 {
		l.turns = slices.Clone(h.turns)
	}
	h.links = append(h.links, l)
	ended := h.ended
	h.record = append(h.record, hosted{kind: hostedOpen, link: l.number, text: "  (the client connects)"})
	h.mu.Unlock()
	if ended {
		conn.Close()
		return
	}
	l.serve()
}

// End makes the server go away from every connection.
func (h *Host) End() {
	h.mu.Lock()
	h.ended = true
	links := slices.Clone(h.links)
	h.mu.Unlock()
	for _, l := range links {
		l.leave()
	}
}

// wait waits for the end of the client, as long as the run may take.
func (h *Host) wait(done <-chan error) error {
	long := h.suite.patience + time.Duration(len(h.turns)+1)*h.suite.pause + 2*h.suite.timeout
	if h.silent {
		long += 2 * h.suite.probe // it may start the server again
	}
	t := time.NewTimer(long)
	defer t.Stop()
	select {
	case err := <-done:
		return err
	case <-t.C:
		h.mu.Lock()
		h.late = true
		h.mu.Unlock()
		return nil
	}
}

// succeeded reports whether a call was answered, and that reported.
func (h *Host) succeeded() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.record, func(e hosted) bool {
		return e.call != nil && e.word != "" && slices.Contains(h.reports, e.call.name+" ok "+e.word)
	})
}

// String is the exchange, as the other suites print it: "> " is what the client
// wrote, "< " what the suite did.
func (h *Host) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return printed(h.record, func(e hosted) string { return e.text })
}
