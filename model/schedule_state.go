package model

// scheduleState is what the letters so far have made of the connection, as far
// as the next one could care. The tables move it; FirstFrame's are taken,
// because they tell most states apart.
type scheduleState struct {
	era    EraState
	legacy LegacyState
	slow   work
	listen work
	ended  bool
}

// work is a lasting request.
type work struct {
	state  RequestState // RequestReceived: none so far
	modern bool
}

// say moves the state by one letter, as if its answer came at once; only a
// lasting request leaves its answer open.
func (s *scheduleState) say(l Letter) {
	c, ok := l.Class()
	if !ok {
		s.ended = true
		return
	}
	e, _ := EraEventOf(c)
	was := s.era
	var do EraEffect
	s.era, do, _ = Era(FirstFrame, false).Step(s.era, e)
	switch {
	case l == LetterCancelSlow:
		s.slow.state, _, _ = Request.Step(s.slow.state, RequestOnCancelSilent)
	case l == LetterCancelListen:
		s.listen.state, _, _ = Request.Step(s.listen.state, RequestOnCancelSilent)
	case do == EraDoHandshake && s.legacy == LegacyUninitialised:
		s.commit(EraOnInitializeOut)
		s.legacy, _, _ = LegacySession.Step(s.legacy, LegacyOnResult)
		s.legacy, _, _ = LegacySession.Step(s.legacy, LegacyOnInitialized)
	case do == EraDoServeModern && l == LetterSlow:
		s.slow = started(true)
	case do == EraDoServeModern && l == LetterListen:
		s.listen.modern = true
		s.listen.state, _, _ = Request.Step(RequestReceived, RequestOnAcknowledge)
		s.commit(EraOnFrameOut)
	case do == EraDoServeModern && l == LetterDiscover:
		s.commit(EraOnDiscoverOut)
	case do == EraDoServeModern:
		s.commit(EraOnResultOut)
	case l == LetterBareSlow && was == EraLegacy:
		s.slow = started(false)
	}
}

func (s *scheduleState) commit(e EraEvent) { s.era, _, _ = Era(FirstFrame, false).Step(s.era, e) }

func started(modern bool) work {
	to, _, _ := Request.Step(RequestReceived, RequestOnStart)
	return work{state: to, modern: modern}
}

// allows reports whether it makes sense to say l now. One lasting request of a
// kind is enough: the others would be its image.
func (s *scheduleState) allows(l Letter) bool {
	switch l {
	case LetterCancelSlow:
		return s.slow.state == RequestRunning
	case LetterCancelListen:
		return s.listen.state == RequestAcknowledged
	case LetterChange:
		return s.listen.state != RequestReceived
	case LetterSlow:
		return s.slow.state == RequestReceived && s.era != EraLegacy
	case LetterListen:
		return s.listen.state == RequestReceived
	case LetterBareSlow:
		return s.slow.state == RequestReceived && s.era == EraLegacy
	case LetterPartial, LetterUnknown, LetterRemoved:
		return s.era != EraLegacy
	case LetterNotice:
		return *s == scheduleState{} // it can choose an era only on a fresh connection
	}
	return true
}

// concern is the part of the state that matters to l: two states that agree in
// it are the same to l.
func (s *scheduleState) concern(l Letter) scheduleState {
	c := *s
	switch l {
	case LetterAbove, LetterBelow, LetterPartial, LetterUnknown, LetterRemoved, LetterPing, LetterBareList:
		c.slow, c.listen = work{}, work{}
	case LetterDiscover:
		c.listen = work{}
	case LetterChange:
		c.slow = work{}
	case LetterCancelSlow:
		c.listen.state = min(c.listen.state, RequestAcknowledged) // live or not
	}
	return c
}
