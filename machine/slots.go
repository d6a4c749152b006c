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
	id         string // canonical; "" once the id is free again
	state      model.RequestState
	generation uint32
	lane       Lane
	kind       kind
	used       bool
	pinned     bool // its answer carried the lock
	counted    bool // a listen that holds a subscription slot
	handled    bool // a listen with a handler of its own
}

// slots holds the requests of a session and finds them by handle or id.
type slots struct {
	all    []slot
	free   []uint32
	byID   map[string]Ref
	active int // used and not settled
}

func (s *slots) add(id []byte, lane Lane, k kind) (Ref, *slot) {
	var i uint32
	if n := len(s.free); n > 0 {
		i, s.free = s.free[n-1], s.free[:n-1]
	} else {
		i, s.all = uint32(len(s.all)), append(s.all, slot{})
	}
	sl := &s.all[i]
	*sl = slot{id: string(id), generation: sl.generation + 1, lane: lane, kind: k, used: true}
	ref := newRef(int(i), sl.generation)
	s.byID[sl.id] = ref
	s.active++
	return ref, sl
}

// at finds the slot behind a handle, or nil if it has been freed.
func (s *slots) at(r Ref) *slot {
	i := r.Slot()
	if i < 0 || i >= len(s.all) || !s.all[i].used || s.all[i].generation != uint32(r>>32) {
		return nil
	}
	return &s.all[i]
}

// detach frees the id, so that a new request can carry it (decisions C1).
func (s *slots) detach(sl *slot) {
	if sl.id != "" {
		delete(s.byID, sl.id)
		sl.id = ""
	}
}

func (s *slots) release(r Ref, sl *slot) {
	s.detach(sl)
	sl.used = false
	s.free = append(s.free, uint32(r.Slot()))
}

// each visits the used slots in the order of their handles.
func (s *slots) each(yield func(Ref, *slot)) {
	for i := range s.all {
		if s.all[i].used {
			yield(newRef(i, s.all[i].generation), &s.all[i])
		}
	}
}
