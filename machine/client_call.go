package machine

import "github.com/eralock/eralock/model"

// admit gives a caller's wish a handle. Without an era it waits for one, and
// the first to wait brings the process up (rules B5).
func (s *ClientSession) admit(in ClientInput) {
	if s.closed {
		s.act(ClientDoReject, 0)
		return
	}
	ref, sl := s.slots.admit(in.Kind, in.Lanes)
	sl.call, sl.sub = s.m.call.table.Start, s.m.subscription.table.Start
	s.out = append(s.out, ClientAction{Do: ClientDoAdmit, Ref: ref, Kind: in.Kind})
	if _, _, ok := s.Era(); ok {
		s.release(ref, sl)
		return
	}
	sl.opener = s.negotiation.At == model.NegotiationIdle || s.negotiation.At == model.NegotiationFailed
	s.wait(ref, sl)
	s.need()
}

// wait puts ref behind the others that wait for the era.
func (s *ClientSession) wait(ref Ref, sl *clientSlot) {
	sl.place = atEra
	if sl.listed {
		return
	}
	sl.listed = true
	if len(s.waiting) == cap(s.waiting) { // callers who gave up leave their handles behind
		kept := s.waiting[:0]
		for _, r := range s.waiting {
			if s.slots.at(r) != nil {
				kept = append(kept, r)
			}
		}
		s.waiting = kept
	}
	s.waiting = append(s.waiting, ref)
}

// releaseAll lets everybody go on who waited for the era.
func (s *ClientSession) releaseAll() {
	waiting := s.waiting
	s.waiting = nil
	for _, ref := range waiting {
		if sl := s.slots.at(ref); sl != nil {
			sl.listed = false
			s.release(ref, sl)
		}
	}
}

// release lets one request on in the era that is settled.
func (s *ClientSession) release(ref Ref, sl *clientSlot) {
	lane, _, _ := s.Era()
	switch {
	case sl.kind == KindConnect, sl.kind == KindPing && sl.opener && lane == ModernLane:
		s.act(ClientDoReady, ref) // the probe was the ping (rules B11)
		s.slots.release(ref, sl)
	case !sl.lanes.Has(lane) && sl.kind == KindListen && sl.sub == model.SubscriptionReopening:
		s.abandon(ref, sl)
	case !sl.lanes.Has(lane):
		s.fire(sl, model.CallOnQuietEnd)
		s.act(ClientDoUnsupported, ref)
		s.slots.release(ref, sl)
	default:
		sl.place = atPipe
		s.out = append(s.out, ClientAction{Do: ClientDoQueue, Ref: ref, Kind: sl.kind, Lane: lane})
	}
}

// write is the moment in which a request gets its id and its version: what
// happened while it waited for the pipe counts.
func (s *ClientSession) write(ref Ref) {
	sl := s.slots.at(ref)
	if sl == nil || sl.place != atPipe || s.fire(sl, model.CallOnWrite) != model.CallDoWrite {
		s.act(ClientDoSkip, ref)
		return
	}
	sl.place = away
	s.slots.mint(ref, sl)
	lane := s.laneFor(sl)
	if sl.kind == KindListen && sl.sub == model.SubscriptionReopening {
		s.fireListen(sl, model.SubscriptionOnReopen)
	}
	s.out = append(s.out, ClientAction{Do: ClientDoWrite, Ref: ref, Kind: sl.kind, ID: sl.id, Lane: lane, Version: sl.version})
}

// laneFor decides what vocabulary a frame is written in, and notes its version.
func (s *ClientSession) laneFor(sl *clientSlot) Lane {
	sl.version = ""
	if sl.kind == KindProbe {
		sl.version = s.probed
		return ModernLane
	}
	lane, version, _ := s.Era()
	if sl.kind == KindInitialize {
		lane = LegacyLane
	}
	if lane == ModernLane {
		sl.version = version
	}
	return lane
}

// answer finds the request that a response answers. Unknown ids, second
// answers and answers that come too late find none.
func (s *ClientSession) answer(in ClientInput) {
	ref, sl := s.slots.of(in.ID)
	if sl == nil {
		return
	}
	switch sl.kind {
	case KindProbe:
		s.probeAnswered(in, ref, sl)
	case KindInitialize:
		s.initializeAnswered(in, ref, sl)
	case KindListen:
		if !s.renegotiate(in, ref, sl) {
			s.listenAnswered(in, ref, sl)
		}
	default:
		if !s.renegotiate(in, ref, sl) {
			s.callAnswered(in, ref, sl)
		}
	}
}

func (s *ClientSession) callAnswered(in ClientInput, ref Ref, sl *clientSlot) {
	e := model.CallOnError
	if in.On == ClientOnResult {
		e = model.CallOnResult
		if in.Answer == AnswerDiscovered { // rules B15
			s.negotiate(model.NegotiationOnDiscovered, in)
		}
	}
	switch s.fire(sl, e) {
	case model.CallDoResolve:
		s.act(ClientDoResolve, ref)
	case model.CallDoFail:
		s.act(ClientDoFail, ref)
	default:
		return
	}
	s.slots.release(ref, sl)
}

// renegotiate takes a -32022 on a request as the server's wish for another
// version. What counts is the version of the rejected frame, not the one in
// use by now: of two calls that are refused, neither makes the other give up.
func (s *ClientSession) renegotiate(in ClientInput, ref Ref, sl *clientSlot) bool {
	foreign := in.Answer == AnswerVersionsForeign
	if in.On != ClientOnError || !foreign && in.Answer != AnswerVersionRefused {
		return false
	}
	if foreign || sl.resent || in.Version == sl.version || sl.kind == KindListen && sl.sub != model.SubscriptionOpening {
		s.negotiate(model.NegotiationOnVersionsForeign, in)
		return false
	}
	do, _ := s.m.negotiation.Fire(&s.negotiation, model.NegotiationOnVersionRefused)
	if do != model.NegotiationDoSwitch || s.fire(sl, model.CallOnVersionRefused) != model.CallDoResend {
		return false
	}
	if s.version != in.Version {
		s.version = in.Version
		s.out = append(s.out, ClientAction{Do: ClientDoSwitch, Version: in.Version})
	}
	sl.resent = true
	s.slots.unmint(sl)
	s.release(ref, sl)
	return true
}

func (s *ClientSession) progress(id uint64) {
	ref, sl := s.slots.of(id)
	if sl == nil || sl.kind == KindListen || sl.own() {
		return
	}
	if s.fire(sl, model.CallOnProgress) == model.CallDoReport {
		s.act(ClientDoReport, ref)
	}
}

// timeout ends a request that had no answer in time: a caller's, or one of the
// session's own.
func (s *ClientSession) timeout(ref Ref) {
	sl := s.slots.at(ref)
	switch {
	case sl == nil:
	case sl.kind == KindListen && sl.sub == model.SubscriptionLive: // the limit was for the acknowledgement
	case sl.own():
		s.ownTimedOut(ref, sl)
	default:
		s.end(ref, model.CallOnTimeout)
	}
}

// end gives a caller up. The wire hears of it if the request was written and
// can be cancelled (decisions K8).
func (s *ClientSession) end(ref Ref, e model.CallEvent) {
	sl := s.slots.at(ref)
	if sl == nil || sl.own() {
		return
	}
	id := sl.id
	if s.uncancellable(sl) {
		e = model.CallOnQuietEnd
	}
	switch s.fire(sl, e) {
	case model.CallDoSendCancelled:
		s.out = append(s.out, ClientAction{Do: ClientDoSendCancelled, ID: id})
	case model.CallDoFailQuiet:
	default:
		return
	}
	if sl.kind == KindListen {
		s.leaveListen(ref, sl)
		return
	}
	s.act(ClientDoAbort, ref)
	s.slots.release(ref, sl)
}

// uncancellable: server/discover is never cancelled on the wire, under
// whichever name the caller asked for it.
func (s *ClientSession) uncancellable(sl *clientSlot) bool {
	return sl.kind == KindDiscover || sl.kind == KindPing && s.negotiation.At == model.NegotiationModern
}
