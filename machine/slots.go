package machine

import "github.com/eralock/eralock/model"

// kind is what a slot's request is, as far as the session cares.
type kind uint8

const (
	plain      kind = iota
	listen          // run by the session's shell: nothing of it runs when it is silent
	discover        // answered inline, cannot be cancelled
	initialize      // answered inline, cannot be cancelled
)

// slot is one request between its admission and its last frame's hand-over.
type slot struct {
	id      requestID // none once the id is free again
	state   model.RequestState
	lane    Lane
	kind    kind
	pinned  bool // its answer carried the lock
	counted bool // a listen that holds a subscription slot
	handled bool // a listen with a handler of its own
}

// slots holds the requests of a session and finds them by handle or id.
type slots struct {
	slab[slot]
	byID   idIndex
	active int // used and not settled
}

func (s *slots) admit(id []byte, lane Lane, k kind) (Ref, *slot) {
	ref, sl := s.add(slot{id: newRequestID(id), lane: lane, kind: k})
	s.byID.add(sl.id, ref)
	s.active++
	return ref, sl
}

// detach frees the id, so that a new request can carry it (decisions C1).
func (s *slots) detach(sl *slot) {
	if !sl.id.none() {
		s.byID.remove(sl.id)
		sl.id = requestID{}
	}
}

func (s *slots) release(r Ref, sl *slot) {
	s.detach(sl)
	s.drop(r)
}
