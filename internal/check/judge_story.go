package check

import (
	"fmt"
	"strings"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/model"
)

// story tells the oracle what was sent and seen, in order, and turns what it
// does not believe into faults.
func (j *judge) story() {
	o := model.NewOracle(j.peer.eras...)
	sent := map[*frame]int{}
	for i, r := range j.e.records {
		switch {
		case r.Kind == trace.Sent:
			for _, f := range j.e.framesAt(i) {
				sent[f] = o.Send(f.sent)
			}
		case i == j.e.closed:
			o.EOF()
		case i == j.e.waited:
			j.quiet(o, i)
			j.silences(o)
			j.changes()
		case r.Kind == trace.Received && len(r.Data) > 0:
			m := read(r.Data)
			m.record, m.at = i, r.At
			j.hear(o, sent, &m)
		}
	}
	j.quiet(o, len(j.e.records)-1)
	if j.e.waited < 0 && j.e.closed >= 0 && !j.has("decisions C3") {
		j.pass("decisions C3")
	}
	if j.peer.matched && !j.has("policies") {
		j.pass("policies")
	}
}

func (j *judge) hear(o *model.Oracle, sent map[*frame]int, m *message) {
	seen, f, ok := j.seen(m)
	if !ok {
		return
	}
	if f != nil && seen.Kind.Response() {
		if cancel := j.provoked(f, m); cancel != nil {
			if n, written := sent[cancel]; written {
				o.HasRead(n)
			}
		}
	}
	found, ok := o.Saw(seen)
	if ok {
		j.credit(f, m, seen)
		return
	}
	j.find(found, f, m.record)
	if found.Clause == "S-RESP-1" {
		j.faults[len(j.faults)-1].why += j.lookalike(m)
	}
}

// find turns a finding into a fault.
func (j *judge) find(found model.Finding, f *frame, record int) {
	clause, why := found.Clause, found.Why
	if clause == "S-ERR-12" && f != nil && f.letter == model.LetterRemoved {
		clause = "S-REMOVED-1"
	}
	if clause == "S-VER-1" && f != nil && j.peer.refuses[f.letter] {
		clause, why = "S-STATE-1", "a version that is refused on a fresh connection was accepted on a used one"
	}
	if f != nil {
		why = fmt.Sprintf("%s (%s, id %s)", why, f.method, f.id)
	}
	j.fail(clause, record, why)
}

func (j *judge) frameOf(id int) *frame {
	for _, f := range j.e.frames {
		if f.id != "" && f.sent.ID == id {
			return f
		}
	}
	return nil
}

// lookalike tells of an id that came back as another type.
func (j *judge) lookalike(m *message) string {
	for _, f := range j.e.frames {
		if f.id != "" && strings.Trim(f.id, `"`) == strings.Trim(string(m.id), `"`) {
			return fmt.Sprintf(": %s came back as %s", f.id, m.id)
		}
	}
	return ""
}

// quiet asks for what is still open.
func (j *judge) quiet(o *model.Oracle, record int) {
	missing := o.Quiet()
	for _, found := range missing {
		j.find(found, j.frameOf(found.ID), record)
		j.faults[len(j.faults)-1].timed = j.e.waited == record || j.e.alive
	}
	if j.e.waited == record && len(missing) == 0 {
		for _, f := range j.e.frames {
			switch {
			case f.id == "":
			case f.letter.Modern():
				j.pass("S-MSG-7")
			default:
				j.pass("S-MSG-1")
			}
		}
	}
}

// silences credits the cancels that were honoured.
func (j *judge) silences(o *model.Oracle) {
	for _, c := range j.e.frames {
		if c.sent.Class != model.ClassCancelled || !o.Silent(c.sent.Target) {
			continue
		}
		switch f := j.frameOf(c.sent.Target); f.letter {
		case model.LetterListen:
			j.pass("S-CANCEL-12")
		case model.LetterSlow:
			j.pass("S-CANCEL-1")
		default:
			j.pass("S-LCANCEL-4")
		}
	}
}

// provoked finds the cancel that an answer gives away as read although nothing
// else proves it yet: a listen has no end of its own, and a call that succeeds
// when it is left alone has failed long before its time.
func (j *judge) provoked(f *frame, m *message) *frame {
	for _, c := range j.e.frames {
		if c.sent.Class != model.ClassCancelled || c.sent.Target != f.sent.ID || c.record > m.record {
			continue
		}
		early := m.failed() && j.peer.slowTook > 0 && m.at-f.at < j.peer.slowTook*6/10
		if f.letter == model.LetterListen && j.peer.listens || slow(f.letter) && early {
			return c
		}
	}
	return nil
}
