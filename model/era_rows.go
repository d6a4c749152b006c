package model

// openRows are the rows of a connection that nothing has committed yet, for the
// policies that commit with an answer. From is EraOpen, or EraProbed for the
// grace of decisions E14.
func openRows(from EraState) []EraRow {
	return []EraRow{
		{from, EraOnInitialize, from, EraDoHandshake, MUST, "ladder 10, S-LIFE-1"},
		{from, EraOnBadInitialize, from, EraDoHandshake, MUST, "ladder 11, rules A7"},
		{from, EraOnClaimedInitialize, from, EraDoRefuseClaim, MUST, "decisions E5, S-REMOVED-1"},
		{from, EraOnDiscover, from, EraDoServeModern, MUST, "S-DISC-1, S-ERA-3"},
		{from, EraOnBareDiscover, from, EraDoRefuseBare, MUST, "decisions E6, S-META-7"},
		{from, EraOnPartialEnvelope, from, EraDoAnswerClass, MUST, "S-META-7, rules A7"},
		{from, EraOnUnsupportedVersion, from, EraDoAnswerClass, MUST, "S-VER-1, rules A7"},
		{from, EraOnEnveloped, from, EraDoServeModern, MUST, "S-ERA-3"},
		{from, EraOnEnvelopedUnknown, from, EraDoRefuseMethod, MUST, "S-ERR-12, rules A8"},
		{from, EraOnListen, from, EraDoServeModern, MUST, "rules A1, S-SUB-14"},
		{from, EraOnBadListen, from, EraDoAnswerClass, MUST, "S-ERR-13, rules A8"},
		{from, EraOnBareListen, from, EraDoRefuseBare, MUST, "ladder 25, S-META-7"},
		{from, EraOnBare, from, EraDoTeachBare, MUST, "decisions E8, S-META-7"},
		{from, EraOnBareUnknown, from, EraDoRefuseMethod, MUST, "decisions E8, S-ERR-12"},
		{from, EraOnPing, from, EraDoPong, MUST, "ladder 22, S-PING-1"},
		{from, EraOnNotification, from, EraDoNothing, MUST, "decisions E12, S-NOTIF-1"},
		{from, EraOnClaimedNotification, from, EraDoNothing, MUST, "decisions E12, S-NOTIF-1"},
	}
}

// legacyRows are the rows after an InitializeResult. The commits of modern
// requests that were admitted before are stragglers: they move nothing (rules A19).
func legacyRows() []EraRow {
	return []EraRow{
		{EraLegacy, EraOnInitialize, EraLegacy, EraDoHandshake, MUST, "ladder 10, S-ERA-4"},
		{EraLegacy, EraOnBadInitialize, EraLegacy, EraDoHandshake, MUST, "ladder 11, S-ERA-4"},
		{EraLegacy, EraOnClaimedInitialize, EraLegacy, EraDoRefuseEnvelope, POLICY, "decisions E5, rules C3"},
		{EraLegacy, EraOnDiscover, EraLegacy, EraDoRefuseEnvelope, POLICY, "ladder 13, rules C3"},
		{EraLegacy, EraOnBareDiscover, EraLegacy, EraDoRefuseMethod, MUST, "decisions E6, S-ERR-12"},
		{EraLegacy, EraOnPartialEnvelope, EraLegacy, EraDoRefuseEnvelope, POLICY, "ladder 15, rules C3"},
		{EraLegacy, EraOnUnsupportedVersion, EraLegacy, EraDoRefuseEnvelope, POLICY, "ladder 16, rules C3"},
		{EraLegacy, EraOnEnveloped, EraLegacy, EraDoRefuseEnvelope, POLICY, "ladder 17, rules C3"},
		{EraLegacy, EraOnEnvelopedUnknown, EraLegacy, EraDoRefuseEnvelope, POLICY, "ladder 18, rules C3"},
		{EraLegacy, EraOnListen, EraLegacy, EraDoRefuseEnvelope, POLICY, "ladder 23, rules C3"},
		{EraLegacy, EraOnBadListen, EraLegacy, EraDoRefuseEnvelope, POLICY, "ladder 24, rules C3"},
		{EraLegacy, EraOnBareListen, EraLegacy, EraDoRefuseMethod, MUST, "ladder 25, S-ERR-12"},
		{EraLegacy, EraOnBare, EraLegacy, EraDoServeLegacy, MUST, "ladder 20, S-ERA-4"},
		{EraLegacy, EraOnBareUnknown, EraLegacy, EraDoRefuseMethod, MUST, "ladder 21, S-ERR-12"},
		{EraLegacy, EraOnPing, EraLegacy, EraDoPong, MUST, "ladder 22, S-PING-1"},
		{EraLegacy, EraOnNotification, EraLegacy, EraDoDeliver, MUST, "ladder 27 and 32, S-NOTIF-1"},
		{EraLegacy, EraOnClaimedNotification, EraLegacy, EraDoDeliver, MUST, "decisions E12, S-NOTIF-1"},
		{EraLegacy, EraOnFrameOut, EraLegacy, EraDoNothing, POLICY, "rules A19"},
		{EraLegacy, EraOnResultOut, EraLegacy, EraDoNothing, POLICY, "rules A19"},
		{EraLegacy, EraOnDiscoverOut, EraLegacy, EraDoNothing, POLICY, "rules A19"},
		{EraLegacy, EraOnInitializeOut, EraLegacy, EraDoNothing, MUST, "S-ERA-4"},
	}
}

// modernRows are the rows after the modern lock.
func modernRows() []EraRow {
	return []EraRow{
		{EraModern, EraOnInitialize, EraModern, EraDoRefuseLate, POLICY, "rules A6 and A16, decisions E16"},
		{EraModern, EraOnBadInitialize, EraModern, EraDoRefuseLate, POLICY, "ladder 11, rules A16"},
		{EraModern, EraOnClaimedInitialize, EraModern, EraDoRefuseClaim, MUST, "decisions E5, S-REMOVED-1"},
		{EraModern, EraOnDiscover, EraModern, EraDoServeModern, MUST, "S-DISC-1"},
		{EraModern, EraOnBareDiscover, EraModern, EraDoRefuseBare, MUST, "decisions E6, S-META-7"},
		{EraModern, EraOnPartialEnvelope, EraModern, EraDoAnswerClass, MUST, "S-META-7"},
		{EraModern, EraOnUnsupportedVersion, EraModern, EraDoAnswerClass, MUST, "S-VER-1"},
		{EraModern, EraOnEnveloped, EraModern, EraDoServeModern, MUST, "S-ERA-3, S-MSG-7"},
		{EraModern, EraOnEnvelopedUnknown, EraModern, EraDoRefuseMethod, MUST, "S-ERR-12"},
		{EraModern, EraOnListen, EraModern, EraDoServeModern, MUST, "rules A1, S-SUB-14"},
		{EraModern, EraOnBadListen, EraModern, EraDoAnswerClass, MUST, "S-ERR-13"},
		{EraModern, EraOnBareListen, EraModern, EraDoRefuseBare, MUST, "ladder 25, S-META-7"},
		{EraModern, EraOnBare, EraModern, EraDoRefuseBare, MUST, "decisions E7, S-META-7"},
		{EraModern, EraOnBareUnknown, EraModern, EraDoRefuseBare, MUST, "ladder 21, S-META-7"},
		{EraModern, EraOnPing, EraModern, EraDoRefuseBare, MUST, "ladder 22, S-META-7"},
		{EraModern, EraOnNotification, EraModern, EraDoDeliver, MUST, "decisions E12, S-NOTIF-1"},
		{EraModern, EraOnClaimedNotification, EraModern, EraDoDeliver, MUST, "decisions E12, S-NOTIF-1"},
		{EraModern, EraOnFrameOut, EraModern, EraDoNothing, MUST, "rules A5"},
		{EraModern, EraOnResultOut, EraModern, EraDoNothing, MUST, "rules A5"},
		{EraModern, EraOnDiscoverOut, EraModern, EraDoNothing, MUST, "rules A5"},
	}
}

// probeRows are the rows of the policy that commits by admission and leaves
// discover out of it; a message without a claim chooses legacy.
func probeRows(from EraState) []EraRow {
	bareNote, claimedNote := EraLegacy, EraModern
	if from == EraProbed { // once probed, notifications choose nothing
		bareNote, claimedNote = EraProbed, EraProbed
	}
	return []EraRow{
		{from, EraOnInitialize, EraLegacy, EraDoHandshake, POLICY, "policies ProbeWindow, S-LIFE-1"},
		{from, EraOnBadInitialize, EraLegacy, EraDoHandshake, POLICY, "policies ProbeWindow"},
		{from, EraOnClaimedInitialize, EraModern, EraDoRefuseClaim, POLICY, "policies ProbeWindow, S-REMOVED-1"},
		{from, EraOnDiscover, EraProbed, EraDoServeModern, POLICY, "policies ProbeWindow, S-DISC-1"},
		{from, EraOnBareDiscover, EraLegacy, EraDoRefuseMethod, POLICY, "policies ProbeWindow, S-ERR-12"},
		{from, EraOnPartialEnvelope, from, EraDoAnswerClass, MUST, "S-META-7"},
		{from, EraOnUnsupportedVersion, from, EraDoAnswerClass, MUST, "S-VER-1"},
		{from, EraOnEnveloped, EraModern, EraDoServeModern, POLICY, "policies ProbeWindow, S-ERA-3"},
		{from, EraOnEnvelopedUnknown, EraModern, EraDoRefuseMethod, POLICY, "policies ProbeWindow, S-ERR-12"},
		{from, EraOnListen, EraModern, EraDoServeModern, POLICY, "policies ProbeWindow, S-SUB-14"},
		{from, EraOnBadListen, EraModern, EraDoAnswerClass, POLICY, "policies ProbeWindow, S-ERR-13"},
		{from, EraOnBareListen, EraLegacy, EraDoRefuseMethod, POLICY, "policies ProbeWindow, S-ERR-12"},
		{from, EraOnBare, EraLegacy, EraDoServeLegacy, POLICY, "policies ProbeWindow"},
		{from, EraOnBareUnknown, EraLegacy, EraDoRefuseMethod, POLICY, "policies ProbeWindow, S-ERR-12"},
		{from, EraOnPing, EraLegacy, EraDoPong, POLICY, "policies ProbeWindow, S-PING-1"},
		{from, EraOnNotification, bareNote, EraDoNothing, POLICY, "policies ProbeWindow, S-NOTIF-1"},
		{from, EraOnClaimedNotification, claimedNote, EraDoNothing, POLICY, "policies ProbeWindow, S-NOTIF-1"},
	}
}
