package model

// started is the beginning of a process's life.
func (t *clientTurn) started() {
	switch t.process(ProcessOnStarted) {
	case ProcessDoServe:
	case ProcessDoCloseStdin:
		t.emit(OutCloseInput, -1)
		return
	case ProcessDoKill:
		t.emit(OutKill, -1)
		return
	default:
		return
	}
	t.w.Past |= PastUp
	switch {
	case t.w.Negotiation == NegotiationInitialising: // decisions K5
		t.w.Past |= PastFellBack
		t.ask(OwnInitialize)
	case t.sys.KnownModern && !t.w.Has(pastKnown):
		t.w.Past |= pastKnown | PastModern | PastDiscovered
		t.negotiate(NegotiationOnKnownModern)
	case t.sys.KnownLegacy && !t.w.Has(pastKnown):
		t.w.Past |= pastKnown
		t.negotiate(NegotiationOnKnownLegacy)
	default:
		t.negotiate(NegotiationOnStart)
	}
}

// negotiate does what the table says about on.
func (t *clientTurn) negotiate(on NegotiationEvent) {
	to, do, _ := t.sys.Negotiation.Step(t.w.Negotiation, on)
	t.w.Negotiation = to
	switch do {
	case NegotiationDoProbe:
		t.ask(OwnProbe)
	case NegotiationDoReprobe:
		t.ask(OwnReprobe)
	case NegotiationDoInitialize:
		t.ask(OwnInitialize)
	case NegotiationDoSettleModern:
		t.emit(OutSettleModern, -1)
		t.releaseAll()
	case NegotiationDoSettleLegacy:
		t.emit(OutInitialized, -1)
		t.releaseAll()
	case NegotiationDoFail:
		t.emit(OutGiveUp, -1)
		t.failWaiting()
		t.shutdown()
	}
}

// ask queues a request of the client's own. A probe that still waits for its
// answer counts no more (rules B13).
func (t *clientTurn) ask(k OwnKind) {
	for i := range t.w.Own {
		o := &t.w.Own[i]
		if (o.Kind == OwnProbe || o.Kind == OwnReprobe) && t.fireOwn(i, CallOnQuietEnd) == CallDoFailQuiet && !o.Written {
			*o = OwnRequest{}
		}
	}
	for i := range t.w.Own {
		if t.w.Own[i].Kind == OwnNone {
			t.w.Own[i] = OwnRequest{Kind: k, State: t.sys.Call.Start}
			t.emit(OutAsk, i)
			t.w.Past |= [...]Past{OwnProbe: PastProbed, OwnReprobe: PastReprobed, OwnInitialize: PastInitialise}[k]
			return
		}
	}
}

func (t *clientTurn) writeOwn(i int) {
	if t.fireOwn(i, CallOnWrite) == CallDoWrite {
		t.w.Own[i].Written = true
		t.emit(OutOwn, i)
	}
}

// answerOwn is the answer to a probe or to initialize. One to a probe that came
// too late decides nothing once initialize or a second probe is out.
func (t *clientTurn) answerOwn(i int, a NegotiationEvent) {
	o := t.w.Own[i]
	late := o.State.Settled()
	on := CallOnError
	if a <= NegotiationOnUnmarked && a >= NegotiationOnDiscovered || a == NegotiationOnInitialized {
		on = CallOnResult
	}
	t.fireOwn(i, on)
	t.w.Own[i] = OwnRequest{}
	if o.Kind == OwnInitialize {
		t.initializeAnswered(a)
		return
	}
	if late && a == NegotiationOnDiscovered {
		t.w.Past |= PastLate
	}
	if !t.w.Has(PastInitialise) && a.evidence() {
		t.w.Past |= PastModern
	}
	if late && t.w.Negotiation == NegotiationReprobing {
		return
	}
	if !t.w.Has(PastInitialise) || o.Kind == OwnReprobe {
		if a == NegotiationOnDiscovered {
			t.w.Past |= PastDiscovered
		}
	}
	t.negotiate(a)
}

func (t *clientTurn) initializeAnswered(a NegotiationEvent) {
	switch a {
	case NegotiationOnInitialized:
		t.w.Past |= PastLegacy
	case NegotiationOnInitializeModern:
		t.w.Past |= PastModern
	}
	t.negotiate(a)
}

// ownTimeout is the time limit of an own request. A probe's place is kept, so
// that a late answer is recognised.
func (t *clientTurn) ownTimeout(i int) {
	o := t.w.Own[i]
	what := NegotiationOnInitializeFailed
	if o.Kind != OwnInitialize {
		what = NegotiationOnTimeout
		if t.sys.Retry && !t.w.Has(PastRetried) && t.w.Negotiation == NegotiationProbing {
			t.w.Past |= PastRetried
			what = NegotiationOnSilence
		}
	}
	if t.fireOwn(i, CallOnQuietEnd) == CallDoSendCancelled {
		t.emit(OutOwnCancelled, i)
	}
	if o.Kind == OwnInitialize || !o.Written {
		t.w.Own[i] = OwnRequest{}
	}
	t.negotiate(what)
}

// releaseAll lets the calls on that waited for the era.
func (t *clientTurn) releaseAll() {
	for i := range t.w.Calls {
		if c := &t.w.Calls[i]; c.pending() && c.Place == PlaceEra {
			c.Place = PlacePipe
		}
	}
}

// failWaiting fails the calls that wait for an era that cannot be had
// (decisions K15).
func (t *clientTurn) failWaiting() {
	for i := range t.w.Calls {
		if c := &t.w.Calls[i]; c.pending() && c.Place == PlaceEra {
			t.callHears(i, CallOnLost)
		}
	}
}

func (t *clientTurn) shutdown() {
	if t.process(ProcessOnShutdown) == ProcessDoCloseStdin {
		t.emit(OutCloseInput, -1)
	}
}

// exited is the end of the process.
func (t *clientTurn) exited() {
	switch t.process(ProcessOnExit) {
	case ProcessDoLose, ProcessDoReap:
	default:
		return
	}
	t.sever(NegotiationOnExit)
	t.emit(OutReap, -1)
	if t.w.waits() {
		t.need()
	}
}

// sever settles, once for each process, what was in flight. What was never
// handed to the pipe can wait for the next process, once.
func (t *clientTurn) sever(on NegotiationEvent) {
	if !t.w.Has(PastUp) {
		return
	}
	t.w.Past &^= ofProcess
	t.w.Own = [maxOwn]OwnRequest{}
	for i := range t.w.Calls {
		switch c := &t.w.Calls[i]; {
		case !c.pending():
			if c.Place == PlaceAway && c.Marks&CallTwice == 0 {
				*c = ClientCall{} // nothing can come any more
			}
		case c.Place == PlaceEra:
		case c.State == CallQueued && c.Marks&CallCarried == 0:
			c.Marks |= CallCarried
			c.Place = PlaceEra
		default:
			t.callHears(i, CallOnLost)
			c.Place = PlacePipe // never to be written
		}
	}
	t.negotiate(on)
}

// close settles everything and sends the process away.
func (t *clientTurn) close() {
	t.w.Past |= PastClosed
	t.w.Past &^= ofProcess
	t.w.Own = [maxOwn]OwnRequest{}
	for i := range t.w.Calls {
		if c := &t.w.Calls[i]; c.pending() {
			t.callHears(i, CallOnLost)
		}
		t.w.Calls[i].Place = min(t.w.Calls[i].Place, PlacePipe)
	}
	t.shutdown()
}
