package machine

import "github.com/eralock/eralock/model"

// place is where a request stands that has no answer.
type place uint8

const (
	atEra  place = iota // waits until the era is settled
	atPipe              // waits for its turn with the pipe
	away                // handed over
)

// clientSlot is one request, or one wait for the era, between its admission
// and its outcome.
type clientSlot struct {
	call     model.CallState
	sub      model.SubscriptionState // of a listen
	kind     ClientKind
	lanes    Lanes
	place    place
	listed   bool // stands in the list of those that wait for the era
	opener   bool // found no era: it is what starts the negotiation
	resent   bool // has been sent again after a -32022 (rules B10)
	carried  bool // waited for a process that was lost, and waits for the next
	granted  bool // a listen that was acknowledged, on this process or on one before
	crashed  bool // a listen that brought the process back in vain (decisions K19)
	restarts uint8
	id       uint64 // of the frame in flight; 0: none is
	version  string // that frame's
}

// own reports whether the session itself made the request.
func (sl *clientSlot) own() bool { return sl.kind >= KindProbe }

// clientSlots finds the requests of a client by handle or by id.
type clientSlots struct {
	slab[clientSlot]
	byID map[uint64]Ref
	last uint64 // ids go up and are never used twice (C-ID-3, C-ID-4)
}

func (s *clientSlots) admit(k ClientKind, l Lanes) (Ref, *clientSlot) {
	return s.add(clientSlot{kind: k, lanes: l})
}

// of finds the slot whose frame in flight has the id.
func (s *clientSlots) of(id uint64) (Ref, *clientSlot) {
	ref, ok := s.byID[id]
	if !ok {
		return 0, nil
	}
	return ref, s.at(ref)
}

func (s *clientSlots) mint(r Ref, sl *clientSlot) {
	s.last++
	sl.id = s.last
	s.byID[sl.id] = r
}

func (s *clientSlots) unmint(sl *clientSlot) {
	if sl.id != 0 {
		delete(s.byID, sl.id)
		sl.id = 0
	}
}

func (s *clientSlots) release(r Ref, sl *clientSlot) {
	s.unmint(sl)
	s.drop(r)
}
