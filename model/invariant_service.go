package model

// serviceInvariants: what is right is served.
func serviceInvariants() []Invariant {
	return []Invariant{{
		Name: "modern-is-served", Says: "Unless legacy, a good modern request is run, answered or acknowledged.", Ref: "S-ERA-3, S-DISC-1, S-SUB-14, rules A1",
		Holds: func(sys *System, t *Transition) bool {
			if !t.asked() || t.Before.Era == EraLegacy {
				return true
			}
			i := int(t.Move.Slot)
			switch t.Move.Class {
			case ClassEnveloped:
				return t.runs(sys, i, LaneModern)
			case ClassDiscover:
				return t.only(FrameDiscoverResult)
			case ClassListen:
				switch {
				case t.Before.Listens() >= sys.Listens:
					return t.only(FrameNoListenSlot)
				case sys.CustomListens:
					return t.runs(sys, i, LaneModern)
				}
				return t.only(FrameAcknowledgement) && t.After.Slots[i].State == RequestAcknowledged
			}
			return true
		},
	}, {
		Name: "legacy-is-served", Says: "After the handshake a legacy request is run.", Ref: "S-ERA-4, ladder 20",
		Holds: func(sys *System, t *Transition) bool {
			if !t.asked() || t.Move.Class != ClassBare || t.Before.Era != EraLegacy && sys.Policy != Concurrent {
				return true
			}
			if t.Before.Legacy == LegacyUninitialised {
				return t.only(FrameTeach)
			}
			return t.runs(sys, int(t.Move.Slot), LaneLegacy)
		},
	}, {
		Name: "ping", Says: "A bare ping is answered unless modern.", Ref: "S-PING-1, ladder 22",
		Holds: func(sys *System, t *Transition) bool {
			if !t.asked() || t.Move.Class != ClassPing || t.Before.Era == EraModern || t.provisional() && sys.Grace {
				return true
			}
			return t.only(FramePong)
		},
	}, {
		Name: "notifications-are-not-answered", Says: "A notification and a response are never answered; only a cancel may be, with the code 0 answer.", Ref: "S-NOTIF-1, ladder 9, 27 and 32",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveRead || t.Move.Class < ClassResponse || t.Move.Class.Request() || len(t.Out) == 0 {
				return true
			}
			return t.Move.Cancels() && t.only(FrameRequestCancelled)
		},
	}, {
		Name: "notifications-move-no-request", Says: "A notification other than a cancel touches no request, and only initialized moves the handshake on.", Ref: "S-NOTIF-1, ladder 27 and 32",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveRead || t.Move.Class < ClassResponse || t.Move.Class.Request() {
				return true
			}
			want := t.Before.Legacy
			if t.Move.Class == ClassInitialized && want == LegacyInitialised && t.delivers() {
				want = LegacyReady
			}
			return t.After.Legacy == want && (t.Move.Class == ClassCancelled || t.After.Slots == t.Before.Slots)
		},
	}, {
		Name: "handshake-moves-on", Says: "The handshake moves only by an InitializeResult, by initialized, or by the first request after it.", Ref: "ladder 27, S-LIFE-2",
		Holds: func(_ *System, t *Transition) bool {
			switch {
			case t.After.Legacy == t.Before.Legacy:
				return t.Before.Legacy != LegacyInitialised || !t.servesLegacy()
			case t.Before.Legacy == LegacyUninitialised:
				return t.After.Legacy == LegacyInitialised && t.only(FrameInitializeResult)
			case t.Before.Legacy == LegacyInitialised:
				return t.After.Legacy == LegacyReady && (t.servesLegacy() || t.Move.Class == ClassInitialized)
			}
			return false
		},
	}, {
		Name: "lines-that-are-no-message", Says: "They are answered while serving, unless no answer is legal, and change nothing.", Ref: "decisions A2 and A3, S-ERR-10, S-ERR-11",
		Holds: func(_ *System, t *Transition) bool {
			fault := t.Move.Kind == MoveRead && t.Move.Class < ClassResponse
			if !fault && t.Move.Kind != MoveMuteFault {
				return true
			}
			if fault && t.Before.Life == LifetimeServing {
				return t.only(FrameFault) && t.After == t.Before
			}
			return len(t.Out) == 0 && t.After == t.Before
		},
	}, {
		Name: "duplicate-id", Says: "A request with an id in flight is refused, and the first one is untouched.", Ref: "decisions A5, ladder 26",
		Holds: func(_ *System, t *Transition) bool {
			return t.Move.Kind != MoveDuplicate || t.only(FrameDuplicate) && t.After == t.Before
		},
	}, {
		Name: "over-the-limit", Says: "A request beyond the limit is refused, and nothing else changes.", Ref: "decisions C10",
		Holds: func(_ *System, t *Transition) bool {
			if !t.Move.Asks() || t.Move.Slot >= 0 || t.Before.Life != LifetimeServing {
				return true
			}
			return t.only(FrameBusy) && t.After == t.Before
		},
	}}
}

// provisional reports whether only discover was answered so far.
func (t *Transition) provisional() bool { return t.Before.Era == EraProbed }

// delivers reports whether a notification reaches its handler.
func (t *Transition) delivers() bool {
	return t.Before.Life == LifetimeServing && t.Before.Era != EraProbed
}

// servesLegacy reports whether the step admits a legacy call.
func (t *Transition) servesLegacy() bool {
	if !t.asked() {
		return false
	}
	s := &t.After.Slots[t.Move.Slot]
	return s.Kind == KindCall && s.Lane == LaneLegacy && (s.State == RequestRunning || s.State == RequestReceived)
}
