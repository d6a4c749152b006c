package model

// lookout makes and judges the steps of one worker.
type lookout struct {
	sys      *System
	judge    *judge[Transition]
	thorough bool
	judged   map[localStep]struct{} // what was found right
	t        Transition
	buf      [4 * MaxRequests]Emission
}

var deadlock = Claim{Name: "no-deadlock", Says: "A connection that is not closed can go on.", Ref: "rules A15"}

// expand makes every move of w.
func (l *lookout) expand(w *World, found func(Move, World)) (edges int, broken *flaw[Move]) {
	t, stuck := &l.t, true
	t.Before = *w
	previous := t.Before
	shared := l.shared(w)
	l.sys.Moves(w, func(m Move) {
		if broken != nil {
			return
		}
		edges++
		t.Move = m
		t.After, t.Out = l.sys.Step(t.Before, m, l.buf[:0])
		if c := l.verdict(shared); c != nil {
			broken = &flaw[Move]{claim: *c, then: []Move{m}}
			return
		}
		if len(l.judge.open) > 0 {
			l.judge.watch(t)
		}
		if t.After == t.Before {
			return
		}
		stuck = stuck && m.Kind == MoveBroken
		if t.After != previous { // the many refusals look alike
			previous = t.After
			next, _ := t.After.Canonical()
			found(m, next)
		}
	})
	if stuck && w.Life != LifetimeClosed && broken == nil {
		broken = &flaw[Move]{claim: deadlock}
	}
	return edges, broken
}

// verdict judges the step, unless one like it was judged.
func (l *lookout) verdict(shared localStep) *Claim {
	like, local := l.local(shared)
	if local {
		if _, ok := l.judged[like]; ok {
			return nil
		}
	}
	c := l.judge.verdict(&l.t)
	if c == nil && local {
		l.judged[like] = struct{}{}
	}
	return c
}
