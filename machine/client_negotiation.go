package machine

import "github.com/eralock/eralock/model"

// begin finds out the era of a process that has just started. One that was
// started again because it had died of the probe is initialised at once
// (decisions K5).
func (s *ClientSession) begin() {
	if s.negotiation.At == model.NegotiationInitialising {
		s.send(KindInitialize)
		return
	}
	known := s.opt.Known
	s.opt.Known = Known{} // the next process may be another program
	s.retries = 0
	switch {
	case known.Lanes == OnModern && s.opt.Mode != model.ModeLegacy:
		s.negotiate(model.NegotiationOnKnownModern, ClientInput{Version: known.Version})
	case known.Lanes == OnLegacy && s.opt.Mode == model.ModeAuto:
		s.negotiate(model.NegotiationOnKnownLegacy, ClientInput{})
	default:
		s.negotiate(model.NegotiationOnStart, ClientInput{})
	}
}

// negotiate fires e, which in gave rise to, and does what the table says.
func (s *ClientSession) negotiate(e model.NegotiationEvent, in ClientInput) {
	do, _ := s.m.negotiation.Fire(&s.negotiation, e)
	switch do {
	case model.NegotiationDoProbe:
		s.probed = s.opt.Version
		s.send(KindProbe)
	case model.NegotiationDoReprobe:
		s.probed = in.Version
		s.send(KindProbe)
	case model.NegotiationDoInitialize:
		s.send(KindInitialize)
	case model.NegotiationDoRestart: // when the process is gone: see exited
	case model.NegotiationDoSettleModern:
		s.version = in.Version
		s.out = append(s.out, ClientAction{Do: ClientDoSettleModern, Lane: ModernLane, Version: in.Version})
		s.releaseAll()
	case model.NegotiationDoSettleLegacy:
		s.act(ClientDoSettleLegacy, 0)
		s.releaseAll()
	case model.NegotiationDoApply:
		s.act(ClientDoApply, 0)
	case model.NegotiationDoFail:
		s.probed, s.version = "", "" // rules B12
		s.act(ClientDoGiveUp, 0)
		s.failWaiting()
		s.shutdown()
	}
}

// send queues a request of the session's own. A probe that still waits for its
// answer counts no more: it may be one that was sent again for want of an
// answer, which then came (rules B13).
func (s *ClientSession) send(k ClientKind) {
	s.slots.each(func(ref Ref, sl *clientSlot) {
		if sl.kind == KindProbe && s.fire(sl, model.CallOnQuietEnd) == model.CallDoFailQuiet && sl.place == atPipe {
			s.slots.release(ref, sl)
		}
	})
	ref, sl := s.slots.admit(k, 0)
	sl.call, sl.place = s.m.call.table.Start, atPipe
	a := ClientAction{Do: ClientDoInitialize, Ref: ref, Kind: k}
	if k == KindProbe {
		a.Do, a.Lane, a.Version = ClientDoProbe, ModernLane, s.probed
		if s.negotiation.At == model.NegotiationReprobing {
			a.Do = ClientDoReprobe
		}
	}
	s.out = append(s.out, a)
}

// probeEvents are the answers to a probe in the table's words.
var probeEvents = [...]model.NegotiationEvent{
	AnswerPlain:           model.NegotiationOnOtherError,
	AnswerDiscovered:      model.NegotiationOnDiscovered,
	AnswerLegacyOnly:      model.NegotiationOnLegacyOnly,
	AnswerNoOverlap:       model.NegotiationOnNoOverlap,
	AnswerUnusable:        model.NegotiationOnUnusable,
	AnswerUnmarked:        model.NegotiationOnUnmarked,
	AnswerVersionRefused:  model.NegotiationOnVersionRefused,
	AnswerVersionsForeign: model.NegotiationOnVersionsForeign,
	AnswerVersionsUnknown: model.NegotiationOnOtherError, // decisions K1: only if well formed
	AnswerModernError:     model.NegotiationOnModernError,
	AnswerOtherError:      model.NegotiationOnOtherError,
	AnswerInitialized:     model.NegotiationOnUnmarked,
	AnswerNotInitialized:  model.NegotiationOnUnmarked,
}

// probeAnswered takes the answer to the probe. One that comes after the time
// limit decides nothing, but may be remembered.
func (s *ClientSession) probeAnswered(in ClientInput, ref Ref, sl *clientSlot) {
	late := sl.call.Settled()
	of := model.CallOnError
	if in.On == ClientOnResult {
		of = model.CallOnResult
	}
	s.fire(sl, of)
	s.slots.release(ref, sl)
	if late && in.Answer == AnswerDiscovered {
		s.evidence = in.Version
	}
	if late && s.negotiation.At == model.NegotiationReprobing {
		return // the answer to the second probe is the one that counts
	}
	s.negotiate(probeEvents[in.Answer], in)
}

// initializeAnswered takes the answer to initialize. A -32022 is the word of a
// modern server (rules B18); if it names no versions, a DiscoverResult that
// came too late does (decisions K4).
func (s *ClientSession) initializeAnswered(in ClientInput, ref Ref, sl *clientSlot) {
	of, e := model.CallOnError, model.NegotiationOnInitializeFailed
	switch {
	case in.On == ClientOnResult:
		of = model.CallOnResult
		if in.Answer == AnswerInitialized {
			e = model.NegotiationOnInitialized
		}
	case in.Answer == AnswerVersionRefused:
		e = model.NegotiationOnInitializeModern
	case in.Answer == AnswerVersionsUnknown && s.evidence != "":
		in.Version = s.evidence
		e = model.NegotiationOnInitializeModern
	}
	s.fire(sl, of)
	s.slots.release(ref, sl)
	s.negotiate(e, in)
}

// ownTimedOut is the time limit of a request of the session's own. The slot of
// a probe stays, so that a late answer is recognised.
func (s *ClientSession) ownTimedOut(ref Ref, sl *clientSlot) {
	if sl.call.Settled() {
		return
	}
	id, probe := sl.id, sl.kind == KindProbe
	e, what := model.CallOnQuietEnd, model.NegotiationOnInitializeFailed
	if probe {
		what = model.NegotiationOnTimeout
		if s.retries < s.opt.Retries && s.negotiation.At == model.NegotiationProbing {
			s.retries++
			what = model.NegotiationOnSilence
		}
		if s.opt.CancelProbe {
			e = model.CallOnTimeout
		}
	}
	if s.fire(sl, e) == model.CallDoSendCancelled {
		s.out = append(s.out, ClientAction{Do: ClientDoSendCancelled, ID: id})
	}
	if !probe || id == 0 {
		s.slots.release(ref, sl)
	}
	s.negotiate(what, ClientInput{On: ClientOnTimeout})
}

// unsent ends a negotiation whose next request the host cannot make up.
func (s *ClientSession) unsent(ref Ref) {
	sl := s.slots.at(ref)
	if sl == nil || !sl.own() || sl.place != atPipe || s.fire(sl, model.CallOnQuietEnd) != model.CallDoFailQuiet {
		return
	}
	s.slots.release(ref, sl)
	s.negotiate(model.NegotiationOnUnsent, ClientInput{On: ClientOnUnsent})
}

// asked decides about a request of the server. A modern server has none to
// send, and is written no responses (rules B17, C-FRAME-8); before the era is
// known, a ping is answered in the hope of a legacy server (decisions K6).
func (s *ClientSession) asked(on ClientOn) {
	do := ClientDoDrop
	switch s.negotiation.At {
	case model.NegotiationIdle, model.NegotiationProbing:
		if on == ClientOnPing && s.opt.Mode != model.ModeModern {
			do = ClientDoPong
		}
	case model.NegotiationInitialising:
		do = ClientDoRefuseRequest
		if on == ClientOnPing {
			do = ClientDoPong
		}
	case model.NegotiationLegacy:
		do = ClientDoServeRequest
		if on == ClientOnPing {
			do = ClientDoPong
		}
	}
	if !s.up {
		do = ClientDoDrop
	}
	s.act(do, 0)
}
