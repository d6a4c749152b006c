package model

// read is a frame of class c. A request takes slot i, and stays in it as
// received if nobody decides about it: then an invariant notices.
func (t *turn) read(c Class, i int) {
	switch {
	case c.Request() && i < 0:
		t.live(LifetimeOnOverload, c, -1)
	case c.Request():
		t.w.Slots[i] = Slot{State: t.sys.Request.Start, Kind: kindOf(c)}
		t.live(LifetimeOnRequest, c, i)
	case c == ClassCancelled, c == ClassBadCancelled:
		t.live(LifetimeOnCancel, c, i)
	case c == ClassResponse:
		t.live(LifetimeOnResponse, c, -1)
	case c >= ClassInitialized:
		t.live(LifetimeOnNotification, c, -1)
	case c != ClassBlank:
		t.live(LifetimeOnFault, c, -1)
	}
}

func kindOf(c Class) SlotKind {
	switch c {
	case ClassInitialize, ClassBadInitialize, ClassClaimedInitialize:
		return KindInitialize
	case ClassDiscover, ClassBareDiscover:
		return KindDiscover
	case ClassListen:
		return KindListen
	case ClassPing:
		return KindPing
	}
	return KindCall
}

// Claims reports whether a request of class c carries a claim (decisions E4).
func (c Class) Claims() bool {
	switch c {
	case ClassClaimedInitialize, ClassDiscover, ClassPartialEnvelope, ClassUnsupportedVersion, ClassEnveloped,
		ClassEnvelopedUnknown, ClassListen, ClassBadListen:
		return true
	}
	return false
}

// refuseUnheld answers a frame that gets no slot, or loses the one it was to
// have: the connection remembers nothing of it.
func (t *turn) refuseUnheld(f Frame, i int) {
	if i >= 0 {
		t.w.Slots[i] = Slot{}
	}
	t.out = append(t.out, Emission{Frame: f, Slot: -1, Was: t.w.Era, Is: t.w.Era})
}

// admit lets the era decide how a request is received.
func (t *turn) admit(c Class, i int) {
	on, ok := EraEventOf(c)
	if i < 0 || !ok {
		return
	}
	do := t.era(on)
	s := &t.w.Slots[i]
	if t.w.Era == EraModern || c.Claims() && t.w.Era != EraLegacy {
		s.Lane = LaneModern
	}
	switch do {
	case EraDoHandshake:
		s.Lane = LaneLegacy
		if c == ClassBadInitialize {
			t.legacy(LegacyOnBadInitialize, i)
		} else {
			t.legacy(LegacyOnInitialize, i)
		}
	case EraDoServeLegacy:
		s.Lane = LaneLegacy
		t.legacy(LegacyOnRequest, i)
	case EraDoServeModern:
		s.Lane = LaneModern
		t.serve(i)
	case EraDoPong:
		t.fire(i, RequestOnResult, 0)
	default:
		if f := refusalOf[do]; f != 0 {
			t.fire(i, RequestOnError, f)
		}
	}
}

var refusalOf = [...]Frame{
	EraDoAnswerClass: FrameClassRefusal, EraDoRefuseLate: FrameLate, EraDoRefuseClaim: FrameClaim, EraDoRefuseEnvelope: FrameEnvelope,
	EraDoRefuseBare: FrameBare, EraDoTeachBare: FrameTeach, EraDoRefuseMethod: FrameMethod, EraDoLockLegacy: 0,
}

// legacy asks the legacy session about a request, or about its handshake.
func (t *turn) legacy(on LegacyEvent, i int) {
	to, do, _ := t.sys.Legacy.Step(t.w.Legacy, on)
	t.w.Legacy = to
	switch do {
	case LegacyDoAnswer:
		t.fire(i, RequestOnResult, 0)
	case LegacyDoServe:
		t.start(i)
	case LegacyDoRefuseParams:
		t.fire(i, RequestOnError, FrameBadHandshake)
	case LegacyDoRefuseRepeat:
		t.fire(i, RequestOnError, FrameRepeated)
	case LegacyDoTeach:
		t.fire(i, RequestOnError, FrameTeach)
	}
}

// pass is a notification: the era sees it, and a cancel finds its request.
func (t *turn) pass(c Class, i int) {
	if on, ok := EraEventOf(c); ok && !c.Request() {
		if do := t.era(on); do == EraDoDeliver && c == ClassInitialized {
			t.w.Legacy, _, _ = t.sys.Legacy.Step(t.w.Legacy, LegacyOnInitialized)
		}
	}
	if c == ClassCancelled && i >= 0 {
		t.cancel(i)
	}
}

func (t *turn) era(on EraEvent) EraEffect {
	to, do, _ := t.sys.Era.Step(t.w.Era, on)
	t.w.Era = to
	return do
}
