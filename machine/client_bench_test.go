package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// aCall is the whole life of a call: admitted, written, answered.
func aCall(s *machine.ClientSession, buf []machine.ClientAction) {
	acts := s.Step(machine.ClientInput{On: machine.ClientOnCall, Kind: machine.KindCall}, buf[:0])
	acts = s.Step(machine.ClientInput{On: machine.ClientOnWrite, Ref: acts[0].Ref}, acts[:0])
	id := acts[0].ID
	s.Step(machine.ClientInput{On: machine.ClientOnResult, ID: id}, acts[:0])
}

func settledModern() *machine.ClientSession {
	s := probing(model.ModeAuto)
	s.Step(answerInput(machine.AnswerDiscovered, 1), nil)
	return s
}

func TestAClientsCallAllocatesNothing(t *testing.T) {
	s, buf := settledModern(), make([]machine.ClientAction, 0, 8)
	require.Zero(t, testing.AllocsPerRun(1000, func() { aCall(s, buf) }))
}

func BenchmarkClientCall(b *testing.B) {
	s, buf := settledModern(), make([]machine.ClientAction, 0, 8)
	b.ReportAllocs()
	for b.Loop() {
		aCall(s, buf)
	}
}
