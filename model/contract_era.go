package model

// EraContract is what is claimed of the rows of the era table of a policy.
func EraContract(p Policy, grace bool) Contract[EraState, EraEvent] {
	switch p {
	case OpeningRequest:
		return openingContract()
	case ProbeWindow:
		return probeContract()
	case Concurrent:
		return concurrentContract()
	}
	return answeringContract(p, grace)
}

// The era's events, by what the frames have in common.

func eraHandshakes() []EraEvent { return []EraEvent{EraOnInitialize, EraOnBadInitialize} }

func eraClaimed() []EraEvent {
	return []EraEvent{EraOnClaimedInitialize, EraOnDiscover, EraOnPartialEnvelope, EraOnUnsupportedVersion, EraOnEnveloped,
		EraOnEnvelopedUnknown, EraOnListen, EraOnBadListen}
}

func eraGood() []EraEvent { return []EraEvent{EraOnDiscover, EraOnEnveloped, EraOnListen} }

func eraBad() []EraEvent {
	return []EraEvent{EraOnPartialEnvelope, EraOnUnsupportedVersion, EraOnBadListen}
}

// eraModernNames are bare requests that 2025-11-25 does not know.
func eraModernNames() []EraEvent { return []EraEvent{EraOnBareDiscover, EraOnBareListen} }

func eraLegacyNames() []EraEvent { return []EraEvent{EraOnBare, EraOnBareUnknown, EraOnPing} }

func eraNotes() []EraEvent { return []EraEvent{EraOnNotification, EraOnClaimedNotification} }

func eraModernOuts() []EraEvent { return []EraEvent{EraOnFrameOut, EraOnResultOut, EraOnDiscoverOut} }

// eraBare are all requests without a claim.
func eraBare() []EraEvent {
	return append(append(eraHandshakes(), eraModernNames()...), eraLegacyNames()...)
}

// answeringContract: FirstFrame and FirstSuccess, which commit with an answer.
func answeringContract(p Policy, grace bool) Contract[EraState, EraEvent] {
	const open, probed, legacy, modern = EraOpen, EraProbed, EraLegacy, EraModern
	uncommitted := []EraState{open} // nothing is committed
	unlocked := []EraState{open}    // modern requests are served, and an answer may lock
	modernish := []EraState{modern} // modern in what is refused
	if grace {
		unlocked, modernish = []EraState{open, probed}, []EraState{probed, modern}
	}
	served := append([]EraState{modern}, unlocked...)
	all := append([]EraState{legacy}, served...)

	locks := []spot[EraState, EraEvent]{at(EraOnResultOut, unlocked...)}
	if p == FirstFrame {
		locks = append(locks, at(EraOnFrameOut, unlocked...))
	}
	var probes []spot[EraState, EraEvent]
	if grace {
		probes = append(probes, at(EraOnDiscoverOut, open))
	} else {
		locks = append(locks, at(EraOnDiscoverOut, open))
	}
	handshakes := append(each(eraHandshakes(), open, legacy), at(EraOnInitialize, unlocked...))

	c := Contract[EraState, EraEvent]{
		emits(EraDoHandshake, "Initialize reaches the handshake unless the connection is modern.", "S-LIFE-1, rules A7, decisions E14", handshakes...),
		emits(EraDoServeLegacy, "A bare request is served on a legacy connection.", "S-ERA-4", at(EraOnBare, legacy)),
		emits(EraDoTeachBare, "A bare request on an open connection is told what is missing.", "decisions E8", at(EraOnBare, uncommitted...)),
		emits(EraDoPong, "A bare ping is answered until the connection is modern.", "ladder 22", at(EraOnPing, open, legacy)),
		emits(EraDoDeliver, "Notifications are delivered once an era is chosen.", "ladder 27 and 32", each(eraNotes(), append(modernish, legacy)...)...),
		emits(EraDoRefuseBare, "A missing envelope is named.", "S-META-7, decisions E6 and E7",
			append(each(eraModernNames(), served...), each(eraLegacyNames(), modernish...)...)...),
		emits(EraDoRefuseLate, "A late initialize is refused on a modern connection.", "rules A6 and A16",
			append(each(eraHandshakes(), modern), at(EraOnBadInitialize, without(modernish, modern)...))...),
		emits(EraDoRefuseMethod, "What the era does not know does not exist.", "S-ERR-12",
			append(each(eraModernNames(), legacy), at(EraOnEnvelopedUnknown, served...), at(EraOnBareUnknown, open, legacy))...),

		emits(EraDoLockModern, "What commits is told so.", "rules A5 and C2", locks...),
		emits(EraDoLockLegacy, "What commits is told so.", "rules C2", at(EraOnInitializeOut, unlocked...)),
		enters[EraState, EraEvent](open, "A connection is never open again.", "rules A6"),
		enters(probed, "Only a discover binds provisionally.", "decisions E14", probes...),
		enters(legacy, "Only an InitializeResult locks legacy.", "rules C2, S-ERA-4", at(EraOnInitializeOut, unlocked...)),
		enters(modern, "Only a frame of ours locks modern, and which ones is the policy.", "rules A5, A7, A8 and C2", locks...),
		accepts(EraOnInitializeOut, "A handshake is answered only where it may begin.", "rules A6", without(all, modern)...),
	}
	for _, e := range eraModernOuts() {
		c = append(c, accepts(e, "A modern request may be answered in every era, as a straggler too.", "rules A19", all...))
	}
	return append(c, everyPolicy(served, []EraState{legacy}, all)...)
}

// everyPolicy is what all policies have in common: served are the states in
// which modern requests are, strict the legacy ones that refuse them.
func everyPolicy(served, strict, all []EraState) (c Contract[EraState, EraEvent]) {
	c = append(c,
		emits(EraDoServeModern, "A good modern request is served unless the connection is legacy.", "S-ERA-3, S-DISC-1, S-SUB-14", each(eraGood(), served...)...),
		emits(EraDoAnswerClass, "What is wrong with a modern request is said unless the connection is legacy.", "S-META-7, S-VER-1, S-ERR-13", each(eraBad(), served...)...),
		emits(EraDoRefuseClaim, "Initialize does not exist with an envelope.", "decisions E5", at(EraOnClaimedInitialize, served...)),
		emits(EraDoRefuseEnvelope, "A modern envelope on a legacy connection is refused.", "rules C3", each(eraClaimed(), strict...)...),
	)
	for e := EraOnInitialize; e <= EraOnClaimedNotification; e++ {
		c = append(c, accepts(e, "The client may write anything at any time.", "S-RESP-5", all...))
	}
	return c
}

func without(states []EraState, gone EraState) (kept []EraState) {
	for _, s := range states {
		if s != gone {
			kept = append(kept, s)
		}
	}
	return kept
}
