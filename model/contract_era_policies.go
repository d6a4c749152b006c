package model

// openingContract: the first request commits, even one that fails.
func openingContract() Contract[EraState, EraEvent] {
	const open, legacy, modern = EraOpen, EraLegacy, EraModern
	claimed := append(append(eraGood(), eraBad()...), EraOnEnvelopedUnknown)
	c := Contract[EraState, EraEvent]{
		emits(EraDoHandshake, "Initialize reaches the handshake unless the connection is modern.", "policies OpeningRequest, S-LIFE-1", each(eraHandshakes(), open, legacy)...),
		emits(EraDoServeLegacy, "A bare request belongs to the legacy side.", "policies OpeningRequest", at(EraOnBare, open, legacy)),
		emits(EraDoPong, "A bare ping is answered unless the connection is modern.", "ladder 22", at(EraOnPing, open, legacy)),
		emits(EraDoDeliver, "Notifications are delivered once an era is chosen.", "ladder 27 and 32", each(eraNotes(), legacy, modern)...),
		emits(EraDoRefuseBare, "A missing envelope is named on a modern connection.", "S-META-7, decisions E7", each(append(eraModernNames(), eraLegacyNames()...), modern)...),
		emits(EraDoRefuseLate, "A late initialize is refused on a modern connection.", "rules A16", each(eraHandshakes(), modern)...),
		emits(EraDoRefuseMethod, "What the era does not know does not exist.", "S-ERR-12",
			append(each(eraModernNames(), open, legacy), at(EraOnEnvelopedUnknown, open, modern), at(EraOnBareUnknown, open, legacy))...),
		emits[EraState, EraEvent](EraDoTeachBare, "Nothing is left open: the legacy session teaches.", "policies OpeningRequest"),
		enters[EraState, EraEvent](open, "A connection is never open again.", "policies OpeningRequest"),
		enters[EraState, EraEvent](EraProbed, "There is no window.", "policies OpeningRequest"),
		enters(legacy, "The first request without an envelope chooses legacy.", "policies OpeningRequest", each(eraBare(), open)...),
		enters(modern, "The first request with an envelope chooses modern.", "policies OpeningRequest", each(claimed, open)...),
		accepts(EraOnInitializeOut, "A handshake is answered on a legacy connection.", "policies OpeningRequest", legacy),
	}
	return append(append(c, admitting(legacy, modern)...), everyPolicy([]EraState{open, modern}, []EraState{legacy}, []EraState{open, legacy, modern})...)
}

// admitting is what the policies that commit by admission have in common: no
// frame of ours moves anything, and no effect tells about it.
func admitting(outs ...EraState) (c Contract[EraState, EraEvent]) {
	for _, e := range eraModernOuts() {
		c = append(c, accepts(e, "A modern request may be answered in every era that admits it.", "rules A19", outs...))
	}
	return append(c, silentLocks()...)
}

func silentLocks() Contract[EraState, EraEvent] {
	return Contract[EraState, EraEvent]{
		emits[EraState, EraEvent](EraDoLockModern, "No frame of ours commits.", "policies OpeningRequest, policies ProbeWindow"),
		emits[EraState, EraEvent](EraDoLockLegacy, "No frame of ours commits.", "policies OpeningRequest, policies ProbeWindow"),
	}
}

// probeContract: a message commits, discover only opens a window.
func probeContract() Contract[EraState, EraEvent] {
	const open, probed, legacy, modern = EraOpen, EraProbed, EraLegacy, EraModern
	c := Contract[EraState, EraEvent]{
		emits(EraDoHandshake, "Initialize reaches the handshake unless the connection is modern; on legacy its envelope is not looked at.", "policies ProbeWindow, S-LIFE-1",
			append(each(eraHandshakes(), open, probed, legacy), at(EraOnClaimedInitialize, legacy))...),
		emits(EraDoServeLegacy, "What is not modern belongs to the legacy side, envelopes on a legacy connection too.", "policies ProbeWindow",
			append(each([]EraEvent{EraOnPartialEnvelope, EraOnUnsupportedVersion, EraOnEnveloped}, legacy), at(EraOnBare, open, probed, legacy))...),
		emits(EraDoPong, "A bare ping is answered unless the connection is modern.", "ladder 22", at(EraOnPing, open, probed, legacy)),
		emits(EraDoDeliver, "Notifications are delivered once an era is chosen.", "ladder 27 and 32", each(eraNotes(), legacy, modern)...),
		emits(EraDoRefuseBare, "A missing envelope is named on a modern connection.", "S-META-7, decisions E7", each(append(eraModernNames(), eraLegacyNames()...), modern)...),
		emits(EraDoRefuseLate, "A late initialize is refused on a modern connection.", "rules A16", each(eraHandshakes(), modern)...),
		emits(EraDoRefuseMethod, "What the era does not know does not exist.", "S-ERR-12",
			append(each(eraModernNames(), open, probed, legacy), at(EraOnEnvelopedUnknown, open, probed, legacy, modern), at(EraOnBareUnknown, open, probed, legacy),
				at(EraOnDiscover, legacy), at(EraOnListen, legacy), at(EraOnBadListen, legacy))...),
		emits[EraState, EraEvent](EraDoTeachBare, "Nothing is left open: the legacy session teaches.", "policies ProbeWindow"),
		enters[EraState, EraEvent](open, "A connection is never open again.", "policies ProbeWindow"),
		enters(probed, "Discover opens the window.", "policies ProbeWindow", at(EraOnDiscover, open)),
		enters(legacy, "A message without a claim chooses legacy; a notification only before a probe.", "policies ProbeWindow",
			append(each(eraBare(), open, probed), at(EraOnNotification, open))...),
		enters(modern, "A message with a good claim chooses modern; a notification only before a probe.", "policies ProbeWindow",
			append(each([]EraEvent{EraOnClaimedInitialize, EraOnEnveloped, EraOnEnvelopedUnknown, EraOnListen, EraOnBadListen}, open, probed), at(EraOnClaimedNotification, open))...),
		accepts(EraOnInitializeOut, "A handshake is answered on a legacy connection.", "policies ProbeWindow", legacy),
		accepts(EraOnFrameOut, "A modern request may be answered in every era that admits it.", "rules A19", legacy, modern),
		accepts(EraOnResultOut, "A modern request may be answered in every era that admits it.", "rules A19", legacy, modern),
		accepts(EraOnDiscoverOut, "Discover is answered in its window too.", "policies ProbeWindow", probed, legacy, modern),
	}
	return append(append(c, silentLocks()...), everyPolicy([]EraState{open, probed, modern}, nil, []EraState{open, probed, legacy, modern})...)
}

// concurrentContract: both eras side by side.
func concurrentContract() Contract[EraState, EraEvent] {
	const open = EraOpen
	c := Contract[EraState, EraEvent]{
		stays[EraState, EraEvent]("Nothing commits.", "policies Concurrent, S-ERA-2", open),
		emits(EraDoHandshake, "Initialize reaches the handshake.", "policies Concurrent, S-LIFE-1", each(eraHandshakes(), open)...),
		emits(EraDoServeLegacy, "A bare request belongs to the legacy side.", "policies Concurrent", at(EraOnBare, open)),
		emits(EraDoPong, "A bare ping is answered.", "S-PING-1", at(EraOnPing, open)),
		emits(EraDoDeliver, "Notifications are delivered.", "ladder 27 and 32", each(eraNotes(), open)...),
		emits(EraDoRefuseBare, "A missing envelope is named.", "S-META-7", each(eraModernNames(), open)...),
		emits(EraDoRefuseMethod, "What neither era knows does not exist.", "S-ERR-12", at(EraOnEnvelopedUnknown, open), at(EraOnBareUnknown, open)),
		emits[EraState, EraEvent](EraDoRefuseLate, "No initialize is late.", "policies Concurrent"),
		emits[EraState, EraEvent](EraDoTeachBare, "Nothing is left open: the legacy session teaches.", "policies Concurrent"),
		accepts(EraOnInitializeOut, "A handshake is answered.", "policies Concurrent", open),
	}
	return append(append(c, admitting(open)...), everyPolicy([]EraState{open}, nil, []EraState{open})...)
}
