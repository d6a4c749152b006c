package model

// NegotiationContract is what is claimed of the rows of a mode's negotiation.
func NegotiationContract(m Mode) Contract[NegotiationState, NegotiationEvent] {
	if m == ModeLegacy {
		return legacyModeContract()
	}
	return append(probingContract(m), neverBack()...)
}

// evidence is whatever shows a modern server: after it, initialize is never sent.
func (e NegotiationEvent) evidence() bool {
	switch e {
	case NegotiationOnDiscovered, NegotiationOnNoOverlap, NegotiationOnUnusable, NegotiationOnVersionRefused,
		NegotiationOnVersionsForeign, NegotiationOnModernError:
		return true
	}
	return false
}

// neverBack: the clauses that hold a client on the modern side.
func neverBack() Contract[NegotiationState, NegotiationEvent] {
	initialises := func(to NegotiationState, do uint8) bool {
		return to == NegotiationInitialising || do == uint8(NegotiationDoInitialize) || do == uint8(NegotiationDoRestart)
	}
	return Contract[NegotiationState, NegotiationEvent]{
		{"Evidence of a modern server never leads to initialize.", "rules B3 and B12, C-ERA-5",
			func(from NegotiationState, on NegotiationEvent, to NegotiationState, do uint8, has bool) bool {
				return !has || !on.evidence() || from == NegotiationInitialising || !initialises(to, do)
			}},
		{"A server that is settled as modern never gets initialize.", "rules B13, C-ERA-5",
			func(from NegotiationState, _ NegotiationEvent, to NegotiationState, do uint8, has bool) bool {
				return !has || from != NegotiationReprobing && from != NegotiationModern || !initialises(to, do)
			}},
	}
}

// probingContract: the modes that probe.
func probingContract(m Mode) Contract[NegotiationState, NegotiationEvent] {
	const (
		idle, probing, reprobing = NegotiationIdle, NegotiationProbing, NegotiationReprobing
		initialising             = NegotiationInitialising
		modern, legacy, failed   = NegotiationModern, NegotiationLegacy, NegotiationFailed
	)
	type spots = []spot[NegotiationState, NegotiationEvent]
	asked := []NegotiationState{probing, reprobing} // a probe is out
	answers := []NegotiationEvent{NegotiationOnDiscovered, NegotiationOnLegacyOnly, NegotiationOnNoOverlap, NegotiationOnUnusable,
		NegotiationOnUnmarked, NegotiationOnVersionRefused, NegotiationOnVersionsForeign, NegotiationOnModernError, NegotiationOnOtherError}
	fallsBack := []NegotiationEvent{NegotiationOnLegacyOnly, NegotiationOnUnmarked, NegotiationOnOtherError, NegotiationOnTimeout}
	fails := append(spots{at(NegotiationOnNoOverlap, probing), at(NegotiationOnUnusable, probing), at(NegotiationOnVersionsForeign, probing), at(NegotiationOnModernError, probing)},
		each(append(answers[1:9:9], NegotiationOnTimeout, NegotiationOnExit), reprobing)...)

	auto := m == ModeAuto
	// in keeps the states that the mode has, when the mode has the legacy side.
	in := func(states ...NegotiationState) (kept []NegotiationState) {
		for _, s := range states {
			if auto || s != initialising && s != legacy {
				kept = append(kept, s)
			}
		}
		return kept
	}
	var initialise, restart, reprobe, settle spots
	var stored []NegotiationState // where a legacy verdict is good for something
	reprobe = spots{at(NegotiationOnVersionRefused, probing)}
	if auto {
		stored = []NegotiationState{idle}
		initialise, restart = append(each(fallsBack, probing), at(NegotiationOnKnownLegacy, idle)), spots{at(NegotiationOnExit, probing)}
		reprobe = append(reprobe, at(NegotiationOnInitializeModern, initialising))
		settle = spots{at(NegotiationOnInitialized, initialising)}
		fails = append(fails, at(NegotiationOnInitializeFailed, initialising), at(NegotiationOnExit, initialising))
	} else {
		fails = append(fails, each(append(fallsBack[:4:4], NegotiationOnExit), probing)...)
	}
	fails = append(fails, at(NegotiationOnUnsent, in(probing, reprobing, initialising)...), at(NegotiationOnBroken, in(probing, reprobing, initialising)...))
	settled := spots{at(NegotiationOnDiscovered, asked...), at(NegotiationOnKnownModern, idle)}
	leaves := spots{at(NegotiationOnExit, in(modern, legacy)...), at(NegotiationOnBroken, in(modern, legacy)...)}

	c := Contract[NegotiationState, NegotiationEvent]{
		accepts(NegotiationOnStart, "The first call starts, and so does the next one after a failure.", "rules B1, decisions K15", idle, failed),
		accepts(NegotiationOnExit, "The process may end at any time.", "decisions K5 and K15, C-SHUT-4", in(probing, reprobing, initialising, modern, legacy, failed)...),
		accepts(NegotiationOnBroken, "The pipe may break at any time.", "decisions K12 and K15", in(probing, reprobing, initialising, modern, legacy, failed)...),
		accepts(NegotiationOnTimeout, "A probe may stay unanswered.", "rules B4 and B13", asked...),
		accepts(NegotiationOnDiscovered, "A DiscoverResult may come late, and again.", "rules B15, decisions K3", in(probing, reprobing, initialising, modern, legacy)...),
		accepts(NegotiationOnVersionRefused, "A version may be refused at any time once modern.", "rules B10", in(probing, reprobing, initialising, modern)...),
		accepts(NegotiationOnVersionsForeign, "A version may be refused at any time once modern.", "rules B10", in(probing, reprobing, initialising, modern)...),
		accepts(NegotiationOnKnownModern, "A stored verdict is good for the first start.", "C-ERA-2", idle),
		accepts(NegotiationOnKnownLegacy, "A stored verdict is good for the first start.", "C-ERA-2", stored...),
		accepts(NegotiationOnSilence, "A probe may stay unanswered, and be sent again.", "rules B4", probing),
		accepts(NegotiationOnUnsent, "What is written next may fail in our own house.", "decisions K15", in(probing, reprobing, initialising)...),
		accepts(NegotiationOnInitialized, "Initialize is answered where it was sent.", "C-LIFE-2", in(initialising)...),
		accepts(NegotiationOnInitializeFailed, "Initialize is answered where it was sent.", "C-LIFE-5", in(initialising)...),
		accepts(NegotiationOnInitializeModern, "Initialize is answered where it was sent.", "rules B18", in(initialising)...),

		emits(NegotiationDoProbe, "The first thing that is sent is a probe, and again if it may be.", "rules B1 and B4, C-ERA-3", at(NegotiationOnStart, idle, failed), at(NegotiationOnSilence, probing)),
		emits(NegotiationDoReprobe, "A refused version, or an initialize that a modern server refused, is probed once more.", "rules B3 and B18", reprobe...),
		emits(NegotiationDoInitialize, "Whatever is no evidence of a modern server falls back, in the mode that may, and so does a stored verdict.", "rules B4, B6 and B14, C-ERA-2, C-ERA-6, C-ERA-7", initialise...),
		emits(NegotiationDoRestart, "A server that exits on the probe is started once more.", "decisions K5", restart...),
		emits(NegotiationDoSettleModern, "A usable DiscoverResult settles modern, a stored one too.", "rules B2, C-ERA-2, C-ERA-4", settled...),
		emits(NegotiationDoSettleLegacy, "An InitializeResult settles legacy.", "C-LIFE-2", settle...),
		emits(NegotiationDoFail, "The rest fails, and says so.", "rules B6, B12 and B13, decisions K15", fails...),
		emits(NegotiationDoSwitch, "On a modern connection a refused version is negotiated in place.", "rules B10", at(NegotiationOnVersionRefused, modern)),
		emits(NegotiationDoApply, "On a modern connection every DiscoverResult is applied.", "rules B15", at(NegotiationOnDiscovered, modern)),

		enters(idle, "A settled connection starts anew when its process has ended.", "C-SHUT-4, decisions K12", leaves...),
		enters(probing, "Every start probes.", "rules B1", at(NegotiationOnStart, idle, failed)),
		enters(reprobing, "Only evidence of a modern server probes again.", "rules B3 and B18", reprobe...),
		enters(initialising, "Only the mode that may falls back.", "rules B4 and B6", append(initialise, restart...)...),
		enters(modern, "Modern is settled by a DiscoverResult only, a stored one too.", "rules B2, C-ERA-2", settled...),
		enters(legacy, "Legacy is settled by an InitializeResult only.", "C-LIFE-2", settle...),
		enters(failed, "What fails is over.", "decisions K15", fails...),
	}
	for _, e := range []NegotiationEvent{NegotiationOnLegacyOnly, NegotiationOnNoOverlap, NegotiationOnUnusable, NegotiationOnUnmarked, NegotiationOnModernError, NegotiationOnOtherError} {
		c = append(c, accepts(e, "A probe may be answered with anything, and late.", "decisions K3", in(probing, reprobing, initialising)...))
	}
	return c
}

// legacyModeContract: the mode that never probes.
func legacyModeContract() Contract[NegotiationState, NegotiationEvent] {
	const idle, initialising, legacy, failed = NegotiationIdle, NegotiationInitialising, NegotiationLegacy, NegotiationFailed
	none := func(do NegotiationEffect) Clause[NegotiationState, NegotiationEvent] {
		return emits[NegotiationState, NegotiationEvent](do, "A client that speaks legacy only never probes.", "rules B6")
	}
	never := func(s NegotiationState) Clause[NegotiationState, NegotiationEvent] {
		return enters[NegotiationState, NegotiationEvent](s, "A client that speaks legacy only never probes.", "rules B6")
	}
	fails := []spot[NegotiationState, NegotiationEvent]{
		at(NegotiationOnExit, initialising), at(NegotiationOnInitializeFailed, initialising), at(NegotiationOnInitializeModern, initialising),
		at(NegotiationOnUnsent, initialising), at(NegotiationOnBroken, initialising),
	}
	c := Contract[NegotiationState, NegotiationEvent]{
		accepts(NegotiationOnStart, "The first call starts, and so does the next one after a failure.", "rules B6, decisions K15", idle, failed),
		accepts(NegotiationOnExit, "The process may end at any time.", "decisions K15, C-SHUT-4", initialising, legacy, failed),
		accepts(NegotiationOnBroken, "The pipe may break at any time.", "decisions K12 and K15", initialising, legacy, failed),
		accepts(NegotiationOnInitialized, "Initialize is answered where it was sent.", "C-LIFE-2", initialising),
		accepts(NegotiationOnInitializeFailed, "Initialize is answered where it was sent.", "C-LIFE-5", initialising),
		accepts(NegotiationOnInitializeModern, "Initialize is answered where it was sent.", "rules B6", initialising),
		accepts(NegotiationOnUnsent, "What is written next may fail in our own house.", "decisions K15", initialising),
		none(NegotiationDoProbe), none(NegotiationDoReprobe), none(NegotiationDoSettleModern), none(NegotiationDoSwitch), none(NegotiationDoApply), none(NegotiationDoRestart),
		never(NegotiationProbing), never(NegotiationReprobing), never(NegotiationModern),
		emits(NegotiationDoInitialize, "The first thing that is sent is initialize.", "rules B6, C-LIFE-1", at(NegotiationOnStart, idle, failed)),
		emits(NegotiationDoSettleLegacy, "An InitializeResult settles legacy.", "C-LIFE-2", at(NegotiationOnInitialized, initialising)),
		emits(NegotiationDoFail, "The rest fails, and says so.", "rules B6, decisions K15", fails...),
		enters(idle, "A settled connection starts anew when its process has ended.", "C-SHUT-4, decisions K12", at(NegotiationOnExit, legacy), at(NegotiationOnBroken, legacy)),
		enters(initialising, "Every start initializes.", "rules B6", at(NegotiationOnStart, idle, failed)),
		enters(legacy, "Legacy is settled by an InitializeResult only.", "C-LIFE-2", at(NegotiationOnInitialized, initialising)),
		enters(failed, "What fails is over.", "decisions K15", fails...),
	}
	for e := NegotiationOnDiscovered; e <= NegotiationOnTimeout; e++ {
		c = append(c, accepts[NegotiationState](e, "What never probes gets no answer to a probe.", "rules B6"))
	}
	for e := NegotiationOnKnownModern; e <= NegotiationOnSilence; e++ {
		c = append(c, accepts[NegotiationState](e, "What never probes needs no verdict and no second probe.", "rules B6"))
	}
	return c
}
