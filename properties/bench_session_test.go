package properties

import (
	"testing"

	"github.com/eralock/eralock/machine"
)

// recorded is one thing that a session was fed: an input, or, with an empty
// one, the handle of a request whose answer was written.
type recorded struct {
	in      machine.Input
	written machine.Ref
}

// record plays generated interleavings and keeps what the sessions were fed.
// The handles are the same when another session is fed the same.
func record(opt machine.ServerOptions, runs int) (all [][]recorded) {
	moves := Moves()
	for seed := range runs {
		var run []recorded
		tw := NewTwin(opt)
		tw.fed = func(in machine.Input, written machine.Ref) { run = append(run, recorded{in, written}) }
		if err := tw.PlayAll(moves.Example(seed)); err != nil {
			panic(err)
		}
		all = append(all, run)
	}
	return all
}

// BenchmarkSessionSteps is the bare session on the interleavings that the
// property plays, without model and comparison.
func BenchmarkSessionSteps(b *testing.B) {
	opt := machine.ServerOptions{MaxListens: 2}
	runs := record(opt, 2000)
	steps, next := 0, 0
	var buf []machine.Action
	b.ReportAllocs()
	for b.Loop() {
		ses := machine.NewServerSession(opt)
		for _, r := range runs[next] {
			if r.written != 0 {
				ses.Written(r.written)
			} else {
				buf = ses.Step(r.in, buf[:0])
			}
		}
		steps += len(runs[next])
		next = (next + 1) % len(runs)
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}

// BenchmarkTwin is the same with the model beside it.
func BenchmarkTwin(b *testing.B) {
	var all [][]Move
	moves := Moves()
	for seed := range 2000 {
		all = append(all, moves.Example(seed))
	}
	played, next := 0, 0
	for b.Loop() {
		tw := NewTwin(machine.ServerOptions{MaxListens: 2})
		if err := tw.PlayAll(all[next]); err != nil {
			b.Fatal(err)
		}
		played += tw.Played()
		next = (next + 1) % len(all)
	}
	b.ReportMetric(float64(played)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkGenerate(b *testing.B) {
	moves := Moves()
	n, seed := 0, 0
	for b.Loop() {
		n += len(moves.Example(seed))
		seed++
	}
	b.ReportMetric(float64(n)/float64(seed), "moves/run")
}
