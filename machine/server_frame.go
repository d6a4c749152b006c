package machine

import "github.com/eralock/eralock/model"

// frame sorts a line that was read: what is no message, what speaks of another
// message, and what asks for an answer.
func (s *ServerSession) frame(in Input) {
	switch c := in.Class; {
	case c == model.ClassBlank:
	case c < model.ClassResponse:
		s.fault(in)
	case c == model.ClassResponse:
		s.response(in)
	case c == model.ClassCancelled, c == model.ClassBadCancelled:
		if do, _ := s.m.lifetime.Fire(&s.lifetime, model.LifetimeOnCancel); do != model.LifetimeDoPass {
			return
		}
		s.note(c)
		if c == model.ClassCancelled {
			s.cancel(in.ID)
		}
	case c.Request():
		s.admit(in)
	default:
		if do, _ := s.m.lifetime.Fire(&s.lifetime, model.LifetimeOnNotification); do == model.LifetimeDoPass {
			s.notification(c)
		}
	}
}

// fault answers a line that is no message, unless no answer is legal: without
// an id where the schema demands one, or where the host asked for silence.
func (s *ServerSession) fault(in Input) {
	e := model.LifetimeOnFault
	if in.ID == nil && (s.opt.SilentFaults || s.oldSchema && s.era.At == model.EraLegacy) {
		e = model.LifetimeOnMuteFault
	}
	if do, _ := s.m.lifetime.Fire(&s.lifetime, e); do == model.LifetimeDoAnswerFault {
		s.act(AnswerFault, 0, nil)
	}
}

// note lets the era see a notification: one policy lets it choose.
func (s *ServerSession) note(c model.Class) model.EraEffect {
	e, _ := model.EraEventOf(c)
	return s.enter(e)
}

func (s *ServerSession) notification(c model.Class) {
	if s.note(c) != model.EraDoDeliver {
		return
	}
	if c == model.ClassInitialized {
		s.m.legacy.Fire(&s.legacy, model.LegacyOnInitialized)
	}
	s.act(Deliver, 0, nil)
}

// enter fires an era event and reports a lock to the shell's observers.
func (s *ServerSession) enter(e model.EraEvent) model.EraEffect {
	was := s.era.At
	do, _ := s.m.era.Fire(&s.era, e)
	if s.era.At != was && s.era.At >= model.EraLegacy {
		s.act(Locked, 0, nil)
	}
	return do
}

// admit asks lifetime, then era, then the legacy session, then the request.
func (s *ServerSession) admit(in Input) {
	e := model.LifetimeOnRequest
	if _, taken := s.slots.byID.find(in.ID); taken {
		e = model.LifetimeOnDuplicate
	} else if s.slots.active >= s.opt.MaxInFlight {
		e = model.LifetimeOnOverload
	}
	switch do, _ := s.m.lifetime.Fire(&s.lifetime, e); do {
	case model.LifetimeDoAdmit:
		s.receive(in)
	case model.LifetimeDoRefuseDuplicate:
		s.refuseUnheard(DuplicateID)
	case model.LifetimeDoRefuseBusy:
		s.refuseUnheard(Busy)
	case model.LifetimeDoRefuseDraining:
		s.refuseUnheard(Draining)
	}
}

// refuseUnheard answers a request that gets no slot: memory stays bounded.
func (s *ServerSession) refuseUnheard(why Reason) {
	s.out = append(s.out, Action{Do: Refuse, Reason: why, Lane: s.laneOf(model.ClassBare)})
}

// laneOf is the vocabulary of a request that is refused: modern on a modern
// connection and for every frame with a claim.
func (s *ServerSession) laneOf(c model.Class) Lane {
	switch c {
	case model.ClassClaimedInitialize, model.ClassDiscover, model.ClassPartialEnvelope, model.ClassUnsupportedVersion,
		model.ClassEnveloped, model.ClassEnvelopedUnknown, model.ClassListen, model.ClassBadListen:
		if s.era.At != model.EraLegacy {
			return ModernLane
		}
	}
	if s.era.At == model.EraModern {
		return ModernLane
	}
	return LegacyLane
}

func kindOf(c model.Class) kind {
	switch c {
	case model.ClassListen:
		return listen
	case model.ClassDiscover, model.ClassBareDiscover:
		return discover
	case model.ClassInitialize, model.ClassBadInitialize, model.ClassClaimedInitialize:
		return initialize
	}
	return plain
}

func (s *ServerSession) receive(in Input) {
	e, _ := model.EraEventOf(in.Class)
	do := s.enter(e)
	ref, sl := s.slots.admit(in.ID, s.laneOf(in.Class), kindOf(in.Class))
	switch do {
	case model.EraDoHandshake:
		s.handshake(in.Class, ref, sl)
	case model.EraDoServeLegacy:
		s.serveLegacy(ref, sl)
	case model.EraDoServeModern:
		s.serveModern(ref, sl)
	case model.EraDoPong:
		s.act(Pong, ref, sl)
	default:
		s.refuse(ref, sl, reasonOf(do))
	}
}

// reasonOf translates the era's refusals.
func reasonOf(do model.EraEffect) Reason {
	switch do {
	case model.EraDoRefuseLate:
		return LateInitialize
	case model.EraDoRefuseClaim:
		return ClaimedInitialize
	case model.EraDoRefuseEnvelope:
		return Envelope
	case model.EraDoRefuseBare:
		return NoEnvelope
	case model.EraDoTeachBare:
		return NoHandshake
	case model.EraDoRefuseMethod:
		return UnknownMethod
	}
	return ByClass
}

func (s *ServerSession) handshake(c model.Class, ref Ref, sl *slot) {
	e := model.LegacyOnInitialize
	if c == model.ClassBadInitialize {
		e = model.LegacyOnBadInitialize
	}
	sl.lane = LegacyLane
	switch do, _ := s.m.legacy.Fire(&s.legacy, e); do {
	case model.LegacyDoAnswer:
		s.act(Handshake, ref, sl)
	case model.LegacyDoRefuseRepeat:
		s.refuse(ref, sl, Repeated)
	default:
		s.refuse(ref, sl, ByClass)
	}
}

func (s *ServerSession) serveLegacy(ref Ref, sl *slot) {
	sl.lane = LegacyLane
	if do, _ := s.m.legacy.Fire(&s.legacy, model.LegacyOnRequest); do != model.LegacyDoServe {
		s.refuse(ref, sl, NoHandshake)
		return
	}
	s.start(ref, sl)
}

func (s *ServerSession) serveModern(ref Ref, sl *slot) {
	sl.lane = ModernLane
	switch {
	case sl.kind == discover:
		s.act(Discover, ref, sl)
	case sl.kind == listen && s.listens >= s.opt.MaxListens:
		s.refuse(ref, sl, NoListenSlot)
	case sl.kind == listen && s.opt.ListenHandlers:
		sl.handled = true
		s.enterListen(sl)
		s.spawn(ref, sl)
	case sl.kind == listen:
		s.act(Listen, ref, sl)
	default:
		s.start(ref, sl)
	}
}

func (s *ServerSession) start(ref Ref, sl *slot) {
	if s.held {
		s.act(Hold, ref, sl)
		return
	}
	s.spawn(ref, sl)
}

// begin starts a request that was held, unless it was cancelled meanwhile.
func (s *ServerSession) begin(ref Ref) {
	if sl := s.slots.at(ref); sl != nil {
		s.spawn(ref, sl)
	}
}

func (s *ServerSession) spawn(ref Ref, sl *slot) {
	if do, _ := s.fire(sl, model.RequestOnStart); do == model.RequestDoSpawn {
		s.act(Run, ref, sl)
	}
}

func (s *ServerSession) refuse(ref Ref, sl *slot, why Reason) {
	if do, _ := s.fire(sl, model.RequestOnError); do == model.RequestDoSendError {
		s.out = append(s.out, Action{Do: Refuse, Ref: ref, Reason: why, Lane: sl.lane})
	}
}
