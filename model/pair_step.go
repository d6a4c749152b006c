package model

// Step is what move m makes of world w, and what the server appends to out.
func (sys *PairSystem) Step(w PairWorld, m PairMove, out []Emission) (PairWorld, []Emission) {
	t := pairTurn{sys: sys, w: w}
	i := int(m.Slot)
	switch m.Kind {
	case PairCalls:
		t.admit(i)
	case PairWrites:
		t.write(i)
	case PairWritesNotice:
		t.w.Past &^= PairOwes
		t.push(ClassInitialized, -1)
	case PairReads:
		f := t.w.Down[0]
		copy(t.w.Down[:], t.w.Down[1:])
		t.w.DownLen--
		t.w.Written--
		t.hear(f)
	case PairReadsEnd:
		t.ended()
	case PairCancels:
		t.giveUp(i)
	case PairTimeout:
		t.timeout(i)
	case PairCloses:
		t.w.Past |= PairInputClosed | PairDisturbed
		t.loseAll()
	default:
		out = t.serve(m.Move, m.Kind == PairServerReads, out)
	}
	return t.w.tidy(), out
}

// pairTurn is a step while it is being made.
type pairTurn struct {
	sys *PairSystem
	w   PairWorld
}

// serve is a step of the server: frames that it takes back leave the outbox,
// what it appends goes behind the rest.
func (t *pairTurn) serve(m Move, read bool, out []Emission) []Emission {
	if m.Kind == MoveClose || m.Kind == MoveDeadline {
		t.w.Past |= PairDisturbed
	}
	if read {
		copy(t.w.Up[:], t.w.Up[1:])
		t.w.UpLen--
	}
	t.w.Server, out = t.sys.Server.Step(t.w.Server, m, out)
	if m.Kind == MoveWrite || t.w.Server.OutputClosed {
		t.w.Written = t.w.DownLen
	}
	t.takeBack()
	for _, e := range out {
		if e.Slot < 0 {
			e.Slot = m.Slot
		}
		t.w.Down[t.w.DownLen] = DownFrame{Frame: e.Frame, Slot: e.Slot, Lane: e.Lane, Pinned: e.Was != e.Is && e.Is == EraModern}
		t.w.DownLen++
	}
	if t.w.Server.OutputClosed {
		t.w.Written = t.w.DownLen
	}
	return out
}

// takeBack drops from the outbox what the server has dropped (decisions C1).
func (t *pairTurn) takeBack() {
	kept := t.w.Written
	for k := t.w.Written; k < t.w.DownLen; k++ {
		f := t.w.Down[k]
		mark := MarkQueued | MarkWaiting
		switch {
		case f.Pinned:
			mark = MarkPinned
		case f.Frame.Last():
			mark = MarkWaiting
		}
		if f.Frame >= FrameFault && f.Frame <= FrameDraining || t.w.Server.Slots[f.Slot].Marks&mark != 0 {
			t.w.Down[kept] = f
			kept++
		}
	}
	t.w.DownLen = kept
}

func (t *pairTurn) push(c Class, i int) {
	t.w.Up[t.w.UpLen] = UpFrame{Class: c, Slot: int8(i)}
	t.w.UpLen++
}

func (t *pairTurn) fire(i int, on CallEvent) CallEffect {
	to, do, _ := t.sys.Call.Step(t.w.Asks[i].Call, on)
	t.w.Asks[i].Call = to
	return do
}

func (t *pairTurn) fireListen(on SubscriptionEvent) SubscriptionEffect {
	a := &t.w.Asks[pairListen]
	to, do, _ := t.sys.Subscription.Step(a.Subscription, on)
	a.Subscription = to
	return do
}

// admit: the first who wants something starts the negotiation (rules B5).
func (t *pairTurn) admit(i int) {
	t.w.Asks[i] = Ask{Call: t.sys.Call.Start, Subscription: t.sys.Subscription.Start, Place: PlaceEra}
	switch t.w.Negotiation {
	case NegotiationIdle:
		on := NegotiationOnStart
		if t.sys.Known {
			on = NegotiationOnKnownModern
		}
		t.negotiate(on)
	case NegotiationModern, NegotiationLegacy:
		t.release(i)
	case NegotiationFailed:
		t.lose(i)
	}
}

// release lets a request go on in the era that is settled; legacy has no
// listens.
func (t *pairTurn) release(i int) {
	t.w.Asks[i].Place = PlacePipe
	if i == pairListen && t.w.Negotiation == NegotiationLegacy {
		t.fire(i, CallOnQuietEnd)
		t.w.Asks[i].Subscription = SubscriptionRefused
		t.outcome(i)
	}
}

func (t *pairTurn) outcome(i int) { t.w.Asks[i].Outcomes = min(t.w.Asks[i].Outcomes+1, 2) }

// write hands request i to the pipe, in the vocabulary of the era.
func (t *pairTurn) write(i int) {
	a := &t.w.Asks[i]
	if t.fire(i, CallOnWrite) != CallDoWrite {
		return
	}
	a.Place = PlaceAway
	a.Modern = i != pairInitialize && (i < pairCall || t.w.Negotiation == NegotiationModern)
	c := ClassBare
	switch {
	case i == pairProbe && t.sys.Foreign:
		c = ClassUnsupportedVersion
	case i < pairInitialize:
		c = ClassDiscover
	case i == pairInitialize:
		c = ClassInitialize
	case i == pairListen:
		c = ClassListen
	case a.Modern:
		c = ClassEnveloped
	}
	t.push(c, i)
}

// negotiate does what the table says about on.
func (t *pairTurn) negotiate(on NegotiationEvent) {
	to, do, _ := t.sys.Negotiation.Step(t.w.Negotiation, on)
	t.w.Negotiation = to
	switch do {
	case NegotiationDoProbe:
		t.ask(pairProbe)
	case NegotiationDoReprobe:
		t.ask(pairReprobe)
	case NegotiationDoInitialize:
		t.ask(pairInitialize)
	case NegotiationDoRestart:
		t.restart()
	case NegotiationDoSettleModern, NegotiationDoSettleLegacy:
		if do == NegotiationDoSettleLegacy {
			t.w.Past |= PairOwes
		}
		for i := pairCall; i < pairAsks; i++ {
			if a := &t.w.Asks[i]; a.Place == PlaceEra && a.Outcomes == 0 {
				t.release(i)
			}
		}
	case NegotiationDoFail:
		t.w.Past |= PairInputClosed
		t.loseAll()
	}
}

func (t *pairTurn) ask(i int) { t.w.Asks[i] = Ask{Call: t.sys.Call.Start, Place: PlacePipe} }
