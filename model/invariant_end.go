package model

// endInvariants: how a connection ends.
func endInvariants() []Invariant {
	return []Invariant{{
		Name: "end-moves-forward", Says: "Serving, draining, closed: never back, and never past draining but for a broken pipe.", Ref: "decisions C3 and C9, S-SHUT-1",
		Holds: func(_ *System, t *Transition) bool {
			if t.Before.Life == t.After.Life {
				return true
			}
			switch t.Move.Kind {
			case MoveEOF, MoveClose:
				return t.Before.Life == LifetimeServing && t.After.Life == LifetimeDraining
			case MoveIdle, MoveDeadline:
				return t.Before.Life == LifetimeDraining && t.After.Life == LifetimeClosed
			}
			return t.Move.Kind == MoveBroken && t.After.Life == LifetimeClosed
		},
	}, {
		Name: "end-is-heard", Says: "End of input and a close begin the drain; an idle drain, its deadline and a broken pipe end it.", Ref: "decisions C3 and C9, S-SHUT-1, S-SHUT-2",
		Holds: func(_ *System, t *Transition) bool {
			switch t.Move.Kind {
			case MoveEOF, MoveClose:
				return t.After.Life != LifetimeServing
			case MoveIdle, MoveDeadline, MoveBroken:
				return t.After.Life == LifetimeClosed
			}
			return true
		},
	}, {
		Name: "closed-means-closed", Says: "The output is closed exactly when the connection is.", Ref: "S-SHUT-1",
		Holds: func(_ *System, t *Transition) bool { return t.After.OutputClosed == (t.After.Life == LifetimeClosed) },
	}, {
		Name: "nothing-after-close", Says: "Once the output is closed, nothing is appended.", Ref: "decisions C3, S-SHUT-1",
		Holds: func(_ *System, t *Transition) bool { return !t.Before.OutputClosed || len(t.Out) == 0 },
	}, {
		Name: "written-before-close", Says: "The output closes only after everything in the outbox was written, or when nobody can read it.", Ref: "decisions C3, rules A15",
		Holds: func(_ *System, t *Transition) bool { return !t.After.OutputClosed || !t.After.unsent() },
	}, {
		Name: "all-settled-at-the-end", Says: "When the output closes, every request was answered unless its cancel was read.", Ref: "rules A15, S-MSG-7, decisions C3",
		Holds: func(_ *System, t *Transition) bool {
			if t.Before.OutputClosed || !t.After.OutputClosed || t.Move.Kind == MoveBroken {
				return true
			}
			return t.After.each(func(s *Slot) bool { return s.Has(MarkEnded) != s.Has(MarkHushed) })
		},
	}, {
		Name: "deadline-answers", Says: "At the deadline every call in flight gets Connection closed.", Ref: "decisions C3, rules A15",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveDeadline {
				return t.every(func(e *Emission) bool { return e.Frame != FrameConnectionClosed })
			}
			for i := range t.After.Slots {
				if s := t.was(i); s.Kind != KindFree && s.State.Live() && !s.Has(MarkAcked) && !t.ended(i, FrameConnectionClosed) {
					return false
				}
			}
			return true
		},
	}, {
		Name: "broken-pipe-writes-nothing", Says: "When the output is gone nothing is appended, and no request is in flight.", Ref: "decisions C9",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveBroken {
				return true
			}
			return len(t.Out) == 0 && t.After.each(func(s *Slot) bool { return !s.State.Live() })
		},
	}, {
		Name: "idle-means-settled", Says: "A drain ends by itself only when no handler runs, those of cancelled requests included.", Ref: "decisions C3",
		Holds: func(_ *System, t *Transition) bool {
			return t.Move.Kind != MoveIdle || t.Before.Idle() && len(t.Out) == 0
		},
	}}
}
