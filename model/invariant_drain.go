package model

// drainInvariants: what a draining connection still does.
func drainInvariants() []Invariant {
	return []Invariant{{
		Name: "draining-refuses", Says: "While draining a new request gets -32603 and is not admitted.", Ref: "ladder, decisions C3, S-MSG-7",
		Holds: func(_ *System, t *Transition) bool {
			if !t.Move.Asks() || t.Before.Life != LifetimeDraining {
				return true
			}
			return t.only(FrameDraining) && t.After.Era == t.Before.Era && (t.Move.Slot < 0 || t.After.Slots[t.Move.Slot].Kind == KindFree)
		},
	}, {
		Name: "draining-drops", Says: "While draining other notifications are dropped.", Ref: "ladder",
		Holds: func(_ *System, t *Transition) bool {
			if t.Before.Life != LifetimeDraining || t.Move.Kind != MoveRead || t.Move.Class < ClassInitialized || t.Move.Class == ClassCancelled || t.Move.Class == ClassBadCancelled {
				return true
			}
			return t.After == t.Before
		},
	}, {
		Name: "draining-lets-finish", Says: "The drain cancels nobody: calls in flight go on.", Ref: "decisions C3, rules A15",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveEOF && t.Move.Kind != MoveClose {
				return true
			}
			for i := range t.After.Slots {
				if s := t.was(i); s.Kind != KindFree && s.Kind != KindListen && s != t.After.Slots[i] {
					return false
				}
			}
			return true
		},
	}}
}
