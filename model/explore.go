package model

// Explore walks every interleaving of sys breadth-first and checks every step
// against the invariants. The first broken one ends the walk, so its trace is a
// shortest one. A clean walk is complete unless Limit stopped it: then every
// reachable world was visited, every one but a closed one can go on, and from
// every one the connection closes when the input ends and the handlers return.
func Explore(sys *System, opt ExploreOptions) Result {
	if opt.Invariants == nil {
		opt.Invariants = Invariants(sys)
	}
	if opt.Witnesses == nil {
		opt.Witnesses = Witnesses(sys)
	}
	start, _ := sys.Start().Canonical()
	x := &walk{sys: sys, search: newSearch[World, Move](start)}
	judges := judges(statements(sys, opt.Invariants), situations(sys, opt.Witnesses), opt.Workers)
	var workers []expand[World, Move]
	for _, j := range judges {
		l := &lookout{sys: sys, judge: j, thorough: opt.Thorough, judged: map[localStep]struct{}{}}
		workers = append(workers, l.expand)
	}
	witnesses := map[string]int{}
	x.run(workers, opt.Limit, func(depth int) { gather(judges, witnesses, depth+1) })
	if x.flaw == nil && !x.limited {
		x.flaw = x.checkDrain()
	}
	r := Result{States: len(x.nodes), Edges: x.edges, Depth: x.depth, Limited: x.limited, Witnesses: witnesses, Missing: judges[0].missing(), Claims: len(opt.Invariants) + 2}
	if x.flaw != nil {
		r.Broken = x.violation()
	}
	return r
}

// ExploreOptions narrow a walk. The zero value checks everything.
type ExploreOptions struct {
	Invariants []Invariant // nil: Invariants(sys)
	Witnesses  []Witness   // nil: Witnesses(sys)
	Limit      int         // stop after this many worlds; 0: never
	Workers    int         // goroutines that walk; 0: one. The result is the same
	Thorough   bool        // judge every step, even when one like it was judged
}

// A Result is what a walk found.
type Result struct {
	States, Edges int
	Depth         int // of the world that is furthest from the start
	Limited       bool
	Claims        int            // what was claimed of every step and every run
	Broken        *Violation     // nil: every invariant holds
	Witnesses     map[string]int // how many moves it took to see each
	Missing       []string       // the witnesses that were never seen
}

// walk is an exploration of a server's connection.
type walk struct {
	*search[World, Move]
	sys *System
}

// statements are invariants of one system, for a judge.
func statements(sys *System, all []Invariant) (out []statement[Transition]) {
	for _, v := range all {
		out = append(out, statement[Transition]{Claim{v.Name, v.Says, v.Ref}, func(t *Transition) bool { return v.Holds(sys, t) }})
	}
	return out
}

func situations(sys *System, all []Witness) (out []situation[Transition]) {
	for _, w := range all {
		out = append(out, situation[Transition]{w.Name, func(t *Transition) bool { return w.Seen(sys, t) }})
	}
	return out
}
