package machine

// slab keeps values behind handles. A cell is reused, a handle never: it has the
// generation of its cell, so that one that outlives its value finds nothing.
type slab[T any] struct {
	cells []cell[T]
	free  []uint32
}

type cell[T any] struct {
	value      T
	generation uint32
	used       bool
}

// add takes a value in. The pointer is good until the next add.
func (s *slab[T]) add(value T) (Ref, *T) {
	var i uint32
	if n := len(s.free); n > 0 {
		i, s.free = s.free[n-1], s.free[:n-1]
	} else {
		i, s.cells = uint32(len(s.cells)), append(s.cells, cell[T]{})
	}
	c := &s.cells[i]
	c.value, c.used = value, true
	c.generation++
	return newRef(int(i), c.generation), &c.value
}

// at finds the value behind a handle, nil if it has been released.
func (s *slab[T]) at(r Ref) *T {
	i := r.Slot()
	if i < 0 || i >= len(s.cells) || !s.cells[i].used || s.cells[i].generation != uint32(r>>32) {
		return nil
	}
	return &s.cells[i].value
}

// drop frees the cell behind a handle that is in use.
func (s *slab[T]) drop(r Ref) {
	s.cells[r.Slot()].used = false
	s.free = append(s.free, uint32(r.Slot()))
}

// each visits the values in the order of their handles' slots; yield may drop
// the one it is given.
func (s *slab[T]) each(yield func(Ref, *T)) {
	for i := range s.cells {
		if c := &s.cells[i]; c.used {
			yield(newRef(i, c.generation), &c.value)
		}
	}
}
