package model

// admissionInvariants: the policies that commit when something is admitted, and
// the one that never commits.
func admissionInvariants() []Invariant {
	return []Invariant{{
		Name: "first-request-locks", Says: "The first request that is admitted commits, even one that fails; only initialize with an envelope does not.", Ref: "policies OpeningRequest",
		For: policies(OpeningRequest),
		Holds: func(_ *System, t *Transition) bool {
			if !t.asked() || t.Before.Era != EraOpen {
				return true
			}
			want := EraLegacy
			switch {
			case t.Move.Class == ClassClaimedInitialize:
				want = EraOpen
			case t.Move.Class.Claims():
				want = EraModern
			}
			return t.After.Era == want
		},
	}, {
		Name: "message-locks", Says: "A message that is admitted commits; discover opens the window, a bad envelope does nothing.", Ref: "policies ProbeWindow",
		For: policies(ProbeWindow),
		Holds: func(_ *System, t *Transition) bool {
			if !t.asked() || t.Before.Era != EraOpen && t.Before.Era != EraProbed {
				return true
			}
			want := EraLegacy
			switch c := t.Move.Class; {
			case c == ClassPartialEnvelope, c == ClassUnsupportedVersion:
				want = t.Before.Era
			case c == ClassDiscover:
				want = EraProbed
			case c.Claims():
				want = EraModern
			}
			return t.After.Era == want
		},
	}, {
		Name: "notification-chooses", Says: "Before a probe a notification chooses by its claim; after it, none does.", Ref: "policies ProbeWindow",
		For: policies(ProbeWindow),
		Holds: func(_ *System, t *Transition) bool {
			if t.Move.Kind != MoveRead || t.Move.Class < ClassInitialized || t.Before.Life != LifetimeServing || t.Before.Era != EraOpen {
				return true
			}
			if t.Move.Class == ClassClaimedNotification {
				return t.After.Era == EraModern
			}
			return t.After.Era == EraLegacy
		},
	}, {
		Name: "only-reading-commits", Says: "No frame of ours and no handler moves the era.", Ref: "policies OpeningRequest, policies ProbeWindow",
		For: policies(OpeningRequest, ProbeWindow),
		Holds: func(_ *System, t *Transition) bool {
			return t.Before.Era == t.After.Era || t.Move.Kind == MoveRead && t.every(func(e *Emission) bool { return e.Was == e.Is })
		},
	}, {
		Name: "nothing-commits", Says: "Both eras are served until the end.", Ref: "policies Concurrent, S-ERA-2",
		For:   policies(Concurrent),
		Holds: func(_ *System, t *Transition) bool { return t.After.Era == EraOpen },
	}, {
		Name: "notifications-never-lock", Says: "A notification never moves the era.", Ref: "decisions E12",
		For: policies(FirstFrame, FirstSuccess, OpeningRequest, Concurrent),
		Holds: func(_ *System, t *Transition) bool {
			return t.Before.Era == t.After.Era || t.Move.Kind != MoveRead || t.Move.Class.Request()
		},
	}}
}
