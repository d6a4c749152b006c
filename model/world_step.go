package model

// Step is what move m makes of world w, and the frames that it appends to out.
// It is a function: the same world and move give the same step. This is the
// one place that says in which order the machines are asked:
//
//  1. Lifetime: may anything come in at all?
//  2. Era: may this frame come in, and as what?
//  3. LegacySession, where the era says so.
//  4. Request: what happens to it. When it emits a frame that is no error, the
//     era's commit is asked first, in the same step (decisions E2).
//
// Nothing here decides by itself: without a row nothing happens.
func (sys *System) Step(w World, m Move, out []Emission) (World, []Emission) {
	t := turn{sys: sys, w: w, out: out}
	i := int(m.Slot)
	switch m.Kind {
	case MoveRead:
		t.read(m.Class, i)
	case MoveDuplicate:
		t.live(LifetimeOnDuplicate, m.Class, -1)
	case MoveMuteFault:
		t.live(LifetimeOnMuteFault, m.Class, -1)
	case MoveEOF:
		t.w.InputEnded = true
		t.live(LifetimeOnEOF, m.Class, -1)
	case MoveClose:
		t.live(LifetimeOnClose, m.Class, -1)
	case MoveIdle:
		t.live(LifetimeOnIdle, m.Class, -1)
	case MoveDeadline:
		t.live(LifetimeOnDeadline, m.Class, -1)
	case MoveBroken:
		t.live(LifetimeOnBroken, m.Class, -1)
	case MoveWrite:
		t.handOver()
	default:
		t.handle(m.Kind, i)
	}
	return t.w, t.out
}

// Successors calls yield with every move of w and what it leads to. The worlds
// are not canonical, so that slots can be compared with those of w; out is
// valid during the call only.
func (sys *System) Successors(w World, yield func(m Move, after World, out []Emission)) {
	var buf [2 * MaxRequests]Emission
	sys.Moves(&w, func(m Move) {
		after, out := sys.Step(w, m, buf[:0])
		yield(m, after, out)
	})
}

// A turn is a step while it is being made.
type turn struct {
	sys *System
	w   World
	out []Emission
}

// live asks the lifetime and does what it says. c and i are the frame and the
// slot that the question is about.
func (t *turn) live(on LifetimeEvent, c Class, i int) {
	to, do, _ := t.sys.Lifetime.Step(t.w.Life, on)
	t.w.Life = to
	switch do {
	case LifetimeDoAdmit:
		t.admit(c, i)
	case LifetimeDoPass:
		t.pass(c, i)
	case LifetimeDoRefuseDuplicate:
		t.refuseUnheld(FrameDuplicate, i)
	case LifetimeDoRefuseBusy:
		t.refuseUnheld(FrameBusy, i)
	case LifetimeDoRefuseDraining:
		t.refuseUnheld(FrameDraining, i)
	case LifetimeDoAnswerFault:
		t.refuseUnheld(FrameFault, -1)
	case LifetimeDoDrain:
		t.drain()
	case LifetimeDoExpire:
		t.expire()
	case LifetimeDoCloseOutput:
		t.closeOutput()
	case LifetimeDoAbandon:
		t.abandon()
	}
}
