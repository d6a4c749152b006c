package properties

import (
	"fmt"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// judgeBeside checks what a session must do beside the frames that the model
// speaks of.
func (tw *Twin) judgeBeside(before model.World) error {
	s := &tw.step
	locks := before.Era != tw.world.Era && tw.world.Era >= model.EraLegacy
	drains := before.Life == model.LifetimeServing && tw.world.Life == model.LifetimeDraining
	switch {
	case s.stray != "":
		return tw.beside("every action is about something that happened", "decisions E2", nil)
	case s.locked != locks:
		return tw.beside("a lock is reported when it is taken, once", "rules A5", nil)
	case s.drain != drains:
		return tw.beside("a drain begins once", "decisions C3", nil)
	case s.deliver != tw.delivers(&before):
		return tw.beside("a notification is delivered where its era has it", "ladder 27 and 32", nil)
	case s.announced > 0 && len(s.out) > 0:
		return tw.beside("a change for a legacy client moves nothing", "S-RES-10", nil)
	case !s.sameAsks():
		return tw.beside("requests to the client are settled once, and cancelled with the call that asked", "decisions C2, rules C6", s.asks)
	}
	return tw.judgeSlots()
}

// delivers: the era decides, and a draining connection drops.
func (tw *Twin) delivers(before *model.World) bool {
	m := tw.step.move
	if m.Kind != model.MoveRead || m.Class < model.ClassInitialized || before.Life != model.LifetimeServing {
		return false
	}
	if m.Class == model.ClassCancelled || m.Class == model.ClassBadCancelled {
		return false
	}
	on, _ := model.EraEventOf(m.Class)
	_, do, _ := tw.sys.Era.Step(before.Era, on)
	return do == model.EraDoDeliver
}

// judgeSlots checks that contexts end with their requests, and that nothing is
// held which the model has let go.
func (tw *Twin) judgeSlots() error {
	for i := range tw.world.Slots {
		s := &tw.world.Slots[i]
		if tw.refs[i] == 0 {
			continue
		}
		silent := s.State == model.RequestCancelled && s.Has(model.MarkHandler)
		if silent && !tw.ended[i] || tw.ended[i] && s.State.Live() {
			return tw.beside("the context of a handler ends when its request does, and not before", "S-CANCEL-2, decisions C3", nil)
		}
		if tw.world.OutputClosed {
			continue
		}
		_, held := tw.ses.State(tw.refs[i])
		if settled := s.State.Settled() && (s.State == model.RequestDropped || s.Marks&queued == 0); held == settled {
			return tw.beside("a request is forgotten when it is silent and settled, or its answer is written", "decisions C1", nil)
		}
	}
	return nil
}

// beside is a disagreement about something that the model does not name.
func (tw *Twin) beside(says, ref string, detail any) error {
	if detail != nil {
		tw.step.stray += fmt.Sprintf(" %v", detail)
	}
	return tw.disagree(model.Invariant{Name: "beside the model", Says: says + ".", Ref: ref})
}

func (a askAct) String() string { return fmt.Sprintf("%s %d", a.do, machine.Ref(a.ref).Slot()) }
