package properties

import (
	"slices"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// decided is what the table of the negotiation calls an answer.
type decided struct {
	answer machine.Answer
	event  model.NegotiationEvent
}

var probeAnswers = []decided{
	{machine.AnswerDiscovered, model.NegotiationOnDiscovered}, {machine.AnswerLegacyOnly, model.NegotiationOnLegacyOnly},
	{machine.AnswerNoOverlap, model.NegotiationOnNoOverlap}, {machine.AnswerUnusable, model.NegotiationOnUnusable},
	{machine.AnswerUnmarked, model.NegotiationOnUnmarked}, {machine.AnswerVersionRefused, model.NegotiationOnVersionRefused},
	{machine.AnswerVersionsForeign, model.NegotiationOnVersionsForeign}, {machine.AnswerVersionsUnknown, model.NegotiationOnOtherError},
	{machine.AnswerModernError, model.NegotiationOnModernError}, {machine.AnswerOtherError, model.NegotiationOnOtherError},
}

var initializeAnswers = []decided{
	{machine.AnswerInitialized, model.NegotiationOnInitialized}, {machine.AnswerNotInitialized, model.NegotiationOnInitializeFailed},
	{machine.AnswerVersionRefused, model.NegotiationOnInitializeModern}, {machine.AnswerVersionsForeign, model.NegotiationOnInitializeFailed},
	{machine.AnswerOtherError, model.NegotiationOnInitializeFailed},
}

func answerInput(a machine.Answer, id uint64) machine.ClientInput {
	in := machine.ClientInput{On: machine.ClientOnError, Answer: a, ID: id}
	switch a {
	case machine.AnswerDiscovered, machine.AnswerLegacyOnly, machine.AnswerNoOverlap, machine.AnswerUnusable,
		machine.AnswerUnmarked, machine.AnswerInitialized, machine.AnswerNotInitialized:
		in.On = machine.ClientOnResult
	}
	if a == machine.AnswerDiscovered || a == machine.AnswerVersionRefused {
		in.Version = "2026-07-28"
	}
	return in
}

// steps are the actions by which a session shows what the negotiation did.
var steps = map[model.NegotiationEffect]machine.ClientDo{
	model.NegotiationDoProbe: machine.ClientDoProbe, model.NegotiationDoReprobe: machine.ClientDoReprobe,
	model.NegotiationDoInitialize:   machine.ClientDoInitialize,
	model.NegotiationDoSettleModern: machine.ClientDoSettleModern, model.NegotiationDoSettleLegacy: machine.ClientDoSettleLegacy,
	model.NegotiationDoFail: machine.ClientDoGiveUp, model.NegotiationDoApply: machine.ClientDoApply,
}

// negotiates plays an input on the table beside the session, and requires that
// the session takes the step that the table says.
func (w *ClientTwin) negotiates(e model.NegotiationEvent, in machine.ClientInput) {
	to, do, _ := model.Negotiation(w.opt.Mode).Step(w.state, e)
	acts := w.step(in)
	w.state = to
	for effect, action := range steps {
		i := slices.IndexFunc(acts, func(a machine.ClientAction) bool { return a.Do == action })
		if (i >= 0) != (do == effect) {
			w.broken("%v at %d: the table says effect %d, the session %v", in, e, do, acts)
		}
		if i >= 0 && acts[i].Ref != 0 {
			w.probe = acts[i].Ref
		}
	}
}
