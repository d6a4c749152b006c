package model

// OracleRequests is how many requests one conversation may hold.
const OracleRequests = 16

// An Oracle says whether a conversation, seen from outside, is one that the
// tables allow. The observer sees neither when the server reads a frame nor
// what a handler does; so the oracle keeps every world that fits what was seen
// so far: how much of what was sent has been read, where the era then stands,
// and where each request is. Reading is first in, first out; answering is not.
//
// It judges strangers, so it is milder than our own server's contract: where
// the specification leaves a choice, each choice is one more world. It is told
// which era tables to reckon with; a server of unknown policy is judged by all
// of them. A server may hold the modern lock before the frame that carries it
// is seen, or without any (rules A17).
//
// When no world remains, the frame is a Finding, at the level of the mildest
// clause that would have forbidden it, and the oracle goes on with the worlds
// in which that clause was broken: one mistake is reported once.
//
// An Oracle is not safe for concurrent use.
type Oracle struct {
	eras   []*EraTable
	sent   []Sent
	asked  [OracleRequests]Sent
	eof    bool
	worlds map[oracleWorld]struct{}
	missed [OracleRequests]bool
	loose  bool // no policy is held against it
	peak   int
}

// Sent is a frame that the observer wrote, as the classifier sees it.
type Sent struct {
	Class Class
	// ID is the request's number, 0 to OracleRequests-1. Each request has its
	// own number, even where it reuses an id. Ignored for notifications.
	ID int
	// Target is the number of the request that a ClassCancelled names.
	Target int
	// Logs: the request asks for log messages.
	Logs bool
}

// A Finding is what a conversation did that no world allows.
type Finding struct {
	Clause string
	Level  Level
	Why    string
	ID     int // the request it is about, or -1
}

// NewOracle starts a conversation with a server whose policy is one of eras.
// Without any its policy is unknown.
func NewOracle(eras ...*EraTable) *Oracle {
	o := &Oracle{eras: eras, loose: len(eras) == 0, worlds: map[oracleWorld]struct{}{}}
	if o.loose {
		o.eras = AllEras()
	}
	for i, t := range o.eras {
		o.worlds[oracleWorld{table: uint8(i), era: t.Start, legacy: LegacySession.Start}] = struct{}{}
	}
	o.peak = len(o.worlds)
	return o
}

// AllEras lists the table of every policy, with and without grace.
func AllEras() []*EraTable {
	all := make([]*EraTable, 0, len(eraTables)+2)
	for _, p := range Policies() {
		all = append(all, Era(p, false))
	}
	return append(all, Era(FirstFrame, true), Era(FirstSuccess, true))
}

// Send records a frame that was written. It changes nothing until the server
// reads it. It returns how many frames were sent, which [Oracle.HasRead] takes.
func (o *Oracle) Send(s Sent) int {
	o.sent = append(o.sent, s)
	if s.Class.Request() {
		o.asked[s.ID] = s
	}
	return len(o.sent)
}

// EOF records that the observer closed its side.
func (o *Oracle) EOF() { o.eof = true }

// HasRead says that, for reasons the observer has, the first n frames have been
// read by now.
func (o *Oracle) HasRead(n int) {
	next := map[oracleWorld]struct{}{}
	o.reachable(func(w oracleWorld) {
		if int(w.read) >= n {
			next[w] = struct{}{}
		}
	})
	o.become(next)
}

// Saw records a frame from the server. ok is true where some world allows it.
func (o *Oracle) Saw(f Seen) (found Finding, ok bool) {
	if f.Kind.Response() && f.ID < 0 {
		return o.unasked(f), false
	}
	free := map[oracleWorld]struct{}{}
	broken := map[Finding]map[oracleWorld]struct{}{}
	o.reachable(func(w oracleWorld) {
		next, bad, can := o.take(w, f)
		if !can {
			return
		}
		into := free
		if bad != (Finding{}) && !(o.loose && bad.Level == POLICY) {
			bad.ID = f.ID
			if into = broken[bad]; into == nil {
				into = map[oracleWorld]struct{}{}
				broken[bad] = into
			}
		}
		into[next] = struct{}{}
	})
	if len(free) > 0 {
		o.become(free)
		return Finding{}, true
	}
	best, any := mildest(broken)
	if !any { // a frame for a request that was never sent
		return o.unasked(f), false
	}
	o.become(broken[best])
	return best, false
}

func (o *Oracle) unasked(f Seen) Finding {
	if f.Kind == SeenError && f.Anonymous {
		return finding(-1, "S-RESP-5", MUST, "an error without an id, though every frame had a readable one")
	}
	return finding(-1, "S-RESP-1", MUST, "an answer to an id that was never asked")
}

func (o *Oracle) become(worlds map[oracleWorld]struct{}) {
	if len(worlds) > 0 {
		o.worlds = worlds
	}
	o.peak = max(o.peak, len(o.worlds))
}

// Peak is how many worlds were kept at most.
func (o *Oracle) Peak() int { return o.peak }

// mildest is the finding of the least binding level; among those of one level
// the order of the clauses decides, so that a verdict does not depend on the
// order of a map.
func mildest(broken map[Finding]map[oracleWorld]struct{}) (best Finding, ok bool) {
	for f := range broken {
		if !ok || f.Level > best.Level || f.Level == best.Level && (f.Clause < best.Clause || f.Clause == best.Clause && f.Why < best.Why) {
			best, ok = f, true
		}
	}
	return best, ok
}

func finding(id int, clause string, level Level, why string) Finding {
	return Finding{Clause: clause, Level: level, Why: why, ID: id}
}
