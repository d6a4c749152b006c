package model

// Suspects lists all tables with their mutants. Each is tried in the smallest
// world that it runs in, then against its contract.
func Suspects() (all []Suspect) {
	eachPolicy(func(p Policy, grace bool) {
		all = append(all, suspect(Era(p, grace), EraContract(p, grace), onServers(p, grace, func(sys *System, t *EraTable) { sys.Era = t })))
	})
	return append(all,
		suspect(Lifetime, LifetimeContract(), onServers(FirstFrame, false, func(sys *System, t *LifetimeTable) { sys.Lifetime = t })),
		suspect(LegacySession, LegacyContract(), onServers(FirstFrame, false, func(sys *System, t *LegacyTable) { sys.Legacy = t })),
		suspect(Request, RequestContract(), onServers(FirstFrame, false, func(sys *System, t *RequestTable) { sys.Request = t })),
		suspect(Outbound, OutboundContract(), nil), // its rows meet nothing that a world would hold
		negotiationSuspect(ModeAuto), negotiationSuspect(ModeModern), negotiationSuspect(ModeLegacy),
		suspect(Call, CallContract(), func(t *CallTable) *Violation {
			sys := NewClientSystem(ModeModern, 1)
			sys.Call = t
			return ExploreClient(sys, SearchOptions{}).Broken
		}),
		suspect(Subscription, SubscriptionContract(), func(t *SubscriptionTable) *Violation {
			sys := NewPairSystem(FirstFrame, false, ModeModern, 0, 1)
			sys.Subscription = t
			return ExplorePair(sys, SearchOptions{}).Broken
		}),
		suspect(Process, ProcessContract(), func(t *ProcessTable) *Violation {
			sys := NewClientSystem(ModeModern, 1)
			sys.Process = t
			return ExploreClient(sys, SearchOptions{}).Broken
		}))
}

// onServers searches a connection with one request: of the hub and of handlers
// of its own.
func onServers[T any](p Policy, grace bool, use func(*System, T)) func(T) *Violation {
	return func(table T) *Violation {
		sys := NewSystem(p, grace, 1)
		use(sys, table)
		if v := Explore(sys, ExploreOptions{Witnesses: []Witness{}}).Broken; v != nil {
			return v
		}
		own := *sys
		own.CustomListens, own.Queued = true, true
		return Explore(&own, ExploreOptions{Witnesses: []Witness{}}).Broken
	}
}

// negotiationSuspect searches a client that knows nothing, and then one that
// has a stored verdict.
func negotiationSuspect(m Mode) Suspect {
	return suspect(Negotiation(m), NegotiationContract(m), func(t *NegotiationTable) *Violation {
		for _, known := range []NegotiationState{NegotiationIdle, NegotiationModern, NegotiationLegacy} {
			sys := NewClientSystem(m, 1)
			sys.Negotiation = t
			sys.KnownModern = known == NegotiationModern && m != ModeLegacy
			sys.KnownLegacy = known == NegotiationLegacy && m == ModeAuto
			if v := ExploreClient(sys, SearchOptions{}).Broken; v != nil {
				return v
			}
		}
		return nil
	})
}
