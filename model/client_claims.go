package model

func (t *ClientTransition) each(ok func(*ClientEmission) bool) bool {
	for i := range t.Out {
		if !ok(&t.Out[i]) {
			return false
		}
	}
	return true
}

func (t *ClientTransition) did(o ClientOut) bool {
	return !t.each(func(e *ClientEmission) bool { return e.Out != o })
}

// asks reports whether the step queues a request of the client's own.
func (t *ClientTransition) asks(k OwnKind) bool {
	return !t.each(func(e *ClientEmission) bool { return e.Out != OutAsk || t.After.Own[e.Slot].Kind != k })
}

// knows reports what the answers have shown, that of this step included.
func (t *ClientTransition) knows(p Past) bool { return t.After.Has(p) }

// sameProcess: the step speaks of the process that was there before it.
func (t *ClientTransition) sameProcess() bool {
	return t.Before.Has(PastUp) && t.Move.Kind != ClientStarted
}

// severs reports whether the step ends a process's streams.
func (t *ClientTransition) severs() bool {
	return t.Before.Has(PastUp) && !t.After.Has(PastUp) && t.Move.Kind != ClientCloses
}

func (t *ClientTransition) gone() bool {
	return t.Before.Process == ProcessExited || t.Move.Kind == ServerExits
}

// call is the call that the step is about, as it was.
func (t *ClientTransition) call() (ClientCall, bool) {
	switch t.Move.Kind {
	case ServerAnswersCall, ClientCancels, ClientCallTimeout:
		return t.Before.Calls[t.Move.Slot], true
	}
	return ClientCall{}, false
}

// answers reports whether an own request is answered with a, in time or late.
func (t *ClientTransition) answers(a NegotiationEvent) bool {
	return t.Move.Kind == ServerAnswersOwn && t.Move.Answer == a
}

// decides reports whether a probe is answered with a while the answer counts:
// the second probe, or any while there is only the first question.
func (t *ClientTransition) decides(a NegotiationEvent) bool {
	if !t.answers(a) || t.Before.Own[t.Move.Slot].Kind == OwnInitialize {
		return false
	}
	switch t.Before.Negotiation {
	case NegotiationProbing:
		return true
	case NegotiationReprobing:
		return t.Before.Own[t.Move.Slot].Kind == OwnReprobe && !t.Before.Own[t.Move.Slot].State.Settled()
	}
	return false
}

// decidesLegacy reports whether the first question is answered as no modern
// server does, or not at all.
func (t *ClientTransition) decidesLegacy() bool {
	switch t.Move.Kind {
	case ServerAnswersOwn:
		return t.decides(NegotiationOnLegacyOnly) || t.decides(NegotiationOnUnmarked) || t.decides(NegotiationOnOtherError)
	case ClientOwnTimeout:
		return t.probeIsLost()
	case ServerExits, ServerCloses:
		return t.Before.Has(PastUp)
	}
	return false
}

// probeIsLost reports whether a probe has its last time limit behind it.
func (t *ClientTransition) probeIsLost() bool {
	return t.Move.Kind == ClientOwnTimeout && t.Before.Own[t.Move.Slot].Kind == OwnProbe && (!t.sys.Retry || t.Before.Has(PastRetried))
}

// fallsBack reports whether initialize comes next, to this process or the next.
func (t *ClientTransition) fallsBack() bool {
	if t.Move.Kind == ServerExits || t.Move.Kind == ServerCloses {
		return t.After.Negotiation == NegotiationInitialising
	}
	return t.asks(OwnInitialize)
}

// hopeless reports whether the step leaves no era that could be tried.
func (t *ClientTransition) hopeless() bool {
	first, second := t.Before.Negotiation == NegotiationProbing, t.Before.Negotiation == NegotiationReprobing
	third := t.Before.Negotiation == NegotiationInitialising
	own := OwnNone
	late := false
	if t.Move.Slot >= 0 && (t.Move.Kind == ServerAnswersOwn || t.Move.Kind == ClientOwnTimeout || t.Move.Kind == ClientCannotWrite) {
		own, late = t.Before.Own[t.Move.Slot].Kind, t.Before.Own[t.Move.Slot].State.Settled()
	}
	switch t.Move.Kind {
	case ServerAnswersOwn:
		if own == OwnInitialize {
			return third && (t.Move.Answer == NegotiationOnInitializeFailed || t.Move.Answer == NegotiationOnInitializeModern && t.sys.Mode == ModeLegacy)
		}
		if second {
			return own == OwnReprobe && !late && t.Move.Answer != NegotiationOnDiscovered
		}
		return first && t.Move.Answer.evidence() && t.Move.Answer != NegotiationOnDiscovered && t.Move.Answer != NegotiationOnVersionRefused
	case ClientOwnTimeout:
		return own == OwnInitialize && third || second && own == OwnReprobe
	case ClientCannotWrite:
		return first || second || third
	case ServerExits, ServerCloses:
		return t.Before.Has(PastUp) && (second || third)
	case ServerBreaks:
		return first || second || third
	}
	return false
}
