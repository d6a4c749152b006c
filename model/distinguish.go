package model

import "slices"

// A Cue is one frame of a client, and what becomes of it if it is a call that
// gets a handler.
type Cue struct {
	Class  Class
	Handle Handling
}

// Handling is what a call's handler does before the client's next frame.
type Handling uint8

const (
	Returns Handling = iota // a success, at once
	Speaks                  // one progress frame, then it fails
	Fails                   // at once
	Parks                   // nothing so far
)

var handlings = [...]struct {
	words string
	moves []MoveKind
}{
	Returns: {"", []MoveKind{MoveResult}},
	Speaks:  {" (one progress frame, then it fails)", []MoveKind{MoveFrame, MoveError}},
	Fails:   {" (it fails)", []MoveKind{MoveError}},
	Parks:   {" (it waits)", nil},
}

func (c Cue) String() string { return c.Class.String() + handlings[c.Handle].words }

// Cues lists what an observer can say: every class of message that an era has a
// say about, calls with all that their handlers can do. Cancels are left out:
// without their request they are any notification.
func Cues() (all []Cue) {
	for c := Class(0); int(c) < Classes; c++ {
		if _, ok := EraEventOf(c); !ok || c == ClassCancelled || c == ClassBadCancelled {
			continue
		}
		for h := Returns; h <= Parks; h++ {
			if h == Returns || c == ClassEnveloped || c == ClassBare {
				all = append(all, Cue{c, h})
			}
		}
	}
	return all
}

// A Distinction is a conversation that two servers answer differently: in its
// last cue, and in no earlier one. A and B are what each says to each cue.
type Distinction struct {
	Cues []Cue
	A, B [][]Seen
}

// Distinguish searches the conversations of up to max cues, in which each is
// answered before the next one leaves, for the shortest that a and b answer
// differently, as a reader sees it who looks at frames through view. It returns
// all of that length, in the order of Cues.
func Distinguish(a, b *System, max int, view func(Seen) Seen) (found []Distinction) {
	type start struct {
		Distinction
		a, b World
	}
	level := []start{{a: a.Start(), b: b.Start()}}
	for ; max > 0 && len(found) == 0; max-- {
		var next []start
		for _, s := range level {
			for _, c := range Cues() {
				to := start{Distinction: Distinction{Cues: append(slices.Clone(s.Cues), c)}}
				var ofA, ofB []Seen
				to.a, ofA = a.converse(s.a, c)
				to.b, ofB = b.converse(s.b, c)
				to.A, to.B = append(slices.Clone(s.A), ofA), append(slices.Clone(s.B), ofB)
				if slices.EqualFunc(ofA, ofB, func(x, y Seen) bool { return view(x) == view(y) }) {
					next = append(next, to)
				} else {
					found = append(found, to.Distinction)
				}
			}
		}
		level = next
	}
	return found
}

// Exactly is the view of a reader who looks at the codes of refusals too.
func Exactly(s Seen) Seen { return s }

// Roughly is the view of a reader to whom a refusal is a refusal.
func Roughly(s Seen) Seen {
	s.Code = 0
	return s
}

// converse makes the moves of a cue, up to the writing of what it causes.
func (sys *System) converse(w World, c Cue) (World, []Seen) {
	slot := int8(-1)
	if c.Class.Request() {
		slot = int8(slices.IndexFunc(w.Slots[:], func(s Slot) bool { return s.Kind == KindFree }))
	}
	w, out := sys.Step(w, Move{Kind: MoveRead, Class: c.Class, Slot: slot}, nil)
	for _, k := range handlings[c.Handle].moves {
		if slot >= 0 && w.Slots[slot].Has(MarkHandler) {
			w, out = sys.Step(w, Move{Kind: k, Slot: slot}, out)
		}
	}
	var replies []Seen
	for _, e := range out {
		replies = append(replies, e.look(c.Class))
	}
	w, _ = sys.Step(w, Move{Kind: MoveWrite, Slot: -1}, nil)
	w, _ = w.Canonical()
	return w, replies
}
