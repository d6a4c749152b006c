package client

import (
	"time"
)

// The reading role. One goroutine at a time reads a link. The link has one that
// can always do it, the resident; but to be woken by it costs a caller more than
// all the rest of a call. So a call that is alone, after others that were, reads
// for itself: its caller has to wait anyway. It never does while it writes, for
// then both pipes could be full. It has the role until it is settled, by
// whomever, which interrupts its read. What it leaves behind the resident takes
// up: at once if others wait for an answer, else when nobody has read for a
// while.
type role struct {
	held   holder
	caller *record       // of byCaller
	claims uint64        // how often a caller has taken the role
	asleep bool          // the resident does not look whether it is needed: it has to be called
	call   chan struct{} // one slot: the resident has the role, or reading is over
}

type holder uint8

const (
	byResident holder = iota
	byCaller
	byNobody
	over // there is nothing to read any more
)

// idle is how long nobody may read.
const idle = time.Millisecond

// aloneFor is how many calls in a row must have been alone, with no other on
// its way, before callers read.
const aloneFor = 2

// claim takes the role for a call that was just queued, if it may have it. c.mu
// is held.
func (l *link) claim(r *record) bool {
	c := l.c
	if l.role.held != byNobody || c.inFlight > 1 || c.alone < c.cfg.aloneFor || r.settled || r.report != nil || r.queued != l {
		return false
	}
	l.role.held, l.role.caller = byCaller, r
	l.role.claims++
	r.reads = l
	return true
}

// canLend: reads can be interrupted, and reading runs no code of the host. The
// resident asks, who has read. c.mu is held.
func (l *link) canLend() bool {
	if l.c.cfg.received != nil {
		return false
	}
	if l.interrupt == nil {
		l.interrupt = l.t.interrupter()
	}
	return l.interrupt != nil
}

// keep reports whether whoever has the role goes on reading. If not the role is
// somebody else's, or nobody's. answered: what was read last was an answer.
// c.mu is held.
func (l *link) keep(answered bool) bool {
	switch l.role.held {
	case byCaller:
		r := l.role.caller
		if !r.settled {
			return true
		}
		r.reads, l.role.caller = nil, nil
		l.role.held = byNobody
		if l.c.inFlight > 0 || l.role.asleep || l.reader.HasLine() {
			l.role.held = byResident
			l.wakeResident()
		}
		return false
	case byResident:
		if !answered || l.c.inFlight > 0 || l.c.alone < l.c.cfg.aloneFor || !l.canLend() || l.reader.HasLine() {
			return true
		}
		l.role.held = byNobody
		return false
	}
	return false
}

// ended notes that there is nothing to read any more.
func (l *link) ended(err error) {
	l.c.mu.Lock()
	if r := l.role.caller; r != nil {
		r.reads, l.role.caller = nil, nil
	}
	l.role.held = over
	l.wakeResident() // it may be the one that is here
	l.c.mu.Unlock()
	l.broken <- err
}

func (l *link) wakeResident() {
	select {
	case l.role.call <- struct{}{}:
	default:
	}
}

// standBy waits until the resident has the role again. It reports false if
// reading is over.
func (l *link) standBy() bool {
	timer := time.NewTimer(idle)
	defer timer.Stop()
	var seen uint64
	for {
		select {
		case <-l.role.call:
		case <-timer.C:
		}
		l.c.mu.Lock()
		role := &l.role
		if role.held == byNobody && role.claims == seen {
			role.held = byResident
		}
		role.asleep = role.held == byCaller && role.claims == seen // for long
		held, asleep := role.held, role.asleep
		seen = role.claims
		l.c.mu.Unlock()
		switch {
		case held == byResident:
			return true
		case held == over:
			return false
		case !asleep:
			timer.Reset(idle)
		}
	}
}
