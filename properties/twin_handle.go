package properties

import (
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// handler is a step of a running handler; one that sends may have returned
// already.
func (tw *Twin) handler(k MoveKind, nth int) error {
	i := tw.pick(nth, func(s model.Slot) bool {
		return s.Kind == model.KindCall && (s.Has(model.MarkHandler) || k == Progress && s.State.Settled())
	})
	if i < 0 {
		return nil
	}
	m, in := model.Move{Slot: int8(i)}, machine.Input{Ref: tw.refs[i]}
	switch k {
	case Progress:
		m.Kind, in.Kind = model.MoveFrame, machine.Emitted
	case Result:
		m.Kind, in.Kind = model.MoveResult, machine.Finished
	default:
		m.Kind, in.Kind = model.MoveError, machine.Failed
	}
	if k != Progress {
		tw.seen.Slots[i].Marks &^= model.MarkHandler
	}
	return tw.advance(m, in)
}

// hub is a step of the hub about a listen; a change may race its end.
func (tw *Twin) hub(k MoveKind, nth int) error {
	i := tw.pick(nth, func(s model.Slot) bool {
		if s.Kind != model.KindListen {
			return false
		}
		return s.State == model.RequestAcknowledged || k == Change && (s.Has(model.MarkAcked) || s.Done())
	})
	if i < 0 {
		return nil
	}
	m, in := model.Move{Slot: int8(i)}, machine.Input{Ref: tw.refs[i]}
	switch k {
	case Change:
		m.Kind, in.Kind = model.MoveEvent, machine.Happened
	case EndListen:
		m.Kind, in.Kind = model.MoveCloseListen, machine.ListenClosed
	default:
		m.Kind, in.Kind = model.MoveSever, machine.ListenFailed
	}
	return tw.advance(m, in)
}

// speak is what belongs to no request that the model knows: a change for a
// legacy client, and what was forgotten and still speaks. The model stands still.
func (tw *Twin) speak(k MoveKind, nth int) error {
	if k == Leftover {
		if len(tw.ghosts) == 0 {
			return nil
		}
		ref := tw.ghosts[nth%len(tw.ghosts)]
		for _, kind := range [...]machine.InputKind{machine.Emitted, machine.Happened, machine.Finished, machine.Failed, machine.ListenClosed, machine.ListenFailed} {
			if err := tw.aside(machine.Input{Kind: kind, Ref: ref}); err != nil {
				return err
			}
		}
		return nil
	}
	err := tw.aside(machine.Input{Kind: machine.Announced})
	if err != nil {
		return err
	}
	_, do, _ := model.LegacySession.Step(tw.world.Legacy, model.LegacyOnNotify)
	want := 0
	if do == model.LegacyDoSend && tw.world.Life == model.LifetimeServing {
		want = 1
	}
	if tw.step.announced != want {
		return tw.beside("a legacy client is told of a change from notifications/initialized to the drain", "S-RES-10, S-LIFE-2", nil)
	}
	return nil
}

// aside feeds what the model knows nothing of: nothing may move.
func (tw *Twin) aside(in machine.Input) error {
	tw.start(model.Move{Kind: model.MoveWrite, Slot: -1}).aside = true
	tw.want = tw.want[:0]
	tw.expectAsks(&tw.world)
	tw.feed(in)
	return tw.compare(tw.world)
}
