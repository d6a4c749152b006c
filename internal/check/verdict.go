package check

import (
	"slices"
	"time"

	"github.com/eralock/eralock/model"
)

// fault is one finding about an exchange.
type fault struct {
	clause string
	why    string
	record int // where it shows, among the exchange's records
	// timed: something did not come in time. It counts only if it happens
	// again on a quiet machine.
	timed bool
}

// verdict is what one exchange says about the clauses.
type verdict struct {
	passes map[string]int
	faults []fault
}

func (v *verdict) pass(clauses ...string) {
	for _, c := range clauses {
		v.passes[c]++
	}
}

func (v *verdict) fail(clause string, record int, why string) {
	v.faults = append(v.faults, fault{clause: clause, why: why, record: record})
}

// check passes the clause or finds a fault.
func (v *verdict) check(ok bool, clause string, record int, why string) {
	if ok {
		v.pass(clause)
		return
	}
	v.fail(clause, record, why)
}

func (v *verdict) has(clause string) bool { return v.first(clause, true) != nil }

// first is the first fault of a clause. Without timed those that only came too
// late are left out.
func (v *verdict) first(clause string, timed bool) *fault {
	for i, f := range v.faults {
		if f.clause == clause && (timed || !f.timed) {
			return &v.faults[i]
		}
	}
	return nil
}

// drop forgets the faults of a clause.
func (v *verdict) drop(clause string) {
	v.faults = slices.DeleteFunc(v.faults, func(f fault) bool { return f.clause == clause })
}

// peer is what is known about the server under judgement.
type peer struct {
	modern, legacy bool   // which vocabularies it serves
	name           string // as it calls itself
	supported      []string
	legacyVersion  string
	tools          map[string]bool // on the first page of the list
	pages          bool            // the list has more of them
	listens        bool
	lists          bool                  // tools/list is served
	refuses        map[model.Letter]bool // versions that get their -32022 on a fresh connection

	slowTook time.Duration // how long the slow call takes when it is left alone

	// eras are the tables that fit the fingerprint; matched is false where none
	// does, or where there is nothing to tell apart: then all are tried, and
	// none is held against the peer.
	eras        []*model.EraTable
	matched     bool
	policy      string
	fingerprint string

	boot time.Duration // from the start to the first answer
}

// mayHave reports whether the peer may have a tool: what is not on the first
// page may be on the next (C-PAGE-1); calling it tells.
func (p *peer) mayHave(tool string) bool { return p.tools[tool] || p.pages }

// judge is one exchange being judged.
type judge struct {
	*verdict
	e    *exchange
	peer *peer
}

// judgeExchange says what an exchange says about the clauses.
func judgeExchange(e *exchange, p *peer) *verdict {
	j := &judge{&verdict{passes: map[string]int{}}, e, p}
	if p.isForeign(e.schedule) {
		j.stranger()
		return j.verdict
	}
	for _, m := range e.messages() {
		j.line(&m)
	}
	j.story()
	for _, f := range e.frames {
		if m := e.answer(f); m != nil {
			j.answer(f, m)
		}
	}
	j.acknowledgements()
	j.ending()
	return j.verdict
}

// ending judges how the process took the end of its input.
func (j *judge) ending() {
	if j.e.closed < 0 || j.e.ended >= 0 && j.e.ended < j.e.closed {
		return // it ended by itself, which it may (S-SHUT-2)
	}
	if !j.e.alive {
		j.pass("S-SHUT-1")
		return
	}
	j.fail("S-SHUT-1", len(j.e.records)-1, "the process went on after the end of its input")
	j.faults[len(j.faults)-1].timed = true
}
