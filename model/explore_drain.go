package model

// drains is checked once the walk is complete: it speaks of whole runs.
var drains = Claim{
	Name: "drains", Ref: "rules A15, S-SHUT-1, decisions C3",
	Says: "When the input has ended and every handler returns, the connection closes by itself.",
}

// checkDrain follows the way home from every world: input ends, handlers
// return, the drain is idle. It must end in Closed without a deadline and
// without a broken pipe; so Closed is reachable from everywhere.
func (x *walk) checkDrain() *flaw[Move] {
	const unknown, home = -2, -1
	next := make([]int32, len(x.nodes))
	for i := range next {
		next[i] = unknown
	}
	var path []int32
	for i := range x.nodes {
		path = path[:0]
		at := int32(i)
		for next[at] == unknown {
			path = append(path, at)
			to, ok := x.homeward(at)
			if !ok {
				return x.stranded(path)
			}
			next[at] = to
			if to == home {
				break
			}
			at = to
			if next[at] != unknown && next[at] != home && contains(path, at) {
				return x.stranded(path)
			}
		}
		for _, n := range path {
			next[n] = home
		}
	}
	return nil
}

func contains(path []int32, at int32) bool {
	for _, p := range path {
		if p == at {
			return true
		}
	}
	return false
}

// homeward is the next world on the way home: -1 at home, false where there is
// no way.
func (x *walk) homeward(i int32) (int32, bool) {
	w := x.nodes[i].world
	if w.Life == LifetimeClosed {
		return -1, true
	}
	m, ok := homewardMove(&w)
	if !ok {
		return 0, false
	}
	after, _ := x.sys.Step(w, m, nil)
	after, _ = after.Canonical()
	to := x.find(&after)
	return to, to >= 0 && to != i
}

// homewardMove is what brings w closer to its end.
func homewardMove(w *World) (Move, bool) {
	if w.Life == LifetimeServing {
		return Move{Kind: MoveEOF, Slot: -1}, !w.InputEnded
	}
	for i := range w.Slots {
		s := &w.Slots[i]
		m := Move{Slot: int8(i)}
		switch {
		case s.Kind == KindCall && s.State == RequestReceived:
			m.Kind = MoveStart
		case s.Has(MarkHandler) && s.Kind == KindListen && !s.Has(MarkAcked):
			m.Kind = MoveError
		case s.Has(MarkHandler):
			m.Kind = MoveResult
		default:
			continue
		}
		return m, true
	}
	return Move{Kind: MoveIdle, Slot: -1}, w.Idle()
}

// stranded is the shortest way into a world that does not come home, and the
// way from there.
func (x *walk) stranded(path []int32) *flaw[Move] {
	var moves []Move
	for _, n := range path {
		w := x.nodes[n].world
		if m, ok := homewardMove(&w); ok {
			moves = append(moves, m)
		}
	}
	return &flaw[Move]{claim: drains, node: path[0], then: moves}
}
