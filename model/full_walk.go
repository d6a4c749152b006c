package model

// SearchOptions narrow a walk of a client or of a pair.
type SearchOptions struct {
	Limit   int    // stop after this many worlds; 0: never
	Workers int    // goroutines that walk; 0: one. The result is the same
	Only    string // check this claim and no other
}

// speaksOf reports whether claim c is to be checked.
func (o SearchOptions) speaksOf(c Claim) bool { return o.Only == "" || o.Only == c.Name }

func only[T any](all []statement[T], name string) (some []statement[T]) {
	for _, s := range all {
		if name == "" || s.Name == name {
			some = append(some, s)
		}
	}
	return some
}

func claimsOf[T any](all []statement[T]) (out []Claim) {
	for _, s := range all {
		out = append(out, s.Claim)
	}
	return out
}

// fullWalk is what a complete walk needs to know of a kind of world: W, how it
// moves, M, and a step as the claims see it, T.
type fullWalk[W comparable, M any, T any] struct {
	statements []statement[T]
	situations []situation[T]
	settles    Claim // what is broken by a run that never ends in quiet
	needs      func(w *W, yield func(M, W))
	quiet      func(*W) bool
	look       func(*judge[T]) expand[W, M]
}

// explore walks from start, and puts what is wrong into words with tell.
func (k fullWalk[W, M, T]) explore(start W, opt SearchOptions, tell func(*search[W, M]) *Violation) Result {
	x := newSearch[W, M](start)
	js := judges(only(k.statements, opt.Only), k.situations, opt.Workers)
	var workers []expand[W, M]
	for _, j := range js {
		workers = append(workers, k.look(j))
	}
	witnesses := map[string]int{}
	x.run(workers, opt.Limit, func(depth int) { gather(js, witnesses, depth+1) })
	if x.flaw == nil && !x.limited && opt.speaksOf(k.settles) {
		x.flaw = x.progress(k.settles, k.needs, k.quiet)
	}
	r := Result{States: len(x.nodes), Edges: x.edges, Depth: x.depth, Limited: x.limited, Witnesses: witnesses,
		Missing: js[0].missing(), Claims: len(js[0].statements) + 2}
	if x.flaw != nil {
		r.Broken = tell(x)
	}
	return r
}
