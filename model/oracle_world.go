package model

// oracleWorld is one guess about the inside of a server.
type oracleWorld struct {
	table  uint8 // which era table it runs on
	read   uint8 // how many of the sent frames it has read
	era    EraState
	legacy LegacyState
	slots  [OracleRequests]oracleSlot
}

// oracleSlot is one request in a world.
type oracleSlot struct {
	state    RequestState
	do       EraEffect // how the era received it
	known    bool      // it has been read
	modern   bool      // the vocabulary of its answer
	answered bool      // its response was seen
	severed  bool      // the server sent notifications/cancelled for it
}

// reachable visits every world that the present ones can have become without a
// frame being seen: by reading on, and by taking the modern lock early.
func (o *Oracle) reachable(visit func(oracleWorld)) {
	seen := make(map[oracleWorld]struct{}, 4*len(o.worlds))
	var walk func(w oracleWorld)
	walk = func(w oracleWorld) {
		if _, again := seen[w]; again {
			return
		}
		seen[w] = struct{}{}
		visit(w)
		if locked, ok := o.lock(w); ok {
			walk(locked)
		}
		if int(w.read) < len(o.sent) {
			walk(o.read(w))
		}
	}
	for w := range o.worlds {
		walk(w)
	}
}

// read is the world after one more frame was read.
func (o *Oracle) read(w oracleWorld) oracleWorld {
	s := o.sent[w.read]
	w.read++
	switch c := s.Class; {
	case c.Request():
		o.admit(&w, s)
	case c == ClassCancelled:
		o.enter(&w, EraOnNotification)
		o.cancel(&w, s.Target)
	case c == ClassInitialized:
		o.enter(&w, EraOnNotification)
		w.legacy, _, _ = LegacySession.Step(w.legacy, LegacyOnInitialized)
	default:
		if e, ok := EraEventOf(c); ok {
			o.enter(&w, e)
		}
	}
	return w
}

func (o *Oracle) enter(w *oracleWorld, e EraEvent) (do EraEffect) {
	w.era, do, _ = o.eras[w.table].Step(w.era, e)
	return do
}

// admit composes the machines as a session does: era, then request.
func (o *Oracle) admit(w *oracleWorld, s Sent) {
	e, _ := EraEventOf(s.Class)
	was := w.era
	slot := &w.slots[s.ID]
	*slot = oracleSlot{state: Request.Start, known: true}
	slot.do = o.enter(w, e)
	switch slot.do {
	case EraDoServeLegacy:
		w.legacy, _, _ = LegacySession.Step(w.legacy, LegacyOnRequest)
		slot.state, _, _ = Request.Step(slot.state, RequestOnStart)
	case EraDoServeModern:
		slot.modern = true
		if s.Class != ClassDiscover {
			slot.state, _, _ = Request.Step(slot.state, RequestOnStart)
		}
	case EraDoHandshake, EraDoPong:
	default:
		slot.modern = was == EraModern || was != EraLegacy && claims(s.Class)
	}
}

// claims reports whether a request of class c carries an envelope, or tries to.
func claims(c Class) bool {
	switch c {
	case ClassClaimedInitialize, ClassDiscover, ClassPartialEnvelope, ClassUnsupportedVersion,
		ClassEnveloped, ClassEnvelopedUnknown, ClassListen, ClassBadListen:
		return true
	}
	return false
}

// cancel finds the request. One that is unknown or uncancellable is left alone
// (ladder row 31); silence is what both eras ask for, and how binding it is
// shows when something is said all the same.
func (o *Oracle) cancel(w *oracleWorld, id int) {
	if id < 0 || !w.slots[id].known {
		return
	}
	switch o.asked[id].Class {
	case ClassInitialize, ClassBadInitialize, ClassClaimedInitialize, ClassDiscover, ClassBareDiscover:
		return
	}
	slot := &w.slots[id]
	slot.state, _, _ = Request.Step(slot.state, RequestOnCancelSilent)
}

// lock is the world in which the modern lock was taken although its frame has
// not been seen: a stranger need not make the two one step (rules A17).
func (o *Oracle) lock(w oracleWorld) (oracleWorld, bool) {
	if w.era != EraOpen && w.era != EraProbed {
		return w, false
	}
	for id := range w.slots {
		s := &w.slots[id]
		if !s.known || s.do != EraDoServeModern || !s.state.Live() {
			continue
		}
		for _, e := range commitsOf(o.asked[id].Class) {
			if to, _, ok := o.eras[w.table].Step(w.era, e); ok && to != w.era {
				w.era = to
				return w, true
			}
		}
	}
	return w, false
}

// commitsOf lists the frames that a modern request of class c can commit with.
func commitsOf(c Class) []EraEvent {
	switch c {
	case ClassListen:
		return []EraEvent{EraOnFrameOut}
	case ClassDiscover:
		return []EraEvent{EraOnDiscoverOut}
	}
	return []EraEvent{EraOnFrameOut, EraOnResultOut}
}
