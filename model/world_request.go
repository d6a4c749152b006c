package model

// serve starts a modern request: discover is answered inline, and so is the
// acknowledgement of a listen that the hub runs.
func (t *turn) serve(i int) {
	switch s := &t.w.Slots[i]; {
	case s.Kind == KindDiscover:
		t.fire(i, RequestOnResult, 0)
	case s.Kind == KindListen && t.w.Listens() >= t.sys.Listens:
		t.fire(i, RequestOnError, FrameNoListenSlot)
	case s.Kind == KindListen && !t.sys.CustomListens:
		t.fire(i, RequestOnAcknowledge, 0)
	case s.Kind == KindListen:
		t.fire(i, RequestOnStart, 0)
	default:
		t.start(i)
	}
}

func (t *turn) start(i int) {
	if !t.sys.Queued {
		t.fire(i, RequestOnStart, 0)
	}
}

// handle is a step of a handler or of the hub.
func (t *turn) handle(k MoveKind, i int) {
	switch k {
	case MoveStart:
		t.fire(i, RequestOnStart, 0)
	case MoveAcknowledge:
		t.fire(i, RequestOnAcknowledge, 0)
	case MoveFrame:
		t.fire(i, RequestOnFrame, 0)
	case MoveEvent:
		t.fire(i, RequestOnEvent, 0)
	case MoveResult:
		t.w.Slots[i].clear(MarkHandler)
		t.fire(i, RequestOnResult, 0)
	case MoveError:
		t.w.Slots[i].clear(MarkHandler)
		t.fire(i, RequestOnError, 0)
	case MoveCloseListen:
		t.closeListen(i)
	case MoveSever:
		t.fire(i, RequestOnSever, 0)
		t.settleListen(i)
	}
}

// cancel is a cancel that names slot i: silence, or the code 0 answer.
func (t *turn) cancel(i int) {
	s := &t.w.Slots[i]
	if !s.Cancellable() {
		return
	}
	on := RequestOnCancelAnswered
	if s.Lane == LaneModern || t.sys.SilentLegacyCancel {
		on = RequestOnCancelSilent
		s.set(MarkHushed)
	}
	t.fire(i, on, 0)
	t.settleListen(i)
}

// closeListen begins the graceful end of a listen; one that the hub runs ends
// in the same step.
func (t *turn) closeListen(i int) {
	if do := t.fire(i, RequestOnClose, 0); do == RequestDoFinishListen && !t.w.Slots[i].Has(MarkHandler) {
		t.fire(i, RequestOnResult, 0)
	}
}

// settleListen settles a silent listen of the hub at once: no handler of its
// own has to return first.
func (t *turn) settleListen(i int) {
	if s := &t.w.Slots[i]; s.Kind == KindListen && s.State == RequestCancelled && !s.Has(MarkHandler) {
		t.fire(i, RequestOnError, 0)
	}
}

// fire moves request i and does what its row says. f is the refusal that goes
// with an error; 0 is the handler's own.
func (t *turn) fire(i int, on RequestEvent, f Frame) RequestEffect {
	s := &t.w.Slots[i]
	to, do, _ := t.sys.Request.Step(s.State, on)
	s.State = to
	switch do {
	case RequestDoSpawn:
		s.set(MarkHandler)
	case RequestDoSendAcknowledgement:
		s.set(MarkAcked)
		t.send(i, FrameAcknowledgement)
	case RequestDoSendFrame:
		t.send(i, FrameProgress)
	case RequestDoSendEvent:
		t.send(i, FrameEvent)
	case RequestDoSendResult:
		t.send(i, resultOf[s.Kind])
	case RequestDoSendError:
		t.send(i, max(f, FrameError))
	case RequestDoCancel, RequestDoRetract:
		s.takeBack()
	case RequestDoCancelAndReply:
		s.takeBack()
		t.send(i, FrameRequestCancelled)
	case RequestDoSendCancelled:
		s.takeBack()
		t.send(i, FrameCancelled)
	case RequestDoReplyClosed:
		t.send(i, FrameConnectionClosed)
	}
	return do
}

var resultOf = [...]Frame{
	KindFree: FrameResult, KindCall: FrameResult, KindListen: FrameResult,
	KindDiscover: FrameDiscoverResult, KindInitialize: FrameInitializeResult, KindPing: FramePong,
}

// takeBack drops the frames of a request that nobody has handed to the
// operating system yet (decisions C1), all but the one that carried the lock.
func (s *Slot) takeBack() {
	if s.Has(MarkWaiting) {
		s.clear(MarkWaiting | MarkEnded)
	}
	s.clear(MarkQueued)
}
