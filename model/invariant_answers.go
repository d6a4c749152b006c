package model

// answerInvariants: exactly one last frame a request, and nothing after it.
func answerInvariants() []Invariant {
	return []Invariant{{
		Name: "nothing-after-answer", Says: "No frame of a request follows its last one.", Ref: "S-PROG-9, S-PROG-5, S-SUB-9, decisions C2",
		Holds: func(_ *System, t *Transition) bool {
			for k, e := range t.Out {
				if e.Slot < 0 {
					continue
				}
				if s := t.was(int(e.Slot)); s.Has(MarkEnded) {
					return false
				}
				for _, earlier := range t.Out[:k] {
					if earlier.Slot == e.Slot && earlier.Frame.Last() {
						return false
					}
				}
			}
			return true
		},
	}, {
		Name: "one-answer", Says: "A request gets at most one response.", Ref: "S-MSG-8",
		Holds: func(_ *System, t *Transition) bool {
			return t.After.each(func(s *Slot) bool { return !s.Has(MarkTwice) })
		},
	}, {
		Name: "settled-means-answered", Says: "A request is settled only by its last frame, or by a cancel that means silence.", Ref: "S-MSG-7, rules A15",
		Holds: func(_ *System, t *Transition) bool {
			return t.After.each(func(s *Slot) bool {
				switch s.State {
				case RequestAnswered:
					return s.Has(MarkEnded) && !s.Has(MarkHushed)
				case RequestDropped:
					return s.Has(MarkEnded) != s.Has(MarkHushed)
				}
				return true
			})
		},
	}, {
		Name: "live-means-unanswered", Says: "A request that was answered or cancelled is in flight no more.", Ref: "decisions C1 and C2",
		Holds: func(_ *System, t *Transition) bool {
			return t.After.each(func(s *Slot) bool { return !s.State.Live() || s.Marks&(MarkEnded|MarkHushed) == 0 })
		},
	}, {
		Name: "settled-stays", Says: "A settled request never comes back.", Ref: "S-MSG-8",
		Holds: func(_ *System, t *Transition) bool {
			for i := range t.After.Slots {
				s := t.was(i)
				if s.Kind != KindFree && s.State.Settled() && t.After.Slots[i].Kind != KindFree && !t.After.Slots[i].State.Settled() {
					return false
				}
			}
			return true
		},
	}, {
		Name: "decided-at-once", Says: "A request that was read is refused, answered, running or waiting for its start.", Ref: "S-MSG-7",
		Holds: func(sys *System, t *Transition) bool {
			return t.After.each(func(s *Slot) bool {
				return s.State != RequestReceived || sys.Queued && s.Kind == KindCall
			})
		},
	}, {
		Name: "running-has-handler", Says: "A request that is in flight has a handler, or is a listen of the hub; a settled one has none.", Ref: "S-MSG-7",
		Holds: func(sys *System, t *Transition) bool {
			return t.After.each(func(s *Slot) bool {
				hub := s.Kind == KindListen && !sys.CustomListens
				switch s.State {
				case RequestRunning, RequestStreaming, RequestAcknowledged, RequestEnding, RequestCancelled:
					return s.Has(MarkHandler) != hub
				}
				return !s.Has(MarkHandler)
			})
		},
	}, {
		Name: "returned-means-settled", Says: "When the handler has returned, its request is settled.", Ref: "S-MSG-7, rules A15",
		Holds: func(_ *System, t *Transition) bool {
			return t.Move.Kind != MoveResult && t.Move.Kind != MoveError || t.After.Slots[t.Move.Slot].State.Settled()
		},
	}, {
		Name: "handlers-answer-goes-out", Says: "What a handler of a live request returns is the answer.", Ref: "S-RESP-1, S-RESP-5, rules A19",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveResult && t.Move.Kind != MoveError {
				return true
			}
			s := t.was(int(t.Move.Slot))
			if !s.State.Live() {
				return len(t.Out) == 0
			}
			want := FrameError
			if t.Move.Kind == MoveResult || s.State == RequestEnding { // a graceful end, whatever the handler says
				want = FrameResult
			}
			return t.only(want) && t.After.Slots[t.Move.Slot].State == RequestAnswered
		},
	}, {
		Name: "handlers-frames-go-out", Says: "Progress and logs of a live request are sent.", Ref: "S-MSG-6, S-PROG-1",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveFrame {
				return true
			}
			if s := t.was(int(t.Move.Slot)); !s.State.Live() {
				return len(t.Out) == 0
			}
			return t.only(FrameProgress) && t.After.Slots[t.Move.Slot].State.Live()
		},
	}}
}
