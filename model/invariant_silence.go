package model

// silenceInvariants: what a cancel means.
func silenceInvariants() []Invariant {
	return []Invariant{{
		Name: "silence", Says: "Once a cancel was read, no frame of that request is appended.", Ref: "rules A10, S-CANCEL-1, S-CANCEL-12",
		Holds: func(_ *System, t *Transition) bool { return t.silent() },
	}, {
		Name: "silence-of-the-unsent", Says: "What had not been handed to the operating system when the cancel was read is never written.", Ref: "decisions C1, rules A10",
		Holds: func(_ *System, t *Transition) bool {
			return t.After.each(func(s *Slot) bool { return !s.Has(MarkHushed) || s.Marks&(MarkQueued|MarkWaiting|MarkEnded) == 0 })
		},
	}, {
		Name: "silence-at-shutdown", Says: "The end of the connection does not break the silence.", Ref: "rules A11",
		Holds: func(_ *System, t *Transition) bool {
			switch t.Move.Kind {
			case MoveEOF, MoveClose, MoveIdle, MoveDeadline, MoveBroken:
				return t.silent()
			}
			return t.After.Life == LifetimeServing || t.silent()
		},
	}, {
		Name: "modern-cancel-is-silent", Says: "Reading the cancel of a modern request writes nothing and frees the id at once.", Ref: "rules A10, S-CANCEL-1, S-CANCEL-4",
		Holds: func(sys *System, t *Transition) bool {
			s, found := t.cancelled()
			if !found || s.Lane == LaneLegacy && !sys.SilentLegacyCancel {
				return true
			}
			after := &t.After.Slots[t.Move.Slot]
			return len(t.Out) == 0 && after.Has(MarkHushed) && !after.Occupied()
		},
	}, {
		Name: "legacy-cancel-is-answered", Says: "Reading the cancel of a running legacy request writes the code 0 answer, frees the id and nothing else.", Ref: "rules A13, decisions C2",
		For: func(sys *System) bool { return !sys.SilentLegacyCancel },
		Holds: func(_ *System, t *Transition) bool {
			s, found := t.cancelled()
			if !found || s.Lane == LaneModern {
				return true
			}
			after := &t.After.Slots[t.Move.Slot]
			if s.State == RequestAnswered { // the answer races the cancel, and is the one that counts
				return len(t.Out) == 0 && *after == s
			}
			return t.only(FrameRequestCancelled) && t.Out[0].Slot == t.Move.Slot && !after.State.Live()
		},
	}, {
		Name: "cancel-misses", Says: "The cancel of something unknown, done or uncancellable changes nothing.", Ref: "S-CANCEL-11, S-LCANCEL-9, ladder 31",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveRead || t.Move.Class != ClassCancelled {
				return true
			}
			if _, found := t.cancelled(); found {
				return true
			}
			return len(t.Out) == 0 && t.After.Slots == t.Before.Slots
		},
	}, {
		Name: "inline-is-never-cancelled", Says: "No cancel reaches initialize or discover.", Ref: "decisions E3, ladder 31",
		Holds: func(_ *System, t *Transition) bool {
			return t.After.each(func(s *Slot) bool { return s.Kind != KindInitialize && s.Kind != KindDiscover || !s.Has(MarkHushed) })
		},
	}, {
		Name: "cancel-stops-at-once", Says: "A cancelled listen is settled, a call is at most waiting for its handler.", Ref: "rules A12, S-CANCEL-2",
		Holds: func(sys *System, t *Transition) bool {
			s, found := t.cancelled()
			if !found || s.State == RequestAnswered {
				return true
			}
			after := &t.After.Slots[t.Move.Slot]
			return after.State.Settled() != after.Has(MarkHandler)
		},
	}}
}

// silent reports whether no frame went out for a request that is silenced.
func (t *Transition) silent() bool {
	for _, e := range t.Out {
		if e.Slot >= 0 && t.After.Slots[e.Slot].Has(MarkHushed) {
			return false
		}
	}
	return true
}

// cancelled is the request that a cancel finds, as it was.
func (t *Transition) cancelled() (Slot, bool) {
	if !t.Move.Cancels() {
		return Slot{}, false
	}
	s := t.Before.Slots[t.Move.Slot]
	return s, s.Cancellable()
}
