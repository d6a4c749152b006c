package machine_test

import "github.com/eralock/eralock/machine"

// answerInput is the answer a to the probe or the initialize with an id.
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
