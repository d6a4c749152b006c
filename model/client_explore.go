package model

// ExploreClient walks everything that can happen between a client and a server
// that keeps to nothing. A clean walk that no limit stopped is complete: every
// claim holds in every step, and every run ends in quiet.
func ExploreClient(sys *ClientSystem, opt SearchOptions) Result {
	x := newSearch[ClientWorld, ClientMove](sys.Start())
	js := judges(only(clientStatements(), opt.Only), clientSituations(sys), opt.Workers)
	var workers []expand[ClientWorld, ClientMove]
	for _, j := range js {
		l := &clientLookout{sys: sys, judge: j}
		workers = append(workers, l.expand)
	}
	witnesses := map[string]int{}
	x.run(workers, opt.Limit, func(depth int) { gather(js, witnesses, depth+1) })
	if x.flaw == nil && !x.limited && opt.speaksOf(clientSettles) {
		x.flaw = x.progress(clientSettles, sys.needs, clientQuiet)
	}
	r := Result{States: len(x.nodes), Edges: x.edges, Depth: x.depth, Limited: x.limited, Witnesses: witnesses,
		Missing: js[0].missing(), Claims: len(js[0].statements) + 2}
	if x.flaw != nil {
		r.Broken = sys.violation(x)
	}
	return r
}

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

// ClientClaims are what is claimed of every client.
func ClientClaims() []Claim {
	return append(claimsOf(clientStatements()), clientSettles, clientDeadlock)
}

func claimsOf[T any](all []statement[T]) (out []Claim) {
	for _, s := range all {
		out = append(out, s.Claim)
	}
	return out
}

var (
	clientDeadlock = Claim{"a-client-goes-on", "A client that has something to wait for can go on.", "decisions K8"}
	clientSettles  = Claim{"every-call-settles", "When every frame is written, silence times out and a process that is asked to go goes, every call has its outcome.", "decisions K8, K11 and K15, C-TIME-2"}
)

type clientLookout struct {
	sys   *ClientSystem
	judge *judge[ClientTransition]
	t     ClientTransition
	buf   [24]ClientEmission
}

func (l *clientLookout) expand(w *ClientWorld, found func(ClientMove, ClientWorld)) (edges int, broken *flaw[ClientMove]) {
	t := &l.t
	t.sys, t.Before = l.sys, *w
	l.sys.Moves(w, func(m ClientMove) {
		if broken != nil {
			return
		}
		edges++
		t.Move = m
		t.After, t.Out = l.sys.Step(t.Before, m, l.buf[:0])
		if c := l.judge.verdict(t); c != nil {
			broken = &flaw[ClientMove]{claim: *c, then: []ClientMove{m}}
			return
		}
		l.judge.watch(t)
		found(m, t.After.canonical())
	})
	if edges == 0 && !clientQuiet(w) {
		broken = &flaw[ClientMove]{claim: clientDeadlock}
	}
	return edges, broken
}

// clientQuiet: nobody waits for anything.
func clientQuiet(w *ClientWorld) bool {
	for _, c := range w.Calls {
		if c.pending() {
			return false
		}
	}
	return !w.Has(PastLaunched) || w.Process == ProcessStarting || w.Process == ProcessRunning || w.Process == ProcessExited
}

// needs are the moves that come by themselves: what has its turn is written,
// silence times out, and a process that is asked to go goes.
func (sys *ClientSystem) needs(w *ClientWorld, yield func(ClientMove, ClientWorld)) {
	var buf [24]ClientEmission
	sys.Moves(w, func(m ClientMove) {
		switch m.Kind {
		case ClientStarted, ClientWritesOwn, ClientWritesCall, ClientOwnTimeout, ClientGrace:
		case ClientCallTimeout:
			if w.Calls[m.Slot].Place != PlaceAway {
				return
			}
		case ServerExits:
			if w.Process != ProcessKilling {
				return
			}
		default:
			return
		}
		after, _ := sys.Step(*w, m, buf[:0])
		yield(m, after.canonical())
	})
}

// violation plays the way to the flaw again.
func (sys *ClientSystem) violation(x *search[ClientWorld, ClientMove]) *Violation {
	var lines []Line
	w := sys.Start()
	for _, m := range append(x.path(x.flaw.node), x.flaw.then...) {
		lines = append(lines, m.line(&w))
		after, out := sys.Step(w, m, nil)
		for _, e := range out {
			if l, ok := e.line(&after); ok {
				lines = append(lines, l)
			}
		}
		w = after.canonical()
	}
	c := x.flaw.claim
	return &Violation{Invariant: Invariant{Name: c.Name, Says: c.Says, Ref: c.Ref}, Exchange: lines}
}
