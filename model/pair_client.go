package model

// hear is a frame that the client reads.
func (t *pairTurn) hear(f DownFrame) {
	i := int(f.Slot)
	switch {
	case i < pairCall:
		t.answered(i, f.Frame)
	case i == pairListen:
		t.listenHears(f.Frame)
	default:
		t.callHears(i, callEventOf(f.Frame))
	}
}

func callEventOf(f Frame) CallEvent {
	switch {
	case f.Error():
		return CallOnError
	case f.Last():
		return CallOnResult
	}
	return CallOnProgress
}

func (t *pairTurn) callHears(i int, on CallEvent) {
	switch t.fire(i, on) {
	case CallDoResolve, CallDoFail, CallDoLose, CallDoFailQuiet:
		t.outcome(i)
	case CallDoSendCancelled:
		t.push(ClassCancelled, i)
		t.outcome(i)
	}
}

func (t *pairTurn) listenHears(f Frame) {
	on := SubscriptionOnError
	switch f {
	case FrameAcknowledgement:
		on = SubscriptionOnAcknowledged
	case FrameEvent:
		on = SubscriptionOnEvent
	case FrameResult:
		on = SubscriptionOnResult
	case FrameCancelled:
		on = SubscriptionOnRemoteCancel
	}
	if on == SubscriptionOnResult || on == SubscriptionOnError {
		t.fire(pairListen, callEventOf(f))
	}
	if do := t.fireListen(on); do == SubscriptionDoEnd || do == SubscriptionDoFail {
		t.outcome(pairListen)
	}
}

// giveUp is a caller that wants no more.
func (t *pairTurn) giveUp(i int) {
	if i != pairListen {
		t.callHears(i, CallOnCancel)
		return
	}
	if t.fire(i, CallOnCancel) == CallDoSendCancelled {
		t.push(ClassCancelled, i)
	}
	t.fireListen(SubscriptionOnClose)
	t.outcome(i)
}

// answerOf is the answer to a request of the client's own in the table's words.
func (t *pairTurn) answerOf(i int, f Frame) NegotiationEvent {
	switch {
	case i == pairInitialize && f == FrameInitializeResult:
		return NegotiationOnInitialized
	case i == pairInitialize && f == FrameLate:
		return NegotiationOnInitializeModern
	case i == pairInitialize:
		return NegotiationOnInitializeFailed
	case f == FrameDiscoverResult:
		return NegotiationOnDiscovered
	case f == FrameClassRefusal:
		return NegotiationOnVersionRefused
	}
	return NegotiationOnOtherError
}

func (t *pairTurn) answered(i int, f Frame) {
	late := t.w.Asks[i].Call.Settled()
	t.fire(i, callEventOf(f))
	if t.w.Has(PairInputClosed) || late && (i != pairProbe || t.w.Negotiation == NegotiationReprobing) {
		return
	}
	t.negotiate(t.answerOf(i, f))
}

// timeout is the time limit of a request of the client's own.
func (t *pairTurn) timeout(i int) {
	t.w.Past |= PairDisturbed
	t.fire(i, CallOnQuietEnd)
	on := NegotiationOnTimeout
	if i == pairInitialize {
		on = NegotiationOnInitializeFailed
	}
	t.negotiate(on)
}

// ended is the end of the server's output: what it was asked is lost.
func (t *pairTurn) ended() {
	t.w.Past |= PairEnded
	t.w.Past &^= PairOwes
	t.negotiate(NegotiationOnExit)
	if t.w.Has(PairEnded) {
		t.w.Past |= PairInputClosed
		t.loseAll()
	}
}

// restart is a process of its own, which is initialized at once (decisions K5).
func (t *pairTurn) restart() {
	t.w.Server = t.sys.Server.Start()
	t.w.Up, t.w.UpLen, t.w.Written = [pipeCap]UpFrame{}, 0, 0
	t.w.Past = t.w.Past&^(PairEnded|PairInputClosed) | PairRestarted
	t.w.Asks[pairProbe] = Ask{}
	t.ask(pairInitialize)
}

func (t *pairTurn) loseAll() {
	for i := range t.w.Asks {
		t.lose(i)
	}
}

func (t *pairTurn) lose(i int) {
	a := &t.w.Asks[i]
	if a.Place == PlaceNone || a.Outcomes > 0 {
		return
	}
	if i < pairCall {
		t.fire(i, CallOnQuietEnd)
		return
	}
	do := t.fire(i, CallOnLost)
	if i == pairListen {
		if s := t.fireListen(SubscriptionOnGiveUp); s == SubscriptionDoEnd || s == SubscriptionDoFail {
			t.outcome(i)
		}
	} else if do == CallDoLose {
		t.outcome(i)
	}
}
