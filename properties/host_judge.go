package properties

import (
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// hostJudge holds the record of one run against what a client promises.
type hostJudge struct {
	*Host
	links  map[int]*linkJudge
	faults []fault
}

// linkJudge is what is known of one connection.
type linkJudge struct {
	requests   map[string]*clientLine // by id
	answered   map[string]bool        // ids that the host has answered
	cancelled  map[string]bool
	owed       map[string]string // ids of the server's own requests, and their methods
	first      bool              // a request was read
	hello      bool              // initialize was read
	helloID    string
	greeted    bool // and answered
	ready      bool // notifications/initialized was read
	discovered bool // the client holds a DiscoverResult
	modern     bool // it holds evidence of a server of 2026-07-28
	refused    bool // server/discover was refused as an old server does
	silence    bool // it is left without an answer
	gone       bool
}

// judged is what is wrong with the run, first things first.
func (h *Host) judged() []fault {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed != nil {
		return []fault{{unreachable, model.MUST, h.failed.Error()}}
	}
	j := &hostJudge{Host: h, links: map[int]*linkJudge{}}
	for _, e := range h.record {
		l := j.links[e.link]
		if l == nil {
			l = &linkJudge{requests: map[string]*clientLine{}, answered: map[string]bool{}, cancelled: map[string]bool{}, owed: map[string]string{}}
			j.links[e.link] = l
		}
		switch e.kind {
		case hostedHeard:
			j.heard(l, e.line)
		case hostedSaid:
			j.said(l, e)
		case hostedGone:
			l.gone = true
		case hostedOverdue:
			j.fail("C-PING-1", model.MUST, "a request of the server's is not answered")
		}
	}
	if h.late {
		j.fail("C-SHUT-1", model.MUST, "the client does not end")
	}
	j.silence()
	j.settlement()
	return j.faults
}

// silence: who gets no answer to server/discover falls back or ends (C-ERA-6).
// One that could fall back and gives up does not do what it is advised to.
func (j *hostJudge) silence() {
	unanswered := false
	for _, l := range j.links {
		if l.hello {
			return
		}
		unanswered = unanswered || l.silence
	}
	switch {
	case unanswered && j.late:
		j.fail("C-ERA-6", model.MUST, "server/discover is not answered, and the client neither falls back nor gives up")
	case unanswered && j.suite.legacy:
		j.fail("C-ERA-6", model.SHOULD, "server/discover is not answered, and the client gives up instead of falling back")
	}
}

func (j *hostJudge) fail(clause string, level model.Level, why string) {
	if f := (fault{clause, level, why}); !slices.Contains(j.faults, f) {
		j.faults = append(j.faults, f)
	}
}

// said notes what the client now knows.
func (j *hostJudge) said(l *linkJudge, e hosted) {
	switch e.what {
	case saidDiscovered:
		l.discovered, l.modern = true, true
	case saidReversion:
		l.modern = true
	case saidNoModern:
		l.refused = true
	case saidSilence:
		l.silence = true
	case saidHello:
		l.greeted = true
	case saidAsk:
		l.owed[askID(len(l.owed)+1)] = e.word
	case saidResult, saidError:
		if e.call != nil {
			l.answered[e.call.line.id] = true
		}
	}
}

// heard judges one line of the client's.
func (j *hostJudge) heard(l *linkJudge, c *clientLine) {
	version := struct {
		V string `json:"jsonrpc"`
	}{}
	switch {
	case c.junk && strings.HasPrefix(strings.TrimSpace(c.text), "["):
		j.fail("C-FRAME-4", model.MUST, "an array of messages")
	case c.junk:
		j.fail("C-FRAME-2", model.MUST, "a line that is no message")
	case protocol.Unmarshal([]byte(c.text), &version) != nil || version.V != "2.0":
		j.fail("C-MSG-1", model.MUST, "a line that is no JSON-RPC 2.0 message")
	case c.method == "":
		j.response(l, c)
	case len(c.frame.ID()) == 0:
		j.notification(l, c)
	case c.id == "":
		j.fail(idClause(c), model.MUST, "an id that is no string and no integer")
	default:
		j.request(l, c)
	}
}

func idClause(c *clientLine) string {
	if string(c.frame.ID()) == "null" {
		return "C-ID-2"
	}
	return "C-ID-1"
}

// request judges ids, the order of the opening, and the envelope.
func (j *hostJudge) request(l *linkJudge, c *clientLine) {
	if old := l.requests[c.id]; old != nil {
		switch {
		case j.era == hostLegacy:
			j.fail("C-ID-4", model.MUST, "an id that was used before in the session")
		case !l.answered[c.id] && !l.cancelled[c.id]:
			j.fail("C-ID-3", model.MUST, "an id that is in flight")
		}
	}
	l.requests[c.id] = c
	delete(l.answered, c.id)
	delete(l.cancelled, c.id)
	switch {
	case c.method == protocol.MethodInitialize:
		j.initialize(l, c)
	case c.frame.Claimed():
		j.envelope(l, c)
	default:
		j.bare(l, c)
	}
	l.first = true
}

func (j *hostJudge) initialize(l *linkJudge, c *clientLine) {
	if _, err := protocol.ParseInitializeParams(c.frame.Params()); err != nil {
		j.fail("C-LIFE-1", model.MUST, "initialize without version, capabilities and clientInfo: "+err.Error())
	}
	switch {
	case l.discovered:
		j.fail("C-ERA-4", model.MUST, "initialize after a DiscoverResult")
	case l.modern:
		j.fail("C-ERA-5", model.MUST, "initialize after a recognised error of 2026-07-28")
	case l.hello:
		j.fail("C-LIFE-1", model.MUST, "a second initialize")
	case c.frame.Claimed():
		j.fail("rules B9", model.SHOULD, "initialize with an envelope")
	case !l.first && j.suite.modern:
		j.fail("C-ERA-3", model.SHOULD, "a client of both eras that does not probe first")
	}
	l.hello, l.helloID = true, c.id
}

// envelope judges a request of 2026-07-28 (C-META-7, C-META-8).
func (j *hostJudge) envelope(l *linkJudge, c *clientLine) {
	version := string(c.frame.Version())
	switch {
	case l.greeted:
		j.fail("rules B9", model.SHOULD, "an envelope on a legacy connection")
	case c.frame.ClientCapabilities().Kind() != '{':
		j.fail("C-META-8", model.MUST, "a request of 2026-07-28 without clientCapabilities")
	case version == "" || l.discovered && version != protocol.ModernVersions()[0]:
		j.fail("C-META-7", model.MUST, "a version that the server does not list")
	case c.method == protocol.MethodPing:
		j.fail("rules B11", model.SHOULD, "a method that 2026-07-28 does not have")
	}
}

// bare judges a request without an envelope.
func (j *hostJudge) bare(l *linkJudge, c *clientLine) {
	switch {
	case l.modern || !l.hello && !l.refused && c.method == protocol.MethodDiscover:
		j.fail("C-META-7", model.MUST, "a request of 2026-07-28 without an envelope")
	case !l.hello && c.method != protocol.MethodPing:
		j.fail("C-LIFE-1", model.MUST, "a request before initialize")
	case !l.greeted && c.method != protocol.MethodPing:
		j.fail("C-LIFE-3", model.SHOULD, "a request before initialize was answered")
	case !l.ready && c.method != protocol.MethodPing:
		j.fail("C-LIFE-2", model.MUST, "a request before notifications/initialized")
	}
}
