package model

// A Slot is one request of a World. The zero Slot is free.
type Slot struct {
	State RequestState
	Kind  SlotKind
	Lane  Lane
	Marks Marks
}

// SlotKind is what a request is, as far as the order of the machines cares.
type SlotKind uint8

const (
	KindFree       SlotKind = iota
	KindCall                // run by a handler, or refused
	KindListen              // subscriptions/listen
	KindDiscover            // answered inline, never cancelled (decisions E3)
	KindInitialize          // answered inline, never cancelled (decisions E3)
	KindPing                // answered inline
)

// Lane is the vocabulary in which a request is answered, fixed at its admission.
type Lane uint8

const (
	LaneLegacy Lane = iota
	LaneModern
)

func (l Lane) String() string {
	if l == LaneModern {
		return "modern"
	}
	return "legacy"
}

// Marks are what a World remembers about a request beside its state.
type Marks uint8

const (
	MarkHandler Marks = 1 << iota // its handler runs
	MarkHushed                    // a cancel that means silence was read for it
	MarkAcked                     // a listen whose acknowledgement went out
	MarkEnded                     // its last frame went out: a response, or notifications/cancelled
	MarkTwice                     // and a second one
	MarkQueued                    // frames of it, not the last one, wait in the outbox
	MarkWaiting                   // its last frame waits in the outbox, and can be taken back
	MarkPinned                    // the frame that carried the lock waits in the outbox (rules A18)
)

const queued = MarkQueued | MarkWaiting | MarkPinned

// Has reports whether all marks of m are set.
func (s Slot) Has(m Marks) bool { return s.Marks&m == m }

func (s *Slot) set(m Marks)   { s.Marks |= m }
func (s *Slot) clear(m Marks) { s.Marks &^= m }

// Occupied reports whether a request still holds its id: until its last frame
// has been handed to the operating system, or a cancel was read.
func (s Slot) Occupied() bool {
	if s.Kind == KindFree {
		return false
	}
	return s.State.Live() || s.State == RequestAnswered && s.Marks&(MarkWaiting|MarkPinned) != 0
}

// Cancellable reports whether a cancel from the peer finds the request: not
// initialize and discover (ladder row 31), and not an answer that carried the
// lock (rules A18).
func (s Slot) Cancellable() bool {
	if s.Kind == KindInitialize || s.Kind == KindDiscover || !s.Occupied() {
		return false
	}
	return s.State.Live() || s.Has(MarkWaiting)
}

// Done reports whether nothing of the request is left: it is settled, its
// handler has returned and its frames are written.
func (s Slot) Done() bool {
	return s.Kind != KindFree && s.State.Settled() && s.Marks&(MarkHandler|queued) == 0
}
