package model

// progress checks the runs of a walk that is complete: it keeps to the moves
// that must come by themselves, those that nobody can hold back for ever, and
// finds a world in which they end too early, or go on without end. So from every
// world that was reached, whatever else happens or does not, a quiet one is.
//
// needs calls yield with what such a move leads to, for every one of w; quiet
// says where they may end.
func (s *search[W, M]) progress(claim Claim, needs func(w *W, yield func(M, W)), quiet func(w *W) bool) *flaw[M] {
	n := len(s.nodes)
	left := make([]int32, n)         // successors that are not known to come to an end
	before := make([][2]int32, 0, n) // edges by target: the source, and the next edge of that target
	head := make([]int32, n)         // of the edges into a node; 0: none
	before = append(before, [2]int32{})
	var done []int32
	for i := range s.nodes {
		at := int32(i)
		needs(&s.nodes[i].world, func(_ M, w W) {
			if to := s.find(&w); to >= 0 && to != at {
				left[at]++
				before = append(before, [2]int32{at, head[to]})
				head[to] = int32(len(before) - 1)
			}
		})
		if left[at] > 0 {
			continue
		}
		if !quiet(&s.nodes[i].world) {
			return &flaw[M]{claim: claim, node: at}
		}
		done = append(done, at)
	}
	ended := 0
	for ; ended < len(done); ended++ {
		for e := head[done[ended]]; e != 0; e = before[e][1] {
			if from := before[e][0]; left[from] > 1 {
				left[from]--
			} else {
				left[from] = 0
				done = append(done, from)
			}
		}
	}
	for i := range left {
		if left[i] > 0 {
			return &flaw[M]{claim: claim, node: int32(i), then: s.round(int32(i), left, needs)}
		}
	}
	return nil
}

// round follows a run that does not end, until it comes back.
func (s *search[W, M]) round(at int32, left []int32, needs func(w *W, yield func(M, W))) (moves []M) {
	seen := map[int32]bool{}
	for !seen[at] {
		seen[at] = true
		next := int32(-1)
		needs(&s.nodes[at].world, func(m M, w W) {
			if to := s.find(&w); next < 0 && to >= 0 && to != at && left[to] > 0 {
				next = to
				moves = append(moves, m)
			}
		})
		at = next
	}
	return moves
}
