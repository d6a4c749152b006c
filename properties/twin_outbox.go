package properties

import (
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// refusals are the frames behind the session's reasons.
var refusals = [...]model.Frame{
	machine.ByClass: model.FrameClassRefusal, machine.LateInitialize: model.FrameLate, machine.Repeated: model.FrameRepeated,
	machine.ClaimedInitialize: model.FrameClaim, machine.Envelope: model.FrameEnvelope, machine.NoEnvelope: model.FrameBare,
	machine.NoHandshake: model.FrameTeach, machine.UnknownMethod: model.FrameMethod, machine.DuplicateID: model.FrameDuplicate,
	machine.Draining: model.FrameDraining, machine.Busy: model.FrameBusy, machine.NoListenSlot: model.FrameNoListenSlot,
}

// send is the frame that goes with an input.
func (tw *Twin) send(in machine.Input, a machine.Action) {
	switch in.Kind {
	case machine.Announced:
		tw.step.announced++
	case machine.Acknowledged:
		if i := tw.slotOf(a.Ref); i >= 0 {
			tw.seen.Slots[i].Marks |= model.MarkAcked
		}
		tw.add(a, model.FrameAcknowledgement, false)
	case machine.Emitted:
		tw.add(a, model.FrameProgress, false)
	case machine.Happened:
		tw.add(a, model.FrameEvent, false)
	case machine.Finished:
		tw.add(a, tw.resultOf(a.Ref), true)
	case machine.Failed:
		tw.add(a, model.FrameError, true)
	default:
		tw.step.stray = "Send, though nothing was offered to be sent"
	}
}

func (tw *Twin) resultOf(ref machine.Ref) model.Frame {
	if i := tw.slotOf(ref); i >= 0 {
		switch tw.world.Slots[i].Kind {
		case model.KindDiscover:
			return model.FrameDiscoverResult
		case model.KindInitialize:
			return model.FrameInitializeResult
		case model.KindPing:
			return model.FramePong
		}
	}
	return model.FrameResult
}

// add appends a frame to the outbox. The classifier's refusal of a handshake
// has a name of its own in the model.
func (tw *Twin) add(a machine.Action, f model.Frame, final bool) {
	e := entry{ref: a.Ref, slot: tw.slotOf(a.Ref), frame: f}
	out := model.Emission{Frame: f, Slot: int8(e.slot)}
	if e.slot >= 0 {
		s := &tw.seen.Slots[e.slot]
		out.Lane = a.Lane
		e.pinned = a.Pin && a.Lane == machine.ModernLane
		if f == model.FrameClassRefusal && tw.step.move.Class == model.ClassBadInitialize {
			out.Frame = model.FrameBadHandshake
		}
		if final && s.Has(model.MarkEnded) {
			s.Marks |= model.MarkTwice
		}
		if final {
			s.Marks |= model.MarkEnded
		}
	} else if a.Ref != 0 {
		tw.step.stray = a.Do.String() + " for a request that is not known"
	}
	tw.outbox = append(tw.outbox, e)
	tw.step.out = append(tw.step.out, out)
}

// retract takes back what is unsent and not pinned.
func (tw *Twin) retract(ref machine.Ref) {
	kept := tw.outbox[:0]
	for _, e := range tw.outbox {
		if e.ref != ref || e.pinned {
			kept = append(kept, e)
			continue
		}
		if e.slot >= 0 && e.frame.Last() {
			tw.seen.Slots[e.slot].Marks &^= model.MarkEnded
		}
	}
	tw.outbox = kept
}

const queued = model.MarkQueued | model.MarkWaiting | model.MarkPinned

// mark is how the model remembers that e waits.
func (e *entry) mark() model.Marks {
	switch {
	case e.pinned:
		return model.MarkPinned
	case e.frame.Last():
		return model.MarkWaiting
	}
	return model.MarkQueued
}

// waiting marks the slots by what waits in the outbox.
func (tw *Twin) waiting(w *model.World) {
	for i := range w.Slots {
		w.Slots[i].Marks &^= queued
	}
	for i := range tw.outbox {
		if e := &tw.outbox[i]; e.slot >= 0 {
			w.Slots[e.slot].Marks |= e.mark()
		}
	}
}

// handOver hands the first n frames to the operating system.
func (tw *Twin) handOver(n int) {
	for _, e := range tw.outbox[:n] {
		if e.slot < 0 || !e.frame.Last() {
			continue
		}
		if tw.fed != nil {
			tw.fed(machine.Input{}, e.ref)
		}
		if tw.ses.Written(e.ref) {
			tw.freed[e.slot] = true
		}
	}
	tw.outbox = append(tw.outbox[:0], tw.outbox[n:]...)
}

// write is a write of all that waits, or of its first n frames. The second is
// no move of the model: there, what is left waits since a write in between.
func (tw *Twin) write(n int) error {
	switch {
	case tw.world.OutputClosed || len(tw.outbox) == 0:
		return nil
	case n == 0 || n >= len(tw.outbox):
		n = len(tw.outbox)
	}
	s := tw.start(model.Move{Kind: model.MoveWrite, Slot: -1})
	before := tw.world
	tw.handOver(n)
	tw.world, tw.want = tw.sys.Step(before, s.move, tw.want[:0])
	tw.waiting(&tw.world) // what is left
	return tw.compare(before)
}
