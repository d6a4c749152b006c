package model

// An Order says where each slot of a World went: slot i of the canonical world
// was slot Order[i] before.
type Order [MaxRequests]uint8

// Canonical is the one world that stands for w and all that differ from it
// only in the numbering of the slots or in what nobody can tell any more.
func (w World) Canonical() (World, Order) {
	var order Order
	for i := range w.Slots {
		order[i] = uint8(i)
		s := &w.Slots[i]
		if s.Has(MarkWaiting) { // what waits with the last frame shares its fate
			s.clear(MarkQueued)
		}
		if s.Done() {
			*s = s.remembered()
		}
		for j := i; j > 0 && w.Slots[j].rank() > w.Slots[j-1].rank(); j-- {
			w.Slots[j], w.Slots[j-1] = w.Slots[j-1], w.Slots[j]
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	return w, order
}

// remembered is what is left of a request that is done. What was silenced
// stays, since its handler may have left something behind that still speaks; a
// ping has none. So do counts that no request may have.
func (s Slot) remembered() Slot {
	if (s.State == RequestAnswered || s.Kind == KindPing) && !s.Has(MarkTwice) {
		return Slot{}
	}
	s.clear(MarkAcked)
	return s
}

// rank orders slots; free ones come last.
func (s Slot) rank() uint32 {
	return uint32(s.Kind)<<24 | uint32(s.State)<<16 | uint32(s.Lane)<<8 | uint32(s.Marks)
}
