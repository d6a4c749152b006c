package properties

import (
	"slices"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
)

// judge holds a record against the model's oracle, and against what the oracle
// leaves to who reads bytes.
type judge struct {
	oracle *model.Oracle
	heard  []heard
	asked  map[string]*asked // by id: who used it last
	tokens map[string]*asked
	listen map[string]*asked
	broken map[string]int // lines that are no messages, by the id that could be read
	steps  map[string]float64
	cancel map[*asked]int // how many frames had been sent with its cancel
	ended  bool           // the input
	faults []fault
}

// judgeRecord says what is wrong with a record, first things first.
func judgeRecord(record []item, lines []heard, era *model.EraTable) []fault {
	j := &judge{heard: lines, asked: map[string]*asked{}, tokens: map[string]*asked{}, listen: map[string]*asked{},
		broken: map[string]int{}, steps: map[string]float64{}, cancel: map[*asked]int{}}
	if era != nil {
		j.oracle = model.NewOracle(era)
	} else {
		j.oracle = model.NewOracle()
	}
	for i := range record {
		switch e := &record[i]; e.kind {
		case itemSent:
			j.sent(e.frame)
		case itemHeard:
			j.line(&lines[e.heard])
		case itemMissed:
			j.missed(e.frame)
		case itemEOF:
			j.oracle.EOF()
			j.ended = true
		case itemEnd:
			for _, f := range j.oracle.Quiet() {
				j.found(f)
			}
		}
	}
	return j.faults
}

func (j *judge) fail(clause string, level model.Level, why string) {
	f := fault{clause, level, why}
	if !slices.Contains(j.faults, f) {
		j.faults = append(j.faults, f)
	}
}

func (j *judge) found(f model.Finding) { j.fail(f.Clause, f.Level, f.Why) }

func (j *judge) missed(a *asked) {
	switch {
	case a == nil:
		j.fail("S-SHUT-1", model.SHOULD, "the output does not end after the end of input")
	case a.Class == model.ClassListen:
		j.fail("S-SUB-14", model.MUST, "a listen is neither acknowledged nor refused: "+a.ID)
	default:
		j.fail("S-MSG-7", model.MUST, "a request is not answered: "+a.ID)
	}
}

func (j *judge) sent(a *asked) {
	s := model.Sent{Class: a.Class, ID: a.number, Target: -1}
	if a.form == formBlank {
		j.broken[""]++ // an empty line may be complained about
	}
	switch {
	case a.target != nil:
		s.Target = a.target.number
	case a.Class == model.ClassCancelled:
	case a.Class.Request():
		j.asked[a.key] = a
		if a.Token != "" {
			j.tokens[idOf([]byte(a.Token))] = a
			delete(j.steps, idOf([]byte(a.Token)))
		}
		if a.Class == model.ClassListen {
			j.listen[a.key] = a
		}
	case a.Class < model.ClassResponse:
		j.broken[a.faultKey()]++
	}
	n := j.oracle.Send(s)
	if a.target != nil && j.cancel[a.target] == 0 {
		j.cancel[a.target] = n
	}
}

// faultKey is the id that an answer to a line that is no message may carry.
func (a *asked) faultKey() string {
	switch a.Class {
	case model.ClassBadShape, model.ClassBadParams, model.ClassTooLong:
		return a.key
	}
	return ""
}

// line judges one line of the server's.
func (j *judge) line(h *heard) {
	switch h.kind {
	case wire.InBlank:
	case wire.InJunk, wire.InTooLong:
		j.fail("S-FRAME-2", model.MUST, "a line that is no message")
	case wire.InInvalid:
		j.fail("S-MSG-1", model.MUST, "a line that is no JSON-RPC message")
	case wire.InResult, wire.InError:
		j.response(h)
	case wire.InProgress:
		j.progress(h)
	case wire.InAcknowledged:
		j.acknowledged(h)
	case wire.InListChanged, wire.InUpdated:
		j.change(h)
	case wire.InCancelled:
		j.about(model.SeenCancelled, j.asked[idOf(h.frame.RequestID())])
	case wire.InMessage:
		j.saw(model.Seen{Kind: model.SeenLog})
	case wire.InPing:
		j.saw(model.Seen{Kind: model.SeenPing})
	case wire.InRequest:
		j.saw(model.Seen{Kind: model.SeenRequest})
	}
}

func (j *judge) about(k model.SeenKind, a *asked) {
	s := model.Seen{Kind: k, ID: -1}
	if a != nil {
		s.ID = a.number
	}
	j.saw(s)
}

func (j *judge) saw(s model.Seen) {
	if f, ok := j.oracle.Saw(s); !ok {
		j.found(f)
	}
}
