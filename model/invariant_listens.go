package model

// listenInvariants: the life of a subscription.
func listenInvariants() []Invariant {
	return []Invariant{{
		Name: "acknowledged-first", Says: "The acknowledgement is the first frame of a listen that is no error, and comes once.", Ref: "rules A3, S-SUB-2, S-SUB-3",
		Holds: func(_ *System, t *Transition) bool {
			for k, e := range t.Out {
				if e.Slot < 0 || e.Frame.Error() || t.After.Slots[e.Slot].Kind != KindListen {
					continue
				}
				s := t.was(int(e.Slot))
				acked := s.Has(MarkAcked)
				for _, earlier := range t.Out[:k] {
					acked = acked || earlier.Slot == e.Slot && earlier.Frame == FrameAcknowledgement
				}
				if acked == (e.Frame == FrameAcknowledgement) {
					return false
				}
			}
			return true
		},
	}, {
		Name: "acknowledgement-goes-out", Says: "A listen's own handler acknowledges it while it is in flight, and in vain once it is cancelled.", Ref: "rules A20, S-SUB-14",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveAcknowledge {
				return true
			}
			s := t.was(int(t.Move.Slot))
			return t.only(FrameAcknowledgement) == s.State.Live() && len(t.Out) < 2
		},
	}, {
		Name: "only-listens-speak-so", Says: "Acknowledgements, changes and notifications/cancelled belong to listens, progress to calls.", Ref: "S-CANCEL-7, S-CANCEL-8, S-SUB-11",
		Holds: func(_ *System, t *Transition) bool {
			return t.every(func(e *Emission) bool {
				if e.Slot < 0 {
					return e.Frame >= FrameFault
				}
				listen := t.After.Slots[e.Slot].Kind == KindListen
				switch e.Frame {
				case FrameAcknowledgement, FrameEvent, FrameCancelled:
					return listen
				case FrameProgress:
					return !listen
				}
				return true
			})
		},
	}, {
		Name: "changes-flow", Says: "A live listen gets its changes, one that ends or has ended gets none.", Ref: "S-SUB-9, S-SUB-12, S-SUB-13, rules A6",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveEvent {
				return true
			}
			s := t.was(int(t.Move.Slot))
			if t.After.Slots[t.Move.Slot].State != s.State {
				return false
			}
			return t.only(FrameEvent) == (s.State == RequestAcknowledged) && len(t.Out) < 2
		},
	}, {
		Name: "ends-with-its-result", Says: "A listen that the server ends gets its result as its last frame.", Ref: "rules A14, S-SUB-7, S-SUB-8, S-SUB-9",
		Holds: func(sys *System, t *Transition) bool {
			all := (t.Move.Kind == MoveEOF || t.Move.Kind == MoveClose) && t.Before.Life == LifetimeServing
			for i := range t.After.Slots {
				if s := t.was(i); s.Kind != KindListen || s.State != RequestAcknowledged || !all && (t.Move.Kind != MoveCloseListen || int(t.Move.Slot) != i) {
					continue
				}
				if sys.CustomListens { // its handler is told, and then returns
					if t.After.Slots[i].State != RequestEnding {
						return false
					}
					continue
				}
				if !t.ended(i, FrameResult) || !t.After.Slots[i].State.Settled() {
					return false
				}
			}
			return true
		},
	}, {
		Name: "deadline-ends-with-results", Says: "A listen that is still open when the drain is over gets its result, not an error.", Ref: "decisions C3, S-SUB-7",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveDeadline {
				return true
			}
			for i := range t.After.Slots {
				if s := t.was(i); s.Has(MarkAcked) && s.State.Live() && !t.ended(i, FrameResult) {
					return false
				}
			}
			return true
		},
	}, {
		Name: "overflow-ends-abruptly", Says: "A listen that cannot keep up gets notifications/cancelled and nothing after it.", Ref: "decisions C4, S-CANCEL-6",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveSever {
				return !t.some(func(e *Emission) bool { return e.Frame == FrameCancelled })
			}
			s := &t.After.Slots[t.Move.Slot]
			return t.only(FrameCancelled) && !s.State.Live() && s.State != RequestAnswered && s.State.Settled() != s.Has(MarkHandler)
		},
	}, {
		Name: "listen-slots", Says: "Never more listens than there are slots, and a listen that ends gives its slot back.", Ref: "rules A12, ladder 24",
		Holds: func(sys *System, t *Transition) bool {
			return t.After.Listens() <= sys.Listens
		},
	}}
}

// ended reports whether f is the last frame that went out for slot i.
func (t *Transition) ended(i int, f Frame) bool {
	for k := len(t.Out) - 1; k >= 0; k-- {
		if int(t.Out[k].Slot) == i {
			return t.Out[k].Frame == f
		}
	}
	return false
}
