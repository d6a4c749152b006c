package model

// ExploreClient walks everything that can happen between a client and a server
// that keeps to nothing. A clean walk that no limit stopped is complete: every
// claim holds in every step, and every run ends in quiet.
func ExploreClient(sys *ClientSystem, opt SearchOptions) Result {
	w := fullWalk[ClientWorld, ClientMove, ClientTransition]{
		statements: clientStatements(), situations: clientSituations(sys), settles: clientSettles, needs: sys.needs, quiet: clientQuiet,
		look: func(j *judge[ClientTransition]) expand[ClientWorld, ClientMove] {
			return (&clientLookout{sys: sys, judge: j}).expand
		},
	}
	return w.explore(sys.Start(), opt, sys.violation)
}

// ClientClaims are what is claimed of every client.
func ClientClaims() []Claim {
	return append(claimsOf(clientStatements()), clientSettles, clientDeadlock)
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
