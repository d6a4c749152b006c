package model

// Explore walks every interleaving of sys breadth-first and checks every step
// against the invariants. The first broken one ends the walk, so its trace is a
// shortest one. A clean walk is complete unless Limit stopped it: then every
// reachable world was visited, every one but a closed one can go on, and from
// every one the connection closes when the input ends and the handlers return.
func Explore(sys *System, opt ExploreOptions) Result {
	x := &walk{
		sys: sys, invariants: opt.Invariants, open: opt.Witnesses,
		seen: map[World]int32{},
	}
	if x.invariants == nil {
		x.invariants = Invariants(sys)
	}
	if x.open == nil {
		x.open = Witnesses(sys)
	}
	x.result.Witnesses = map[string]int{}
	start, _ := sys.Start().Canonical()
	x.visit(start, 0, Move{})
	for i := 0; i < len(x.nodes) && x.result.Broken == nil; i++ {
		if opt.Limit > 0 && len(x.nodes) >= opt.Limit {
			x.result.Limited = true
			break
		}
		x.expand(int32(i))
	}
	if x.result.Broken == nil && !x.result.Limited {
		x.checkDrain()
	}
	x.result.States = len(x.nodes)
	for _, w := range x.open {
		x.result.Missing = append(x.result.Missing, w.Name)
	}
	return x.result
}

// ExploreOptions narrow a walk. The zero value checks everything.
type ExploreOptions struct {
	Invariants []Invariant // nil: Invariants(sys)
	Witnesses  []Witness   // nil: Witnesses(sys)
	Limit      int         // stop after this many worlds; 0: never
}

// A Result is what a walk found.
type Result struct {
	States, Edges int
	Depth         int // of the world that is furthest from the start
	Limited       bool
	Broken        *Violation     // nil: every invariant holds
	Witnesses     map[string]int // how many moves it took to see each
	Missing       []string       // the witnesses that were never seen
}

// walk is an exploration while it runs.
type walk struct {
	sys        *System
	invariants []Invariant
	open       []Witness
	seen       map[World]int32
	nodes      []node
	depth      int
	last       int32 // the last node of the current depth
	result     Result
	t          Transition
	buf        [4 * MaxRequests]Emission
}

// node is a world that was reached, and how.
type node struct {
	world  World
	move   Move
	parent int32
}

func (x *walk) visit(w World, parent int32, m Move) {
	if _, ok := x.seen[w]; ok {
		return
	}
	x.seen[w] = int32(len(x.nodes))
	x.nodes = append(x.nodes, node{world: w, move: m, parent: parent})
}

// expand makes every move of node i.
func (x *walk) expand(i int32) {
	if i > x.last {
		x.depth, x.last = x.depth+1, int32(len(x.nodes)-1)
	}
	x.result.Depth = x.depth
	t, stuck := &x.t, true
	t.Before = x.nodes[i].world
	previous := t.Before
	x.sys.Moves(&t.Before, func(m Move) {
		if x.result.Broken != nil {
			return
		}
		x.result.Edges++
		t.Move = m
		t.After, t.Out = x.sys.Step(t.Before, m, x.buf[:0])
		x.judge(i)
		x.witness()
		if t.After == t.Before {
			return
		}
		stuck = stuck && m.Kind == MoveBroken
		if t.After != previous { // the many refusals look alike
			previous = t.After
			w, _ := t.After.Canonical()
			x.visit(w, i, m)
		}
	})
	if stuck && t.Before.Life != LifetimeClosed && x.result.Broken == nil {
		x.result.Broken = x.violation(deadlock, i)
	}
}

var deadlock = Invariant{Name: "no-deadlock", Says: "A connection that is not closed can go on.", Ref: "rules A15"}

// judge checks the step against every invariant.
func (x *walk) judge(i int32) {
	for k := range x.invariants {
		if v := &x.invariants[k]; !v.Holds(x.sys, &x.t) {
			x.result.Broken = x.violation(*v, i, x.t.Move)
			return
		}
	}
}

// witness crosses off what was waited for.
func (x *walk) witness() {
	for k := 0; k < len(x.open); k++ {
		if w := x.open[k]; w.Seen(x.sys, &x.t) {
			x.result.Witnesses[w.Name] = x.depth + 1
			x.open = append(x.open[:k:k], x.open[k+1:]...)
			k--
		}
	}
}
