package model

// refusalInvariants: what each era refuses, and with what.
func refusalInvariants() []Invariant {
	answering := func(sys *System) bool { return sys.answering() }
	committed := policies(FirstFrame, FirstSuccess, OpeningRequest)
	return []Invariant{{
		Name: "late-initialize", Says: "On a modern connection initialize gets -32022.", Ref: "rules A6 and A16, ladder 10 and 11",
		Holds: func(_ *System, t *Transition) bool {
			c := t.Move.Class
			return !t.askedIn(EraModern) || c != ClassInitialize && c != ClassBadInitialize || t.only(FrameLate)
		},
	}, {
		Name: "no-hijack", Says: "On a modern connection no handshake begins, whatever is sent.", Ref: "rules A6",
		Holds: func(_ *System, t *Transition) bool {
			return t.Before.Era != EraModern || t.After.Legacy == t.Before.Legacy || t.Move.Class == ClassInitialized
		},
	}, {
		Name: "envelope-on-legacy", Says: "On a legacy connection a modern envelope gets -32600.", Ref: "rules C3, ladder 12 to 24",
		For: committed,
		Holds: func(_ *System, t *Transition) bool {
			return !t.askedIn(EraLegacy) || !t.Move.Class.Claims() || t.only(FrameEnvelope)
		},
	}, {
		Name: "legacy-sees-no-modern-words", Says: "A legacy client sees frames of the modern era only for requests that were admitted before.", Ref: "rules A19 and A21",
		Holds: func(_ *System, t *Transition) bool {
			if t.Before.Era != EraLegacy || !t.Move.Asks() || t.Move.Slot < 0 {
				return true
			}
			return t.After.Slots[t.Move.Slot].Lane == LaneLegacy && t.every(func(e *Emission) bool { return e.Lane == LaneLegacy })
		},
	}, {
		Name: "modern-sees-no-legacy-words", Says: "On a modern connection no request is served in the legacy era.", Ref: "rules A10, S-ERA-3",
		Holds: func(_ *System, t *Transition) bool {
			if t.Before.Era != EraModern || !t.Move.Asks() || t.Move.Slot < 0 || t.After.Slots[t.Move.Slot].Kind == KindFree {
				return true
			}
			return t.After.Slots[t.Move.Slot].Lane == LaneModern
		},
	}, {
		Name: "bare-on-modern", Says: "On a modern connection a request without an envelope gets -32602.", Ref: "decisions E6 and E7, ladder 14 and 20 to 25, S-META-7",
		Holds: func(_ *System, t *Transition) bool {
			c := t.Move.Class
			return !t.askedIn(EraModern) || c.Claims() || c == ClassInitialize || c == ClassBadInitialize || t.only(FrameBare)
		},
	}, {
		Name: "bare-on-open", Says: "Before anything is chosen a request without an envelope is told what is missing.", Ref: "decisions E6 and E8, ladder 14 and 20 to 25",
		For: answering,
		Holds: func(_ *System, t *Transition) bool {
			if !t.askedIn(EraOpen) {
				return true
			}
			switch t.Move.Class {
			case ClassBare:
				return t.only(FrameTeach)
			case ClassBareUnknown:
				return t.only(FrameMethod)
			case ClassBareDiscover, ClassBareListen:
				return t.only(FrameBare)
			}
			return true
		},
	}, {
		Name: "bare-on-legacy", Says: "On a legacy connection what 2025-11-25 does not know does not exist.", Ref: "decisions E6, ladder 14, 21 and 25",
		Holds: func(_ *System, t *Transition) bool {
			c := t.Move.Class
			return !t.askedIn(EraLegacy) || c != ClassBareUnknown && c != ClassBareDiscover && c != ClassBareListen || t.only(FrameMethod)
		},
	}, {
		Name: "bad-envelope", Says: "Unless legacy, a bad envelope, version or filter gets the refusal that the classifier found.", Ref: "S-META-7, S-VER-1, S-ERR-13, ladder 15, 16 and 24",
		Holds: func(_ *System, t *Transition) bool {
			c := t.Move.Class
			return !t.asked() || t.Before.Era == EraLegacy || c != ClassPartialEnvelope && c != ClassUnsupportedVersion && c != ClassBadListen || t.only(FrameClassRefusal)
		},
	}, {
		Name: "claimed-initialize", Says: "Unless legacy, initialize with an envelope gets -32601, an unknown method too.", Ref: "decisions E5, ladder 12 and 18",
		Holds: func(_ *System, t *Transition) bool {
			if !t.asked() || t.Before.Era == EraLegacy {
				return true
			}
			switch t.Move.Class {
			case ClassClaimedInitialize:
				return t.only(FrameClaim)
			case ClassEnvelopedUnknown:
				return t.only(FrameMethod)
			}
			return true
		},
	}, {
		Name: "handshake-once", Says: "A second initialize is refused, a bad one too, and nothing of the handshake moves.", Ref: "decisions E11, ladder 10 and 11",
		Holds: func(_ *System, t *Transition) bool {
			c := t.Move.Class
			if !t.asked() || t.Before.Era == EraModern || c != ClassInitialize && c != ClassBadInitialize || t.provisional() && c == ClassBadInitialize {
				return true
			}
			switch {
			case t.Before.Legacy != LegacyUninitialised:
				return t.only(FrameRepeated) && t.After.Legacy == t.Before.Legacy
			case c == ClassBadInitialize:
				return t.only(FrameBadHandshake) && t.After.Legacy == t.Before.Legacy
			}
			return t.only(FrameInitializeResult)
		},
	}, {
		Name: "provisional-is-modern", Says: "A provisional lock is modern in everything but a valid initialize.", Ref: "decisions E14",
		For: answering,
		Holds: func(_ *System, t *Transition) bool {
			if !t.askedIn(EraProbed) || t.Move.Class.Claims() || t.Move.Class == ClassInitialize {
				return true
			}
			if t.Move.Class == ClassBadInitialize {
				return t.only(FrameLate)
			}
			return t.only(FrameBare)
		},
	}}
}

// askedIn narrows asked to an era.
func (t *Transition) askedIn(s EraState) bool { return t.Before.Era == s && t.asked() }
