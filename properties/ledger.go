package properties

import "github.com/eralock/eralock/model"

// A ledger is the model's world beside the ids that its requests carry. It
// tells which move of the model it is when a frame with an id is read.
type ledger struct {
	sys    *model.System
	world  model.World
	limit  int                       // of requests in flight
	ids    [model.MaxRequests]string // canonical
	number [model.MaxRequests]int    // 1, 2, …: in the order in which they were read
	read   int
}

func newLedger(sys *model.System, limit int) ledger {
	return ledger{sys: sys, world: sys.Start(), limit: limit}
}

// holder is the slot that an id is in use by, or -1.
func (l *ledger) holder(id string) int {
	for i := range l.world.Slots {
		if l.ids[i] == id && l.world.Slots[i].Occupied() {
			return i
		}
	}
	return -1
}

// active counts the requests that are in flight.
func (l *ledger) active() (n int) {
	for i := range l.world.Slots {
		if s := &l.world.Slots[i]; s.Kind != model.KindFree && !s.State.Settled() {
			n++
		}
	}
	return n
}

// place is where a new request goes: a free slot, else one whose request is
// done. What is done is kept as long as possible, since its handler may have
// left something behind that still speaks.
func (l *ledger) place() int {
	done := -1
	for i := range l.world.Slots {
		switch s := &l.world.Slots[i]; {
		case s.Kind == model.KindFree:
			return i
		case done < 0 && s.Done():
			done = i
		}
	}
	return done
}

// reading is the move that reading a frame of class c is. ok is false where the
// world has no place for one more request.
func (l *ledger) reading(c model.Class, id string) (m model.Move, ok bool) {
	m = model.Move{Kind: model.MoveRead, Class: c, Slot: -1}
	switch {
	case c == model.ClassCancelled:
		m.Slot = int8(l.holder(id))
	case !c.Request():
	case l.holder(id) >= 0:
		m.Kind, m.Slot = model.MoveDuplicate, int8(l.holder(id))
	case l.limit == 0 || l.active() < l.limit:
		i := l.place()
		if i < 0 {
			return m, false
		}
		m.Slot, l.ids[i] = int8(i), id
	}
	return m, true
}

// about is the number of the request that a move is about, 0 for none. It is
// asked before the step, once for each.
func (l *ledger) about(m model.Move) int {
	asks := m.Asks() || m.Kind == model.MoveDuplicate
	if asks {
		l.read++
	}
	switch {
	case m.Asks() && m.Slot >= 0:
		l.number[m.Slot] = l.read
		return l.read
	case asks && m.Slot < 0:
		return l.read
	case m.Slot >= 0:
		return l.number[m.Slot]
	}
	return 0
}

// frames are emissions as a trace shows them.
func (l *ledger) frames(about int, out []model.Emission, into []model.TraceFrame) []model.TraceFrame {
	for _, e := range out {
		f := model.TraceFrame{Frame: e.Frame, Was: e.Was, Is: e.Is, Request: about}
		if e.Slot >= 0 {
			f.Request = l.number[e.Slot]
		}
		into = append(into, f)
	}
	return into
}

// pick is the nth of the slots that ok holds for, modulo their number, or -1.
func (l *ledger) pick(nth int, ok func(model.Slot) bool) int {
	var found [model.MaxRequests]int
	n := 0
	for i := range l.world.Slots {
		if s := l.world.Slots[i]; s.Kind != model.KindFree && ok(s) {
			found[n] = i
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return found[nth%n]
}
