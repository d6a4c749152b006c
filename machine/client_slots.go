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
	call       model.CallState
	sub        model.SubscriptionState // of a listen
	kind       ClientKind
	lanes      Lanes
	used       bool
	place      place
	listed     bool // stands in the list of those that wait for the era
	opener     bool // found no era: it is what starts the negotiation
	resent     bool // has been sent again after a -32022 (rules B10)
	carried    bool // waited for a process that was lost, and waits for the next
	crashed    bool // a listen that brought the process back in vain (decisions K19)
	restarts   uint8
	generation uint32
	id         uint64 // of the frame in flight; 0: none is
	version    string // that frame's
}

// own reports whether the session itself made the request.
func (sl *clientSlot) own() bool { return sl.kind >= KindProbe }

// clientSlots finds the requests of a client by handle or by id.
type clientSlots struct {
	all  []clientSlot
	free []uint32
	byID map[uint64]Ref
	last uint64 // ids go up and are never used twice (C-ID-3, C-ID-4)
}

func (s *clientSlots) add(k ClientKind, l Lanes) (Ref, *clientSlot) {
	var i uint32
	if n := len(s.free); n > 0 {
		i, s.free = s.free[n-1], s.free[:n-1]
	} else {
		i, s.all = uint32(len(s.all)), append(s.all, clientSlot{})
	}
	sl := &s.all[i]
	*sl = clientSlot{generation: sl.generation + 1, kind: k, lanes: l, used: true}
	return newRef(int(i), sl.generation), sl
}

// at finds the slot behind a handle, or nil if it has been freed.
func (s *clientSlots) at(r Ref) *clientSlot {
	i := r.Slot()
	if i < 0 || i >= len(s.all) || !s.all[i].used || s.all[i].generation != uint32(r>>32) {
		return nil
	}
	return &s.all[i]
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
	sl.used = false
	s.free = append(s.free, uint32(r.Slot()))
}

// each visits the used slots; yield may release the one it is given.
func (s *clientSlots) each(yield func(Ref, *clientSlot)) {
	for i := range s.all {
		if s.all[i].used {
			yield(newRef(i, s.all[i].generation), &s.all[i])
		}
	}
}
