package model

// localStep is all that the verdict on a local step depends on: a frame that is
// read, or a step of a handler, looks at what the connection shares, at the
// number of live listens and at its own slot, and changes nothing but that slot.
// Every other slot was judged when it became what it is. So of a million steps
// that differ in the other slots only, one is judged. What changes anything
// shared is judged every time.
type localStep uint64

// shared is what a step of w reads beside its slot.
func (l *lookout) shared(w *World) localStep {
	k := localStep(w.Era) | localStep(w.Life)<<2 | localStep(w.Legacy)<<4 | localStep(w.Listens())<<8
	if w.InputEnded {
		k |= 1 << 6
	}
	if w.OutputClosed {
		k |= 1 << 7
	}
	return k << 44
}

// local is the step without what it does not look at; false if it is no local
// one.
func (l *lookout) local(shared localStep) (localStep, bool) {
	t := &l.t
	if l.thorough || t.Move.Kind > MoveMuteFault && t.Move.Kind < MoveStart || l.shared(&t.After) != shared {
		return 0, false
	}
	k := shared | localStep(t.Move.Kind)<<36 | localStep(t.Move.Class)<<28
	if t.Move.Slot < 0 {
		return k, true
	}
	s := &t.Before.Slots[t.Move.Slot]
	return k | 1<<27 | localStep(s.Kind)<<16 | localStep(s.State)<<12 | localStep(s.Lane)<<8 | localStep(s.Marks), true
}
