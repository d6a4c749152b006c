package properties

import "github.com/eralock/eralock/model"

// compare holds what the session did against the step of the model from before.
// A drain that has become idle ends in the same breath: that is a second move.
func (tw *Twin) compare(before model.World) error {
	s := &tw.step
	atOnce := s.gone || s.move.Kind == model.MoveDeadline && s.closed
	ends := !atOnce && s.closed
	if s.gone {
		tw.outbox = tw.outbox[:0]
	} else if atOnce {
		tw.handOver(len(tw.outbox))
	}
	tw.observe(ends, atOnce)
	tw.adoptOrder()
	if err := tw.judge(before); err != nil {
		return err
	}
	if err := tw.judgeBeside(before); err != nil {
		return err
	}
	idle := tw.world.Life == model.LifetimeDraining && tw.world.Idle()
	if !idle && !ends {
		return nil
	}
	before = tw.world
	s.move, s.out, s.number = model.Move{Kind: model.MoveIdle, Slot: -1}, s.out[:0], 0
	tw.world, tw.want = tw.sys.Step(before, s.move, tw.want[:0])
	if ends {
		tw.handOver(len(tw.outbox))
	}
	tw.observe(false, ends)
	return tw.judge(before)
}

// observe brings what was seen of the session up to date. The handover of ids
// and what a cancel means are facts about the input, and taken from the model.
func (tw *Twin) observe(ends, closes bool) {
	w := &tw.seen
	w.Era, w.Legacy, w.Life = tw.ses.Era(), tw.ses.Legacy(), tw.ses.Lifetime()
	if ends && w.Life == model.LifetimeClosed {
		w.Life = model.LifetimeDraining // the second move closes it
	}
	w.InputEnded = w.InputEnded || tw.step.move.Kind == model.MoveEOF
	w.OutputClosed = w.OutputClosed || closes
	for i := range w.Slots {
		s, want := &w.Slots[i], &tw.world.Slots[i]
		if tw.refs[i] == 0 {
			*s = model.Slot{}
			continue
		}
		if st, ok := tw.ses.State(tw.refs[i]); ok {
			s.State = st
		}
		s.Kind = want.Kind
		s.Marks = s.Marks&^model.MarkHushed | want.Marks&model.MarkHushed
	}
	tw.waiting(w)
}

// adoptOrder: where one step ends several requests, the order among them is
// free, and with it which of their frames carries the lock.
func (tw *Twin) adoptOrder() {
	const last = model.MarkWaiting | model.MarkPinned
	pinned := func(w *model.World) int {
		for _, e := range tw.want {
			if e.Slot >= 0 && e.Frame.Last() && w.Slots[e.Slot].Marks&last == model.MarkPinned {
				return int(e.Slot)
			}
		}
		return -1
	}
	if got, want := pinned(&tw.seen), pinned(&tw.world); got >= 0 && want >= 0 && got != want {
		tw.world.Slots[got].Marks ^= last
		tw.world.Slots[want].Marks ^= last
	}
}

// judge compares one transition, and asks the named invariants about it.
func (tw *Twin) judge(before model.World) error {
	s := &tw.step
	t := model.Transition{Before: before, Move: s.move, After: tw.seen, Out: s.out}
	same := tw.seen == tw.world && sameFrames(s.out, tw.want)
	if same {
		t.Out = tw.want
	} else {
		for i := range s.out {
			s.out[i].Was, s.out[i].Is = before.Era, tw.seen.Era
		}
	}
	tw.note(t.Out)
	if tw.saw != nil {
		tw.saw(&t)
	}
	for i := range tw.invariants {
		if v := &tw.invariants[i]; !v.Holds(tw.sys, &t) {
			return tw.disagree(*v)
		}
	}
	if same {
		return nil
	}
	return tw.disagree(model.Invariant{
		Name: "the session is a state of the model", Ref: "decisions E2",
		Says: "A move leads the session where a step of the model leads, with the frames of that step.",
	})
}

// sameFrames: the order among frames of different requests is free.
func sameFrames(got, want []model.Emission) bool {
	if len(got) != len(want) {
		return false
	}
	for slot := int8(-1); slot < model.MaxRequests; slot++ {
		k := 0
		for _, g := range got {
			if g.Slot != slot {
				continue
			}
			for k < len(want) && want[k].Slot != slot {
				k++
			}
			if k == len(want) || want[k].Frame != g.Frame || want[k].Lane != g.Lane {
				return false
			}
			k++
		}
	}
	return true
}
