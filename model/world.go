package model

// MaxRequests is how many requests a World can hold at a time.
const MaxRequests = 7

// A World is one server connection with the requests that it still knows, and
// as much of its past as the invariants speak of. It is comparable: a World is
// its own map key. The zero World is a connection that was just opened.
//
// Ids are left out: a slot stands for one request, and an id is a slot that is
// Occupied. So silence belongs to the request and not to its id (decisions C1).
type World struct {
	Era          EraState
	Life         LifetimeState
	Legacy       LegacyState
	InputEnded   bool // end of input was read: no frame comes any more
	OutputClosed bool // no byte goes out any more
	Slots        [MaxRequests]Slot
}

// Idle reports whether every request is settled and no handler runs.
func (w *World) Idle() bool {
	for i := range w.Slots {
		if s := &w.Slots[i]; s.Kind != KindFree && (!s.State.Settled() || s.Has(MarkHandler)) {
			return false
		}
	}
	return true
}

// Listens counts the listens that hold a subscription slot (rules A12).
func (w *World) Listens() (n int) {
	for i := range w.Slots {
		if s := &w.Slots[i]; s.Kind == KindListen && s.State.Live() && (s.Has(MarkAcked) || s.Has(MarkHandler)) {
			n++
		}
	}
	return n
}

// unsent reports whether frames wait to be handed to the operating system.
func (w *World) unsent() bool {
	for i := range w.Slots {
		if w.Slots[i].Marks&queued != 0 {
			return true
		}
	}
	return false
}
