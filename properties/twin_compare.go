package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
)

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

// note writes the transition into the trace.
func (tw *Twin) note(out []model.Emission) {
	s := &tw.step
	if s.aside && len(out) == 0 {
		return
	}
	from := len(tw.pool)
	tw.pool = tw.frames(s.number, out, tw.pool)
	tw.trace = append(tw.trace, model.TraceStep{
		Move: s.move, Request: s.number, Era: tw.seen.Era, Out: slices.Clip(tw.pool[from:]),
	})
}

// A disagreement is a broken statement with the way to it.
type disagreement struct {
	violation model.Violation
	detail    string
}

func (d *disagreement) Error() string {
	return ErrDisagree.Error() + ": " + d.violation.String() + d.detail
}
func (d *disagreement) Unwrap() error { return ErrDisagree }

func (tw *Twin) disagree(v model.Invariant) error {
	var b strings.Builder
	fmt.Fprintf(&b, "  the last move: %s\n", tw.last)
	if tw.step.stray != "" {
		fmt.Fprintf(&b, "  the session asks for: %s\n", tw.step.stray)
	}
	if !sameFrames(tw.step.out, tw.want) {
		fmt.Fprintf(&b, "  frames: the session wants %s, the model %s\n", frameNames(tw.step.out), frameNames(tw.want))
	}
	tw.differences(&b)
	return &disagreement{model.Violation{Invariant: v, Trace: tw.trace}, b.String()}
}

func frameNames(out []model.Emission) string {
	var names []string
	for _, e := range out {
		names = append(names, fmt.Sprintf("%s (%s)", e.Frame, e.Lane))
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// differences lists where session and model stand apart.
func (tw *Twin) differences(b *strings.Builder) {
	line := func(what string, got, want any) {
		if got != want {
			fmt.Fprintf(b, "  %s: the session %v, the model %v\n", what, got, want)
		}
	}
	got, want := &tw.seen, &tw.world
	line("era", got.Era, want.Era)
	line("lifetime", got.Life, want.Life)
	line("handshake", got.Legacy, want.Legacy)
	line("output closed", got.OutputClosed, want.OutputClosed)
	for i := range got.Slots {
		line(fmt.Sprintf("request #%d", tw.number[i]), fmt.Sprintf("%+v", got.Slots[i]), fmt.Sprintf("%+v", want.Slots[i]))
	}
}
