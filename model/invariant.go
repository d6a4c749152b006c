package model

// A Transition is one step of a world: what the invariants judge. The slots of
// After are numbered like those of Before.
type Transition struct {
	Before World
	Move   Move
	After  World
	Out    []Emission
}

// An Invariant is a statement that every step of every reachable world keeps.
type Invariant struct {
	Name  string
	Says  string // one sentence
	Ref   string // the clauses that it states
	For   func(*System) bool
	Holds func(*System, *Transition) bool
}

// Invariants lists what is claimed of sys: an invariant that belongs to some
// policies only is left out for the others. The more telling ones come first:
// a step that breaks several is reported as the first.
func Invariants(sys *System) (all []Invariant) {
	for _, group := range [...][]Invariant{
		silenceInvariants(), refusalInvariants(), lockInvariants(), admissionInvariants(), listenInvariants(),
		answerInvariants(), serviceInvariants(), drainInvariants(), endInvariants(),
	} {
		for _, v := range group {
			if v.For == nil || v.For(sys) {
				all = append(all, v)
			}
		}
	}
	return all
}

// policies makes a For of the policies that a statement belongs to.
func policies(ps ...Policy) func(*System) bool {
	return func(sys *System) bool {
		for _, p := range ps {
			if p == sys.Policy {
				return true
			}
		}
		return false
	}
}

// was is slot i before the step; a request that was just read has no past.
func (t *Transition) was(i int) Slot {
	if t.Move.Asks() && int(t.Move.Slot) == i {
		return Slot{}
	}
	return t.Before.Slots[i]
}

// asked reports whether the step is a request frame on a connection that still
// admits, and found a place.
func (t *Transition) asked() bool {
	return t.Move.Asks() && t.Move.Slot >= 0 && t.Before.Life == LifetimeServing
}

// only reports whether f is all that went out.
func (t *Transition) only(f Frame) bool { return len(t.Out) == 1 && t.Out[0].Frame == f }

// runs reports whether request i is with its handler, or waits for it, and
// nothing was said.
func (t *Transition) runs(sys *System, i int, lane Lane) bool {
	s := &t.After.Slots[i]
	if len(t.Out) > 0 || s.Lane != lane {
		return false
	}
	if s.Kind == KindCall && sys.Queued {
		return s.State == RequestReceived
	}
	return s.State == RequestRunning && s.Has(MarkHandler)
}

// each reports whether every slot that is in use keeps ok.
func (w *World) each(ok func(*Slot) bool) bool {
	for i := range w.Slots {
		if s := &w.Slots[i]; s.Kind != KindFree && !ok(s) {
			return false
		}
	}
	return true
}
