package model

// take is what frame f makes of world w. can is false where w cannot have sent
// it because it has not read the request yet; a zero Finding means that w is
// free to send it.
func (o *Oracle) take(w oracleWorld, f Seen) (next oracleWorld, bad Finding, can bool) {
	if f.Kind >= SeenLog {
		return w, o.spontaneous(&w, f.Kind), true
	}
	if f.ID < 0 {
		return w, finding(0, "S-SUB-6", MUST, "a frame with a stamp or token that belongs to no request"), true
	}
	s := &w.slots[f.ID]
	if !s.known {
		return w, Finding{}, false
	}
	class := o.asked[f.ID].Class
	switch f.Kind {
	case SeenResult:
		bad = o.result(&w, s, class, f.Shape)
	case SeenError:
		bad = o.failure(&w, s, class, f.Code)
	case SeenAcknowledgement:
		bad = o.acknowledgement(&w, s, class)
	case SeenEvent:
		bad = o.event(&w, s, class)
	case SeenProgress:
		bad = o.progress(&w, s)
	case SeenCancelled:
		bad = o.cancelled(s, class)
	}
	return w, bad, true
}

// result is a success. What it commits is committed even where it is wrong.
func (o *Oracle) result(w *oracleWorld, s *oracleSlot, class Class, shape Shape) (bad Finding) {
	to, do, _ := Request.Step(s.state, RequestOnResult)
	switch {
	case s.severed && !s.answered: // decisions C4: cancelled, then the result
		s.answered = true
		return Finding{}
	case s.answered || do != RequestDoSendResult:
		bad = late(s, class)
		to = RequestAnswered
	default:
		bad = fitResult(w, s, class, shape)
	}
	s.state, s.answered = to, true
	switch {
	case shape == ShapeInitialize && s.do == EraDoHandshake:
		if _, _, ok := o.eras[w.table].Step(w.era, EraOnInitializeOut); !ok && bad == (Finding{}) {
			bad = finding(0, "policies", POLICY, "an InitializeResult took over a connection that had become modern")
		}
		o.enter(w, EraOnInitializeOut)
		w.legacy, _, _ = LegacySession.Step(w.legacy, LegacyOnResult)
	case class == ClassDiscover && s.modern:
		o.enter(w, EraOnDiscoverOut)
	case s.modern:
		o.enter(w, EraOnResultOut)
	}
	return bad
}

// failure is an error; it never locks (rules A8).
func (o *Oracle) failure(w *oracleWorld, s *oracleSlot, class Class, code int) (bad Finding) {
	to, do, _ := Request.Step(s.state, RequestOnError)
	switch {
	case s.severed && !s.answered:
	case s.answered || do != RequestDoSendError:
		bad = late(s, class)
		to = RequestAnswered
	default:
		bad = fitError(w, s, class, code)
	}
	s.state, s.answered = to, true
	return bad
}

// late is an answer that comes after the last word of its request.
func late(s *oracleSlot, class Class) Finding {
	switch {
	case s.answered:
		return finding(0, "S-MSG-8", MUST, "a second answer to one request")
	case class == ClassListen && s.modern:
		return finding(0, "S-CANCEL-12", MUST, "an answer to a listen after its cancel was read")
	case s.modern:
		return finding(0, "S-CANCEL-1", MUST, "an answer after the cancel of its request was read")
	}
	return finding(0, "S-LCANCEL-4", SHOULD, "an answer after the cancel of its request was read")
}

func (o *Oracle) acknowledgement(w *oracleWorld, s *oracleSlot, class Class) (bad Finding) {
	to, do, _ := Request.Step(s.state, RequestOnAcknowledge)
	switch {
	case class != ClassListen:
		return finding(0, "S-SUB-6", MUST, "an acknowledgement stamped with the id of a request that is no listen")
	case s.answered:
		return finding(0, "S-SUB-9", MUST, "an acknowledgement after the listen's answer")
	case s.state == RequestAcknowledged:
		return finding(0, "S-SUB-2", MUST, "a second acknowledgement of one listen")
	case do != RequestDoSendAcknowledgement:
		return finding(0, "S-CANCEL-12", MUST, "an acknowledgement after the listen's cancel was read")
	case s.do != EraDoServeModern:
		bad = finding(0, "policies", POLICY, "a listen was served where the era's policy refuses it")
	}
	s.state, s.modern = to, true
	o.enter(w, EraOnFrameOut)
	return bad
}

func (o *Oracle) event(w *oracleWorld, s *oracleSlot, class Class) Finding {
	_, do, _ := Request.Step(s.state, RequestOnEvent)
	switch {
	case class != ClassListen:
		return finding(0, "S-SUB-6", MUST, "a change stamped with the id of a request that is no listen")
	case do == RequestDoSendEvent:
		o.enter(w, EraOnFrameOut)
		return Finding{}
	case s.answered:
		return finding(0, "S-SUB-9", MUST, "a change after the listen's answer")
	case s.state == RequestReceived || s.state == RequestRunning:
		return finding(0, "S-SUB-3", MUST, "a change before the listen's acknowledgement")
	}
	return finding(0, "S-CANCEL-12", MUST, "a change after the listen's cancel was read")
}

func (o *Oracle) progress(w *oracleWorld, s *oracleSlot) Finding {
	to, do, _ := Request.Step(s.state, RequestOnFrame)
	switch {
	case do == RequestDoSendFrame:
		s.state = to
		if s.modern {
			o.enter(w, EraOnFrameOut)
		}
		return Finding{}
	case s.answered && s.modern:
		return finding(0, "S-PROG-9", MUST, "progress after the answer")
	case s.answered:
		return finding(0, "S-LPROG-2", MUST, "progress after the answer")
	case s.state == RequestAcknowledged:
		return finding(0, "S-SUB-11", MUST, "progress on a listen")
	case s.state == RequestReceived:
		return finding(0, "S-PROG-5", MUST, "progress for a request that does not run")
	case s.modern:
		return finding(0, "S-CANCEL-1", MUST, "progress after the cancel of its request was read")
	}
	return finding(0, "S-LCANCEL-3", SHOULD, "progress after the cancel of its request was read")
}

// cancelled is notifications/cancelled from the server: the abrupt end of a
// listen, and nothing else (decisions C4).
func (o *Oracle) cancelled(s *oracleSlot, class Class) Finding {
	to, do, _ := Request.Step(s.state, RequestOnSever)
	switch {
	case class != ClassListen && s.modern:
		return finding(0, "S-CANCEL-8", MUST, "a cancel of a request that is no listen")
	case class != ClassListen:
		return finding(0, "S-LCANCEL-1", MUST, "a cancel of a request of the client's")
	case do == RequestDoSendCancelled:
		s.state, s.severed = to, true
		return Finding{}
	case s.answered:
		return finding(0, "S-SUB-9", MUST, "a cancel of a listen after its answer")
	case s.state == RequestReceived || s.state == RequestRunning:
		return finding(0, "S-SUB-2", MUST, "a cancel of a listen before its acknowledgement")
	}
	return finding(0, "S-CANCEL-12", MUST, "a second cancel of a listen that had ended")
}
