package properties

import (
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// line is a line of class c. id is what the session is told to be its id: of a
// cancel, the id that it names. old goes with an initialize.
func (tw *Twin) line(c model.Class, id string, old bool) error {
	if id == "" && (c.Request() || c == model.ClassCancelled) {
		return nil
	}
	in := machine.Input{Kind: machine.FrameRead, Class: c, OldSchema: old}
	if id != "" {
		in.ID = []byte(id)
	}
	switch {
	case tw.world.InputEnded:
		return nil
	case tw.world.Life == model.LifetimeClosed:
		return tw.deaf(in)
	case c == model.ClassBlank:
		return tw.aside(in)
	case c < model.ClassResponse && tw.mute(id):
		return tw.advance(model.Move{Kind: model.MoveMuteFault, Slot: -1}, in)
	}
	m, ok := tw.reading(c, id)
	if !ok {
		return nil
	}
	return tw.advance(m, in)
}

// mute reports whether a line that is no message gets no answer: where no
// answer without an id is legal, or the host wants none (decisions A2, A3).
func (tw *Twin) mute(id string) bool {
	return id == "" && (tw.opt.SilentFaults || tw.old && tw.world.Era == model.EraLegacy)
}

// deaf is an input that a closed connection must not react to.
func (tw *Twin) deaf(in machine.Input) error {
	tw.played++
	if acts := tw.ses.Step(in, nil); len(acts) > 0 {
		return tw.beside("a closed connection is deaf", "decisions C3", acts)
	}
	return nil
}

// end is one of the ways in which a connection ends.
func (tw *Twin) end(k MoveKind) error {
	if tw.world.Life == model.LifetimeClosed {
		return nil
	}
	m, in := model.Move{Slot: -1}, machine.Input{}
	switch k {
	case EOF:
		if tw.world.InputEnded {
			return nil
		}
		m.Kind, in.Kind = model.MoveEOF, machine.EndOfInput
	case Close:
		m.Kind, in.Kind = model.MoveClose, machine.CloseAsked
	case Deadline:
		if tw.world.Life != model.LifetimeDraining {
			return nil
		}
		m.Kind, in.Kind = model.MoveDeadline, machine.DeadlineHit
	default:
		m.Kind, in.Kind = model.MoveBroken, machine.OutputBroken
	}
	return tw.advance(m, in)
}
