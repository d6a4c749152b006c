package model

// autoRows are the rows of a client that speaks both eras.
func autoRows() []NegotiationRow {
	const (
		idle, probing, reprobing = NegotiationIdle, NegotiationProbing, NegotiationReprobing
		initialising             = NegotiationInitialising
		modern, legacy, failed   = NegotiationModern, NegotiationLegacy, NegotiationFailed
	)
	return []NegotiationRow{
		{idle, NegotiationOnStart, probing, NegotiationDoProbe, SHOULD, "rules B1, C-ERA-3"},
		{idle, NegotiationOnKnownModern, modern, NegotiationDoSettleModern, MAY, "C-ERA-2"},
		{idle, NegotiationOnKnownLegacy, initialising, NegotiationDoInitialize, MAY, "C-ERA-2"},

		{probing, NegotiationOnDiscovered, modern, NegotiationDoSettleModern, MUST, "rules B2, C-ERA-4"},
		{probing, NegotiationOnLegacyOnly, initialising, NegotiationDoInitialize, POLICY, "decisions K2"},
		{probing, NegotiationOnNoOverlap, failed, NegotiationDoFail, SHOULD, "decisions K2, C-VER-1"},
		{probing, NegotiationOnUnusable, failed, NegotiationDoFail, POLICY, "rules B12"},
		{probing, NegotiationOnUnmarked, initialising, NegotiationDoInitialize, POLICY, "rules B14"},
		{probing, NegotiationOnVersionRefused, reprobing, NegotiationDoReprobe, MUST, "rules B3, C-ERA-5"},
		{probing, NegotiationOnVersionsForeign, failed, NegotiationDoFail, MUST, "rules B12, C-ERA-5"},
		{probing, NegotiationOnModernError, failed, NegotiationDoFail, MUST, "rules B12, C-ERA-5"},
		{probing, NegotiationOnOtherError, initialising, NegotiationDoInitialize, MUST, "rules B4, C-ERA-6, C-ERA-7"},
		{probing, NegotiationOnTimeout, initialising, NegotiationDoInitialize, MUST, "rules B4, decisions K3, C-ERA-6"},
		{probing, NegotiationOnExit, initialising, NegotiationDoRestart, POLICY, "decisions K5"},
		{probing, NegotiationOnSilence, probing, NegotiationDoProbe, POLICY, "rules B4"},
		{probing, NegotiationOnUnsent, failed, NegotiationDoFail, POLICY, "decisions K15"},
		{probing, NegotiationOnBroken, failed, NegotiationDoFail, POLICY, "decisions K12 and K15"},

		{reprobing, NegotiationOnDiscovered, modern, NegotiationDoSettleModern, MUST, "rules B3, C-ERA-4"},
		{reprobing, NegotiationOnLegacyOnly, failed, NegotiationDoFail, MUST, "rules B13, C-ERA-5"},
		{reprobing, NegotiationOnNoOverlap, failed, NegotiationDoFail, MUST, "rules B13"},
		{reprobing, NegotiationOnUnusable, failed, NegotiationDoFail, MUST, "rules B13"},
		{reprobing, NegotiationOnUnmarked, failed, NegotiationDoFail, MUST, "rules B13"},
		{reprobing, NegotiationOnVersionRefused, failed, NegotiationDoFail, MUST, "rules B13"},
		{reprobing, NegotiationOnVersionsForeign, failed, NegotiationDoFail, MUST, "rules B13"},
		{reprobing, NegotiationOnModernError, failed, NegotiationDoFail, MUST, "rules B13"},
		{reprobing, NegotiationOnOtherError, failed, NegotiationDoFail, MUST, "rules B13, C-ERA-5"},
		{reprobing, NegotiationOnTimeout, failed, NegotiationDoFail, MUST, "rules B13, C-ERA-5"},
		{reprobing, NegotiationOnExit, failed, NegotiationDoFail, MUST, "rules B13, decisions K15"},
		{reprobing, NegotiationOnUnsent, failed, NegotiationDoFail, POLICY, "decisions K15"},
		{reprobing, NegotiationOnBroken, failed, NegotiationDoFail, POLICY, "decisions K12 and K15"},

		{initialising, NegotiationOnDiscovered, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnLegacyOnly, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnNoOverlap, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnUnusable, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnUnmarked, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnVersionRefused, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnVersionsForeign, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnModernError, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnOtherError, initialising, NegotiationDoNothing, POLICY, "decisions K3"},
		{initialising, NegotiationOnExit, failed, NegotiationDoFail, POLICY, "decisions K15"},
		{initialising, NegotiationOnInitialized, legacy, NegotiationDoSettleLegacy, MUST, "C-LIFE-2, C-ERA-11"},
		{initialising, NegotiationOnInitializeFailed, failed, NegotiationDoFail, SHOULD, "C-LIFE-5, decisions K15"},
		{initialising, NegotiationOnInitializeModern, reprobing, NegotiationDoReprobe, POLICY, "rules B18, decisions K4"},
		{initialising, NegotiationOnUnsent, failed, NegotiationDoFail, POLICY, "decisions K15"},
		{initialising, NegotiationOnBroken, failed, NegotiationDoFail, POLICY, "decisions K12 and K15"},

		{modern, NegotiationOnDiscovered, modern, NegotiationDoApply, POLICY, "rules B15"},
		{modern, NegotiationOnVersionRefused, modern, NegotiationDoSwitch, SHOULD, "rules B10, C-VER-1"},
		{modern, NegotiationOnVersionsForeign, modern, NegotiationDoNothing, SHOULD, "rules B10, C-VER-1"},
		{modern, NegotiationOnExit, idle, NegotiationDoNothing, SHOULD, "C-SHUT-4"},
		{modern, NegotiationOnBroken, idle, NegotiationDoNothing, POLICY, "decisions K12"},

		{legacy, NegotiationOnDiscovered, legacy, NegotiationDoNothing, POLICY, "decisions K3"},
		{legacy, NegotiationOnExit, idle, NegotiationDoNothing, SHOULD, "C-SHUT-4"},
		{legacy, NegotiationOnBroken, idle, NegotiationDoNothing, POLICY, "decisions K12"},

		{failed, NegotiationOnStart, probing, NegotiationDoProbe, POLICY, "decisions K15"},
		{failed, NegotiationOnExit, failed, NegotiationDoNothing, POLICY, "decisions K15"},
		{failed, NegotiationOnBroken, failed, NegotiationDoNothing, POLICY, "decisions K15"},
	}
}

// modernOnly turns every fallback of rows into a failure (rules B6) and drops
// the states of the legacy era.
func modernOnly(rows []NegotiationRow) []NegotiationRow {
	var kept []NegotiationRow
	for _, r := range rows {
		if r.From == NegotiationInitialising || r.From == NegotiationLegacy || r.On == NegotiationOnKnownLegacy {
			continue
		}
		if r.To == NegotiationInitialising {
			r.To, r.Do, r.Level, r.Ref = NegotiationFailed, NegotiationDoFail, SHOULD, "rules B6, C-ERA-9"
		}
		kept = append(kept, r)
	}
	return kept
}

// legacyOnly are the rows of a client that never probes (rules B6).
func legacyOnly() []NegotiationRow {
	const (
		idle, initialising, legacy, failed = NegotiationIdle, NegotiationInitialising, NegotiationLegacy, NegotiationFailed
	)
	return []NegotiationRow{
		{idle, NegotiationOnStart, initialising, NegotiationDoInitialize, MUST, "rules B6, C-LIFE-1"},
		{initialising, NegotiationOnExit, failed, NegotiationDoFail, POLICY, "decisions K15"},
		{initialising, NegotiationOnInitialized, legacy, NegotiationDoSettleLegacy, MUST, "C-LIFE-2"},
		{initialising, NegotiationOnInitializeFailed, failed, NegotiationDoFail, SHOULD, "C-LIFE-5, decisions K15"},
		{initialising, NegotiationOnInitializeModern, failed, NegotiationDoFail, POLICY, "rules B6"},
		{initialising, NegotiationOnUnsent, failed, NegotiationDoFail, POLICY, "decisions K15"},
		{initialising, NegotiationOnBroken, failed, NegotiationDoFail, POLICY, "decisions K12 and K15"},
		{legacy, NegotiationOnExit, idle, NegotiationDoNothing, SHOULD, "C-SHUT-4"},
		{legacy, NegotiationOnBroken, idle, NegotiationDoNothing, POLICY, "decisions K12"},
		{failed, NegotiationOnStart, initialising, NegotiationDoInitialize, POLICY, "decisions K15"},
		{failed, NegotiationOnExit, failed, NegotiationDoNothing, POLICY, "decisions K15"},
		{failed, NegotiationOnBroken, failed, NegotiationDoNothing, POLICY, "decisions K15"},
	}
}
