package model

// lockInvariants: when a connection commits, and what never commits it.
func lockInvariants() []Invariant {
	answering := func(sys *System) bool { return sys.answering() }
	return []Invariant{{
		Name: "lock-with-first-frame", Says: "The first frame of a modern request that is no error leaves only together with the lock.", Ref: "rules A5, decisions E2",
		For: policies(FirstFrame),
		Holds: func(sys *System, t *Transition) bool {
			return t.every(func(e *Emission) bool { return !e.commits() || e.Was == EraLegacy || e.Is == lockOf(sys, e) })
		},
	}, {
		Name: "lock-with-first-success", Says: "A modern success leaves only together with the lock; other frames leave without it.", Ref: "rules C2",
		For: policies(FirstSuccess),
		Holds: func(sys *System, t *Transition) bool {
			return t.every(func(e *Emission) bool {
				if success := e.Frame == FrameResult || e.Frame == FrameDiscoverResult; !success {
					return !e.commits() || e.Is == e.Was
				}
				return !e.commits() || e.Was == EraLegacy || e.Is == lockOf(sys, e)
			})
		},
	}, {
		Name: "modern-only-with-a-frame", Says: "Modern is entered only with a frame that is no error.", Ref: "rules A7 and A9, decisions E2",
		For: answering,
		Holds: func(_ *System, t *Transition) bool {
			return !t.enters(EraModern) || t.some(func(e *Emission) bool { return e.commits() && e.Was != EraModern && e.Is == EraModern })
		},
	}, {
		Name: "errors-never-lock", Says: "An error response never moves the era.", Ref: "rules A7 and A8",
		Holds: func(_ *System, t *Transition) bool {
			return t.every(func(e *Emission) bool { return !e.Frame.Error() || e.Is == e.Was })
		},
	}, {
		Name: "refusals-never-lock", Says: "A request that is refused leaves the era as it is.", Ref: "rules A7 and A8, ladder 15 and 16",
		For: answering,
		Holds: func(_ *System, t *Transition) bool {
			return !t.Move.Asks() || t.Before.Era == t.After.Era || t.some(func(e *Emission) bool { return !e.Frame.Error() })
		},
	}, {
		Name: "cancels-never-lock", Says: "A cancel never moves the era, and a request cancelled before its first frame never does.", Ref: "rules A9",
		For: func(sys *System) bool { return sys.Policy != ProbeWindow }, // there any notification chooses
		Holds: func(_ *System, t *Transition) bool {
			if _, found := t.cancelled(); found && t.Before.Era != t.After.Era {
				return false
			}
			return t.every(func(e *Emission) bool { return e.Is == e.Was || e.Slot < 0 || !t.After.Slots[e.Slot].Has(MarkHushed) })
		},
	}, {
		Name: "locked-for-good", Says: "A connection that has committed stays committed.", Ref: "rules A6, C2, S-ERA-4",
		Holds: func(_ *System, t *Transition) bool {
			return t.Before.Era == t.After.Era || t.Before.Era != EraLegacy && t.Before.Era != EraModern && t.After.Era != EraOpen
		},
	}, {
		Name: "no-lock-without-its-frame", Says: "The frame that carried the lock leaves the outbox only by being written.", Ref: "rules A17 and A18",
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind == MoveWrite || t.After.OutputClosed {
				return true
			}
			for i := range t.After.Slots {
				if s := t.was(i); s.Has(MarkPinned) && !t.After.Slots[i].Has(MarkPinned) {
					return false
				}
			}
			return true
		},
	}, {
		Name: "initialize-locks-legacy", Says: "An InitializeResult leaves only together with the legacy lock, and the handshake is done.", Ref: "rules C2, S-LIFE-1",
		Holds: func(sys *System, t *Transition) bool {
			return t.every(func(e *Emission) bool {
				if e.Frame != FrameInitializeResult {
					return true
				}
				if e.Was == EraModern || sys.answering() && e.Was == EraLegacy || e.Is != EraLegacy && sys.Policy != Concurrent {
					return false
				}
				return t.Before.Legacy == LegacyUninitialised && t.After.Legacy == LegacyInitialised
			})
		},
	}, {
		Name: "legacy-only-by-initialize", Says: "Legacy is entered only with an InitializeResult.", Ref: "rules C2",
		For: answering,
		Holds: func(_ *System, t *Transition) bool {
			return !t.enters(EraLegacy) || t.only(FrameInitializeResult)
		},
	}, {
		Name: "probed-only-by-discover", Says: "A provisional lock is entered only with a DiscoverResult.", Ref: "decisions E14",
		For: answering,
		Holds: func(sys *System, t *Transition) bool {
			return !t.enters(EraProbed) || sys.Grace && t.only(FrameDiscoverResult)
		},
	}, {
		Name: "stragglers-move-nothing", Says: "A modern request that was admitted before the legacy lock is answered, and the era stays legacy.", Ref: "rules A19",
		Holds: func(_ *System, t *Transition) bool {
			return t.every(func(e *Emission) bool { return e.Was != EraLegacy || e.Is == EraLegacy })
		},
	}}
}

// lockOf is where a modern frame takes an open connection.
func lockOf(sys *System, e *Emission) EraState {
	if e.Frame == FrameDiscoverResult && sys.Grace && e.Was != EraModern {
		return EraProbed
	}
	return EraModern
}

func (t *Transition) enters(s EraState) bool { return t.Before.Era != s && t.After.Era == s }

func (t *Transition) every(ok func(*Emission) bool) bool {
	for i := range t.Out {
		if !ok(&t.Out[i]) {
			return false
		}
	}
	return true
}

func (t *Transition) some(ok func(*Emission) bool) bool {
	return !t.every(func(e *Emission) bool { return !ok(e) })
}
