package model

// Moves calls yield with every move that is possible in w: what the client may
// write, what handlers, the hub and the pipe may do. Of slots that are equal
// only the first moves, and a new request takes the first free slot; so w
// should be canonical.
func (sys *System) Moves(w *World, yield func(Move)) {
	if w.Life != LifetimeClosed {
		if !w.InputEnded {
			sys.clientMoves(w, yield)
			yield(Move{Kind: MoveEOF, Slot: -1})
		}
		yield(Move{Kind: MoveClose, Slot: -1})
		yield(Move{Kind: MoveBroken, Slot: -1})
	}
	if w.Life == LifetimeDraining {
		yield(Move{Kind: MoveDeadline, Slot: -1})
		if w.Idle() {
			yield(Move{Kind: MoveIdle, Slot: -1})
		}
	}
	if w.unsent() {
		yield(Move{Kind: MoveWrite, Slot: -1})
	}
	sys.handlerMoves(w, yield)
}

// clientMoves are the frames. Of the lines that are no message one class
// stands for all: nothing but the lifetime looks at them.
func (sys *System) clientMoves(w *World, yield func(Move)) {
	sys.eachPlace(w, func(slot int8) {
		for c := ClassInitialize; c <= ClassPing; c++ {
			yield(Move{Kind: MoveRead, Class: c, Slot: slot})
		}
	})
	duplicate := false
	for i := range w.Slots {
		s := &w.Slots[i]
		if !s.Occupied() || i > 0 && *s == w.Slots[i-1] {
			continue
		}
		if !duplicate {
			duplicate = true
			yield(Move{Kind: MoveDuplicate, Class: ClassEnveloped, Slot: int8(i)})
		}
		yield(Move{Kind: MoveRead, Class: ClassCancelled, Slot: int8(i)})
	}
	for _, c := range [...]Class{ClassMalformed, ClassResponse, ClassInitialized, ClassCancelled, ClassBadCancelled, ClassNotification, ClassClaimedNotification} {
		yield(Move{Kind: MoveRead, Class: c, Slot: -1})
	}
	yield(Move{Kind: MoveMuteFault, Slot: -1})
}

// eachPlace visits the slots that a new request may take: a free one, else one
// whose request is done and is forgotten, else none.
func (sys *System) eachPlace(w *World, yield func(int8)) {
	for i := range sys.Requests {
		if w.Slots[i].Kind == KindFree {
			yield(int8(i))
			return
		}
	}
	full := true
	for i := range sys.Requests {
		if s := &w.Slots[i]; s.Done() && (i == 0 || *s != w.Slots[i-1]) {
			full = false
			yield(int8(i))
		}
	}
	if full {
		yield(-1)
	}
}

// handlerMoves are the steps of the handlers and of the hub. A handler may say
// something after it has returned, and a change may race a listen's end.
func (sys *System) handlerMoves(w *World, yield func(Move)) {
	for i := range w.Slots {
		s := &w.Slots[i]
		if s.Kind == KindFree || i > 0 && *s == w.Slots[i-1] {
			continue
		}
		do := func(k MoveKind) { yield(Move{Kind: k, Slot: int8(i)}) }
		runs := s.Has(MarkHandler)
		switch s.Kind {
		case KindCall:
			if sys.Queued && s.State == RequestReceived {
				do(MoveStart)
			}
			if runs || s.State.Settled() {
				do(MoveFrame)
			}
			if runs {
				do(MoveResult)
				do(MoveError)
			}
		case KindListen:
			acked := s.Has(MarkAcked)
			if acked || s.Done() {
				do(MoveEvent)
			}
			if s.State == RequestAcknowledged {
				do(MoveCloseListen)
				do(MoveSever)
			}
			if runs && !acked {
				do(MoveAcknowledge)
			}
			if runs && (acked || s.State == RequestCancelled) {
				do(MoveResult)
			}
			if runs {
				do(MoveError)
			}
		}
	}
}
