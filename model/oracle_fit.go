package model

// fitResult holds a result against how its request was received.
func fitResult(w *oracleWorld, s *oracleSlot, class Class, shape Shape) Finding {
	switch s.do {
	case EraDoHandshake:
		if shape != ShapeInitialize {
			return finding(0, "S-LIFE-1", MUST, "initialize was answered with something that is no InitializeResult")
		}
	case EraDoServeModern:
		switch {
		case class == ClassListen && s.state == RequestRunning:
			return finding(0, "S-SUB-2", MUST, "a listen was answered without an acknowledgement before")
		case !shape.modern():
			return finding(0, "S-RESP-4", MUST, "a result of 2026-07-28 without resultType")
		case class == ClassDiscover && shape != ShapeDiscover:
			return finding(0, "S-DISC-2", MUST, "server/discover was answered with something that is no DiscoverResult")
		}
	case EraDoServeLegacy, EraDoPong, EraDoTeachBare:
		if shape.modern() {
			return finding(0, "rules A21", SHOULD, "a legacy request was answered in the vocabulary of 2026-07-28")
		}
	case EraDoRefuseEnvelope:
		return finding(0, "policies", POLICY, "an enveloped request was served where the era's policy refuses it")
	case EraDoRefuseLate:
		return finding(0, "policies", POLICY, "a late initialize was served where the era's policy refuses it")
	case EraDoRefuseClaim:
		return finding(0, "S-REMOVED-1", MUST, "an enveloped initialize was served, though 2026-07-28 has no such method")
	case EraDoAnswerClass:
		return served(class)
	case EraDoRefuseMethod, EraDoRefuseBare:
		return servedUnknown(s.do, class)
	}
	return Finding{}
}

// served is a request that was answered with a result although its envelope or
// its params are broken.
func served(class Class) Finding {
	switch class {
	case ClassUnsupportedVersion:
		return finding(0, "S-VER-1", MUST, "a request of a version that is not supported was served")
	case ClassPartialEnvelope:
		return finding(0, "S-META-7", MUST, "a request that lacks a required member of the envelope was served")
	}
	return finding(0, "S-ERR-13", MUST, "a request with invalid params was served")
}

func servedUnknown(do EraEffect, class Class) Finding {
	switch class {
	case ClassEnvelopedUnknown, ClassBareUnknown:
		return finding(0, "S-ERR-12", MUST, "a method that does not exist was served")
	case ClassBareDiscover, ClassBareListen:
		if do == EraDoRefuseBare {
			return finding(0, "S-META-7", MUST, "a request of 2026-07-28 was served without an envelope")
		}
	}
	return finding(0, "policies", POLICY, "a request without an envelope was served where the era's policy refuses it")
}

// fitError holds an error against how its request was received. What only the
// era decides about may fail with any code.
func fitError(w *oracleWorld, s *oracleSlot, class Class, code int) Finding {
	handshaken := w.legacy != LegacyUninitialised
	switch s.do {
	case EraDoHandshake:
		if class == ClassInitialize && !handshaken {
			return finding(0, "policies", POLICY, "initialize was refused where the era's policy answers it")
		}
	case EraDoServeModern:
		if class == ClassDiscover {
			return finding(0, "S-DISC-1", MUST, "server/discover was refused")
		}
	case EraDoPong:
		if handshaken {
			return finding(0, "S-PING-1", MUST, "a ping was refused")
		}
	case EraDoAnswerClass:
		return misrefused(class, code)
	case EraDoRefuseClaim:
		if code != seenMethodNotFound {
			return finding(0, "S-REMOVED-1", MUST, "an enveloped initialize was refused with another code than -32601")
		}
	case EraDoRefuseBare:
		if w.era == EraModern && !refusesBare(class, code) {
			return finding(0, "S-META-7", MUST, "a request without an envelope was refused with another code than -32602")
		}
	case EraDoRefuseMethod:
		if (class == ClassEnvelopedUnknown || class == ClassBareUnknown && handshaken) && code != seenMethodNotFound {
			return finding(0, "S-ERR-12", MUST, "a method that does not exist was refused with another code than -32601")
		}
	}
	return Finding{}
}

// refusesBare: a method that 2026-07-28 does not have is refused rightly for
// either reason, and what only that revision has may be unknown on its own.
func refusesBare(class Class, code int) bool {
	switch class {
	case ClassBare:
		return code == seenInvalidParams
	case ClassBareUnknown, ClassPing:
		return code == seenInvalidParams || code == seenMethodNotFound
	}
	return true
}

func misrefused(class Class, code int) Finding {
	switch {
	case class == ClassUnsupportedVersion && code != seenUnsupportedVersion:
		return finding(0, "S-VER-1", MUST, "a version that is not supported was refused with another code than -32022")
	case class == ClassPartialEnvelope && code != seenInvalidParams:
		return finding(0, "S-META-7", MUST, "a request that lacks a required member of the envelope was refused with another code than -32602")
	}
	return Finding{}
}
