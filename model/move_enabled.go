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
	sys.eachPlace(w, false, func(slot int8) {
		for c := ClassInitialize; c <= ClassPing; c++ {
			if !sys.Beside || kindOf(c) != KindListen {
				yield(Move{Kind: MoveRead, Class: c, Slot: slot})
			}
		}
	})
	if sys.Beside {
		sys.eachPlace(w, true, func(slot int8) { yield(Move{Kind: MoveRead, Class: ClassListen, Slot: slot}) })
	}
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

// eachPlace visits the slots that a new request, or listen, may take: a free
// one, else one whose request is done and is forgotten, else none.
func (sys *System) eachPlace(w *World, listen bool, yield func(int8)) {
	room := sys.room(w, listen)
	for i := range w.Slots[:sys.places()] {
		if room && w.Slots[i].Kind == KindFree {
			yield(int8(i))
			return
		}
	}
	full := true
	for i := range w.Slots[:sys.places()] {
		s := &w.Slots[i]
		if s.Done() && (!sys.Beside || room || listen == (s.Kind == KindListen)) && (i == 0 || *s != w.Slots[i-1]) {
			full = false
			yield(int8(i))
		}
	}
	if full {
		yield(-1)
	}
}

// places is how many requests of all kinds are known at a time.
func (sys *System) places() int {
	if sys.Beside {
		return min(sys.Requests+sys.Listens, MaxRequests)
	}
	return sys.Requests
}

// room reports whether one more request, or listen, fits beside those of its
// kind; of the listens one too many does, so that it can be refused.
func (sys *System) room(w *World, listen bool) bool {
	if !sys.Beside {
		return true
	}
	n := 0
	for i := range w.Slots {
		if k := w.Slots[i].Kind; k != KindFree && (k == KindListen) == listen {
			n++
		}
	}
	if listen {
		return n <= sys.Listens
	}
	return n < sys.Requests
}

// handlerMoves are the steps of the handlers and of the hub.
func (sys *System) handlerMoves(w *World, yield func(Move)) {
	for i := range w.Slots {
		if i == 0 || w.Slots[i] != w.Slots[i-1] {
			sys.slotMoves(&w.Slots[i], int8(i), yield)
		}
	}
}

// slotMoves are the steps of one request. A handler may say something after it
// has returned, and a change may race a listen's end.
func (sys *System) slotMoves(s *Slot, i int8, yield func(Move)) {
	do := func(k MoveKind) { yield(Move{Kind: k, Slot: i}) }
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
