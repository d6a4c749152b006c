package model

// ExplorePair walks everything that can happen between our client and our
// server. A clean walk that no limit stopped is complete: every claim holds in
// every step, and every run ends in quiet.
func ExplorePair(sys *PairSystem, opt SearchOptions) Result {
	w := fullWalk[PairWorld, PairMove, PairTransition]{
		statements: pairStatements(), situations: pairSituations(sys), settles: pairSettles, needs: sys.needs, quiet: pairQuiet,
		look: func(j *judge[PairTransition]) expand[PairWorld, PairMove] {
			return (&pairLookout{sys: sys, judge: j}).expand
		},
	}
	return w.explore(sys.Start(), opt, sys.violation)
}

// PairClaims are what is claimed of our client and our server together.
func PairClaims() []Claim { return append(claimsOf(pairStatements()), pairSettles, pairDeadlock) }

var (
	pairDeadlock = Claim{"no-deadlock-between-us", "While somebody waits for something, a side can go on.", "rules A15, decisions C10"}
	pairSettles  = Claim{"every-request-settles", "When frames are written and read and handlers return, every request has its outcome, both sides agree, and what the client has closed ends.", "rules A15, S-MSG-7, S-SHUT-1, decisions K8"}
)

type pairLookout struct {
	sys   *PairSystem
	judge *judge[PairTransition]
	t     PairTransition
	buf   [4 * MaxRequests]Emission
}

func (l *pairLookout) expand(w *PairWorld, found func(PairMove, PairWorld)) (edges int, broken *flaw[PairMove]) {
	t := &l.t
	t.sys, t.Before = l.sys, *w
	l.sys.Moves(w, func(m PairMove) {
		if broken != nil {
			return
		}
		edges++
		t.Move = m
		t.After, t.Out = l.sys.Step(t.Before, m, l.buf[:0])
		if c := l.judge.verdict(t); c != nil {
			broken = &flaw[PairMove]{claim: *c, then: []PairMove{m}}
			return
		}
		l.judge.watch(t)
		if t.After != t.Before {
			found(m, t.After)
		}
	})
	if edges == 0 && !pairQuiet(w) {
		broken = &flaw[PairMove]{claim: pairDeadlock}
	}
	return edges, broken
}

// pairQuiet: the pipes are empty, nobody waits, and both sides have ended if one
// has.
func pairQuiet(w *PairWorld) bool {
	if w.DownLen > 0 || w.UpLen > 0 && !w.Server.OutputClosed || w.Has(PairOwes) && !w.Has(PairInputClosed) {
		return false
	}
	for i := pairCall; i < pairAsks; i++ {
		if w.Asks[i].pending(i) {
			return false
		}
	}
	over := w.Server.Life == LifetimeClosed
	return over == w.Has(PairEnded) && (over || !w.Has(PairInputClosed)) && (w.Negotiation == NegotiationIdle || w.Negotiation >= NegotiationModern)
}

// needs are the moves that come by themselves: frames are written and read,
// handlers return, and a drain that is idle ends.
func (sys *PairSystem) needs(w *PairWorld, yield func(PairMove, PairWorld)) {
	var buf [4 * MaxRequests]Emission
	sys.Moves(w, func(m PairMove) {
		switch m.Kind {
		case PairCalls, PairCancels, PairTimeout, PairCloses:
			return
		case PairServer:
			switch m.Move.Kind {
			case MoveWrite, MoveResult, MoveStart, MoveIdle:
			default:
				return
			}
		}
		after, _ := sys.Step(*w, m, buf[:0])
		yield(m, after)
	})
}

// violation plays the way to the flaw again.
func (sys *PairSystem) violation(x *search[PairWorld, PairMove]) *Violation {
	var lines []Line
	w := sys.Start()
	for _, m := range append(x.path(x.flaw.node), x.flaw.then...) {
		if l, ok := m.line(&w); ok {
			lines = append(lines, l)
		}
		after, out := sys.Step(w, m, nil)
		for _, e := range out {
			words := e.Frame.String()
			if slot := max(e.Slot, m.Slot); slot >= 0 {
				words += " of " + pairNames[slot]
			}
			if e.Was != e.Is {
				words += "   [" + eraStates[e.Was] + " -> " + eraStates[e.Is] + "]"
			}
			lines = append(lines, Line{Side: OnServer, Frame: true, Text: words})
		}
		w = after
	}
	c := x.flaw.claim
	return &Violation{Invariant: Invariant{Name: c.Name, Says: c.Says, Ref: c.Ref}, Exchange: lines}
}
