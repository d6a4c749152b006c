package model

import "hash/maphash"

// search walks a graph of worlds breadth-first. Worlds are numbered in the order
// in which one worker alone would find them, so what is found, and which way is
// the shortest, does not depend on how many there are.
type search[W comparable, M any] struct {
	nodes   []node[W, M]
	seen    index[W]
	edges   int
	depth   int  // of the world that is furthest from the start
	limited bool // the limit stopped the walk
	flaw    *flaw[M]
}

// node is a world that was reached, and how.
type node[W comparable, M any] struct {
	world  W
	move   M
	parent int32
}

// flaw is what ends a walk: a statement that is broken after some moves from a
// node.
type flaw[M any] struct {
	claim Claim
	node  int32
	then  []M
}

// expand makes every move of a world. It reports each world that it leads to,
// how many moves there were, and the statement that a move breaks.
type expand[W comparable, M any] func(w *W, found func(M, W)) (edges int, broken *flaw[M])

// newSearch starts at the world start.
func newSearch[W comparable, M any](start W) *search[W, M] {
	s := &search[W, M]{seen: index[W]{seed: maphash.MakeSeed()}}
	s.add(node[W, M]{world: start}, s.seen.hash(start))
	return s
}

// run walks until nothing is left, something is broken, or there are limit
// worlds (0: no limit). Each worker has an expand of its own; between two calls
// of meet no worker runs.
func (s *search[W, M]) run(workers []expand[W, M], limit int, meet func(depth int)) {
	size := blockSize
	if limit > 0 {
		size = 1 // so that it stops in time
	}
	for first := 0; first < len(s.nodes) && s.flaw == nil; s.depth++ {
		last := len(s.nodes) // of the level
		for ; first < last && s.flaw == nil; first += size {
			if limit > 0 && len(s.nodes) >= limit {
				s.limited = true
				return
			}
			s.block(workers, first, min(first+size, last))
			meet(s.depth)
		}
		if first = last; first == len(s.nodes) {
			return
		}
	}
}

// path lists the moves that lead to node i.
func (s *search[W, M]) path(i int32) []M {
	var back []M
	for n := i; n != 0; n = s.nodes[n].parent {
		back = append(back, s.nodes[n].move)
	}
	for l, r := 0, len(back)-1; l < r; l, r = l+1, r-1 {
		back[l], back[r] = back[r], back[l]
	}
	return back
}

// find is the number of a world that was reached; -1 if it was not.
func (s *search[W, M]) find(w *W) int32 {
	return s.lookUp(w, s.seen.hash(*w))
}

func (s *search[W, M]) lookUp(w *W, h uint64) int32 {
	x := &s.seen
	for k := h; ; k++ {
		i := x.slots[k&x.mask()]
		if i == 0 || s.nodes[i-1].world == *w {
			return i - 1
		}
	}
}

// add appends n unless its world is there already.
func (s *search[W, M]) add(n node[W, M], h uint64) {
	x := &s.seen
	if 2*len(s.nodes) >= len(x.slots) {
		x.slots = make([]int32, max(2*len(x.slots), 1024))
		for i := range s.nodes {
			x.put(x.hash(s.nodes[i].world), int32(i))
		}
	}
	if s.lookUp(&n.world, h) < 0 {
		s.nodes = append(s.nodes, n)
		x.put(h, int32(len(s.nodes)-1))
	}
}

// index finds nodes by their worlds: a hash table of numbers, since a map would
// hold every world once more.
type index[W comparable] struct {
	seed  maphash.Seed
	slots []int32 // 0: empty, else a node's number and one
}

func (x *index[W]) mask() uint64    { return uint64(len(x.slots) - 1) }
func (x *index[W]) hash(w W) uint64 { return maphash.Comparable(x.seed, w) }
func (x *index[W]) put(h uint64, i int32) {
	for k := h; ; k++ {
		if at := &x.slots[k&x.mask()]; *at == 0 {
			*at = i + 1
			return
		}
	}
}
