package model

// ClientOut is something that a client writes, tells a caller or does to its
// process.
type ClientOut uint8

const (
	OutStart        ClientOut = iota // the process is started
	OutCloseInput                    // its input is closed
	OutTerminate                     // SIGTERM
	OutKill                          // SIGKILL
	OutReap                          // it is over
	OutAsk                           // own request Slot waits for the pipe
	OutOwn                           // own request Slot is written
	OutInitialized                   // notifications/initialized is written
	OutCall                          // call Slot is written
	OutCancelled                     // a cancel of call Slot is written
	OutOwnCancelled                  // a cancel of own request Slot is written
	OutReport                        // progress for call Slot
	OutResolve                       // call Slot gets its result
	OutFail                          // call Slot gets its error
	OutAbort                         // call Slot is given up
	OutLose                          // call Slot is lost with the connection
	OutSettleModern                  // the era is modern
	OutGiveUp                        // no era could be found
)

// A ClientEmission is one such thing. Modern is the vocabulary of a frame.
type ClientEmission struct {
	Out    ClientOut
	Slot   int8
	Modern bool
}

// Step is what move m makes of world w. Like System.Step it only composes: the
// process first, then the negotiation, then the calls.
func (sys *ClientSystem) Step(w ClientWorld, m ClientMove, out []ClientEmission) (ClientWorld, []ClientEmission) {
	t := clientTurn{sys: sys, w: w, out: out}
	i := int(m.Slot)
	switch m.Kind {
	case ClientCalls:
		t.admit(i)
	case ClientStarted:
		t.started()
	case ClientStartFailed:
		if t.process(ProcessOnStartFailed) == ProcessDoFail {
			t.negotiate(NegotiationOnExit)
			t.failWaiting()
		}
	case ClientWritesOwn:
		t.writeOwn(i)
	case ClientCannotWrite:
		if t.fireOwn(i, CallOnQuietEnd) == CallDoFailQuiet {
			t.w.Own[i] = OwnRequest{}
			t.negotiate(NegotiationOnUnsent)
		}
	case ClientWritesCall:
		if t.fire(i, CallOnWrite) == CallDoWrite {
			t.w.Calls[i].Place = PlaceAway
			t.emit(OutCall, i)
		}
	case ServerAnswersOwn:
		t.answerOwn(i, m.Answer)
	case ClientOwnTimeout:
		t.ownTimeout(i)
	case ServerAnswersCall:
		t.callHears(i, m.On)
	case ServerRefusesCall:
		t.refused(i, m.Answer)
	case ClientCancels:
		t.callHears(i, CallOnCancel)
	case ClientCallTimeout:
		t.callHears(i, CallOnTimeout)
	case ServerCloses:
		t.sever(NegotiationOnExit)
		t.shutdown()
	case ServerBreaks:
		t.sever(NegotiationOnBroken)
		t.shutdown()
	case ServerExits:
		t.exited()
	case ClientGrace:
		switch t.process(ProcessOnGrace) {
		case ProcessDoTerminate:
			t.emit(OutTerminate, -1)
		case ProcessDoKill:
			t.emit(OutKill, -1)
		}
	case ClientCloses:
		t.close()
	}
	return t.w, t.out
}

// clientTurn is a step while it is being made.
type clientTurn struct {
	sys *ClientSystem
	w   ClientWorld
	out []ClientEmission
}

func (t *clientTurn) emit(o ClientOut, i int) {
	t.out = append(t.out, ClientEmission{Out: o, Slot: int8(i), Modern: t.w.Negotiation == NegotiationModern})
}

func (t *clientTurn) process(on ProcessEvent) ProcessEffect {
	to, do, _ := t.sys.Process.Step(t.w.Process, on)
	t.w.Process = to
	return do
}

func (t *clientTurn) fire(i int, on CallEvent) CallEffect {
	to, do, _ := t.sys.Call.Step(t.w.Calls[i].State, on)
	t.w.Calls[i].State = to
	return do
}

func (t *clientTurn) fireOwn(i int, on CallEvent) CallEffect {
	to, do, _ := t.sys.Call.Step(t.w.Own[i].State, on)
	t.w.Own[i].State = to
	return do
}

// settle tells the caller of call i its outcome.
func (t *clientTurn) settle(o ClientOut, i int) {
	c := &t.w.Calls[i]
	if c.Marks&CallSettled != 0 {
		c.Marks |= CallTwice
	}
	c.Marks |= CallSettled
	t.emit(o, i)
}

// admit is a caller's wish: without an era it waits, and brings the process up
// (rules B5).
func (t *clientTurn) admit(i int) {
	t.w.Calls[i] = ClientCall{State: t.sys.Call.Start, Place: PlaceEra}
	if t.w.settledEra() {
		t.w.Calls[i].Place = PlacePipe
		return
	}
	t.need()
}

func (t *clientTurn) need() {
	switch {
	case t.w.Has(PastClosed):
	case !t.w.Has(PastLaunched):
		t.w.Past |= PastLaunched
		t.emit(OutStart, -1)
	case t.process(ProcessOnNeed) == ProcessDoStart:
		t.emit(OutStart, -1)
	}
}

// callHears is an answer, progress, or the caller's own end.
func (t *clientTurn) callHears(i int, on CallEvent) {
	switch t.fire(i, on) {
	case CallDoReport:
		t.emit(OutReport, i)
	case CallDoResolve:
		t.settle(OutResolve, i)
	case CallDoFail:
		t.settle(OutFail, i)
	case CallDoSendCancelled:
		t.w.Calls[i].Marks |= CallHushed
		t.emit(OutCancelled, i)
		t.settle(OutAbort, i)
	case CallDoFailQuiet:
		t.settle(OutAbort, i)
	case CallDoLose:
		t.settle(OutLose, i)
	}
}

// refused is a -32022 on a call: another version, once (rules B10).
func (t *clientTurn) refused(i int, a NegotiationEvent) {
	c := &t.w.Calls[i]
	if a == NegotiationOnVersionsForeign || c.Marks&CallResent != 0 || !c.pending() {
		t.negotiate(NegotiationOnVersionsForeign)
		t.callHears(i, CallOnError)
		return
	}
	to, do, _ := t.sys.Negotiation.Step(t.w.Negotiation, NegotiationOnVersionRefused)
	t.w.Negotiation = to
	if do != NegotiationDoSwitch || t.fire(i, CallOnVersionRefused) != CallDoResend {
		t.callHears(i, CallOnError)
		return
	}
	c.Marks |= CallResent
	c.Place = PlacePipe
}
