package properties

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/eralock/eralock/model"
)

// asked is a frame that was said, with what the judge has to know of it.
type asked struct {
	Sample
	key    string // of the id; "" for none
	number int    // of the request, for the oracle
	target *asked // of a cancel
	role   role
	form   form
	gone   bool // its cancel was said
	quick  bool // it is answered soon
	from   int  // how many lines had been heard when it was said
}

// The oracle has room for so many requests; some of it is for barriers.
const (
	mostRequests = 10
	mostBarriers = model.OracleRequests - mostRequests
)

// player plays steps on one connection.
type player struct {
	*suite
	*plot
	*dialogue
	said     []*asked // requests, in order
	inUse    map[string]bool
	barriers int
	lines    int
	held     [][]byte
	ended    bool
	faults   []fault
}

func newPlayer(s *suite, p *plot, d *dialogue) *player {
	return &player{suite: s, plot: p, dialogue: d, inUse: map[string]bool{}}
}

func (p *player) all(steps []cue) {
	for _, c := range p.opening {
		p.line(cue{class: c, id: `"` + c.String() + `"`})
		p.await(p.last())
	}
	for _, s := range steps {
		if !p.ended {
			p.one(s)
		}
	}
	p.epilogue()
}

func (p *player) last() *asked {
	if len(p.said) == 0 {
		return nil
	}
	return p.said[len(p.said)-1]
}

func (p *player) one(s cue) {
	if s.do != doLine && s.do != doCancel {
		p.flush()
	}
	switch s.do {
	case doLine:
		p.line(s)
	case doCancel:
		p.cancel(s.nth)
	case doAwait:
		if len(p.said) > 0 {
			p.await(p.said[s.nth%len(p.said)])
		}
	case doBarrier:
		p.wall()
	case doPause:
		time.Sleep(p.suite.pause / 10)
	case doStall:
		p.stall(true)
	case doResume:
		p.stall(false)
	case doEnd:
		p.end()
	}
}

// line says a frame. An id that is taken is changed: a client must not use one
// twice at a time.
func (p *player) line(s cue) {
	a := &asked{Sample: Sample{Class: s.class, ID: s.id}, role: s.role, form: s.form}
	if s.class.Request() {
		if len(p.said) == mostRequests {
			return
		}
		p.call(a)
		a.number = len(p.said) + p.barriers
		if a.key = idOf([]byte(a.ID)); a.ID == "" || p.inUse[a.key] {
			a.ID = strconv.Itoa(100 + a.number)
			a.key = idOf([]byte(a.ID))
		}
		p.inUse[a.key] = true
		p.said = append(p.said, a)
	} else if s.class <= model.ClassResponse {
		a.ID = strconv.Itoa(900 + s.nth)
		a.key = idOf([]byte(a.ID))
	}
	p.vary(a, s.nth)
	p.put(a, s)
}

// vary chooses among the samples of one class.
func (p *player) vary(a *asked, nth int) {
	switch n := nth + len(p.said) + p.lines; a.Class {
	case model.ClassMalformed:
		a.Raw = BrokenLines()[n%len(BrokenLines())]
	case model.ClassPartialEnvelope:
		a.Meta = BrokenEnvelopes()[n%len(BrokenEnvelopes())]
	case model.ClassUnsupportedVersion:
		a.Version = []string{"1999-12-31", "2099-01-01", "2025-11-25", "", "latest"}[n%5]
	case model.ClassListen:
		a.Filter = filters[n%len(filters)]
	case model.ClassCancelled:
		a.ID = `"unknown"`
	}
	p.lines++
}

// call fills in what a request calls.
func (p *player) call(a *asked) {
	a.quick = true
	if a.Class != model.ClassEnveloped && a.Class != model.ClassBare {
		return
	}
	var tool Sample
	switch a.role {
	case roleSlow:
		tool, a.quick = p.slow, p.slow.Tool == ""
	case roleProgress:
		tool = p.progress
	case roleChange:
		tool = p.change
	}
	a.Tool, a.Arguments = tool.Tool, tool.Arguments
	if a.Tool != "" {
		a.Token = fmt.Sprintf(`"t%d"`, len(p.said))
	}
}

// put writes a frame, now or with the next.
func (p *player) put(a *asked, s cue) {
	line := a.Line()
	a.from = len(p.dialogue.all())
	p.note(item{kind: itemSent, text: "> " + shorten(bytes.TrimSuffix(line, []byte("\n"))), frame: a})
	writes := s.form.put(line, s.nth)
	if n := len(p.held); n > 0 { // the first part joins what is held
		writes[0] = append(p.held[n-1], writes[0]...)
		writes, p.held = append(p.held[:n-1], writes...), nil
	}
	if s.held {
		last := len(writes) - 1
		writes[last] = bytes.Clone(writes[last])
		p.held = writes
		return
	}
	p.out.pour(writes...)
}

func (p *player) flush() {
	p.out.pour(p.held...)
	p.held = nil
}

// cancel names a request of those that were said, mostly one that can be in
// flight; it may be over.
func (p *player) cancel(nth int) {
	from := p.said
	if live := slices.DeleteFunc(slices.Clone(p.said), func(a *asked) bool { return a.gone || a.quick && a.Class != model.ClassListen }); len(live) > 0 && nth < 6 {
		from = live
	}
	if len(from) == 0 {
		return
	}
	target := from[nth%len(from)]
	switch target.Class {
	case model.ClassInitialize, model.ClassBadInitialize, model.ClassClaimedInitialize:
		return // C-LCANCEL-2
	case model.ClassDiscover, model.ClassBareDiscover: // it is answered all the same (decisions E3)
	default:
		target.gone = true
	}
	p.put(&asked{Sample: Sample{Class: model.ClassCancelled, ID: target.ID}, target: target}, cue{})
}

// wall is a barrier: what was said before it has been read.
func (p *player) wall() {
	if p.barriers == mostBarriers {
		return
	}
	a := &asked{Sample: Sample{Class: p.barrier, ID: fmt.Sprintf(`"barrier %d"`, p.barriers)}, quick: true}
	a.number, a.key = len(p.said)+p.barriers, idOf([]byte(a.ID))
	p.barriers++
	p.put(a, cue{})
	if !p.await(a) {
		return
	}
	for _, s := range p.said { // a cancel that was read gives the id back
		if s.gone {
			p.inUse[s.key] = !s.reusable()
		}
	}
}
