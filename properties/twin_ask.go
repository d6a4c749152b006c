package properties

import (
	"slices"
	"strconv"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// ask is a request of ours to a legacy client.
type ask struct {
	ref    machine.Ref
	parent machine.Ref
	id     string
	state  model.OutboundState
	meant  MoveKind // the move that is being made is this one, and about it; else Read
}

// askAct is what is done about one.
type askAct struct {
	do  machine.Do
	ref machine.Ref
}

// ask is a step of a request to the client.
func (tw *Twin) ask(k MoveKind, nth int) error {
	switch k {
	case Ask, AskPing:
		return tw.newAsk(k, nth)
	}
	if len(tw.asks) == 0 {
		return nil
	}
	a := &tw.asks[nth%len(tw.asks)]
	a.meant = k
	if k == Timeout {
		return tw.aside(machine.Input{Kind: machine.AskTimedOut, Ref: a.ref})
	}
	if tw.world.InputEnded || tw.world.Life == model.LifetimeClosed {
		a.meant = Read
		return nil
	}
	in := machine.Input{Kind: machine.FrameRead, Class: model.ClassResponse, ID: []byte(a.id), Failure: k == Refusal}
	return tw.advance(model.Move{Kind: model.MoveRead, Class: model.ClassResponse, Slot: -1}, in)
}

// newAsk: a request goes out only for a legacy call that is in flight, or for
// none, after the handshake; everywhere else it fails locally (rules C5, ladder
// 27).
func (tw *Twin) newAsk(k MoveKind, nth int) error {
	in := machine.Input{Kind: machine.Asked, ID: []byte("a" + strconv.Itoa(tw.asked))}
	tw.asked++
	on := model.LegacyOnAsk
	if k == AskPing {
		in.Kind, on = machine.Pinged, model.LegacyOnAskPing
	}
	_, do, _ := model.LegacySession.Step(tw.world.Legacy, on)
	sends := do == model.LegacyDoSend && tw.world.Era != model.EraModern && tw.world.Life == model.LifetimeServing
	if i := tw.pick(nth, func(s model.Slot) bool { return s.Kind == model.KindCall && s.Has(model.MarkHandler) }); i >= 0 {
		s := tw.world.Slots[i]
		in.Ref = tw.refs[i]
		sends = sends && s.Lane == model.LaneLegacy && s.State.Live()
	}
	if err := tw.aside(in); err != nil {
		return err
	}
	want := machine.RefuseAsk
	if sends {
		want = machine.SendAsk
	}
	if a := tw.step.answered; len(a) != 1 || a[0].do != want {
		return tw.beside("a request to the client goes out only for a legacy call in flight", "rules C5, ladder 27", nil)
	}
	if sends {
		tw.asks = append(tw.asks, ask{ref: tw.step.answered[0].ref, parent: in.Ref, id: string(in.ID)})
	}
	return nil
}

// expectAsks says what the move that is being made means for the requests to
// the client.
func (tw *Twin) expectAsks(before *model.World) {
	m := tw.step.move
	for i := range tw.asks {
		a := &tw.asks[i]
		slot := tw.slotOf(a.parent)
		meant := a.meant
		a.meant = Read
		switch {
		case meant == Timeout:
			tw.expect(a, model.OutboundOnTimeout)
		case meant == Answer:
			tw.expect(a, model.OutboundOnResult)
		case meant == Refusal:
			tw.expect(a, model.OutboundOnError)
		case m.Kind == model.MoveEOF, m.Kind == model.MoveBroken, m.Kind == model.MoveDeadline:
			tw.expect(a, model.OutboundOnEOF)
		case slot >= 0 && m.Cancels() && int(m.Slot) == slot && before.Slots[slot].State != tw.world.Slots[slot].State:
			tw.expect(a, model.OutboundOnCallCancelled)
		}
	}
}

// expect moves a request to the client and notes what must be done about it.
func (tw *Twin) expect(a *ask, on model.OutboundEvent) {
	to, do, _ := model.Outbound.Step(a.state, on)
	a.state = to
	switch do {
	case model.OutboundDoResolve, model.OutboundDoFail:
		tw.step.wantAsks = append(tw.step.wantAsks, askAct{machine.SettleAsk, a.ref})
	case model.OutboundDoSendCancelled:
		tw.step.wantAsks = append(tw.step.wantAsks, askAct{machine.CancelAsk, a.ref})
	case model.OutboundDoLose:
		tw.step.wantAsks = append(tw.step.wantAsks, askAct{machine.LoseAsk, a.ref})
	}
}

// sameAsks: the order among them is free.
func (s *step) sameAsks() bool {
	byRef := func(a, b askAct) int { return int(int64(a.ref) - int64(b.ref)) }
	slices.SortFunc(s.asks, byRef)
	slices.SortFunc(s.wantAsks, byRef)
	return slices.Equal(s.asks, s.wantAsks)
}
