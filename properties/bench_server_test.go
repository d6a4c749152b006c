package properties

import (
	"testing"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// BenchmarkInterleavings is the real server in a bubble on the interleavings
// that the property plays, each on a connection of its own, with the model
// beside it and the whole output compared after every act.
func BenchmarkInterleavings(b *testing.B) {
	for name, st := range map[string]server.Strategy{"goroutines": server.Goroutines, "adaptive": server.Adaptive} {
		b.Run(name, func(b *testing.B) {
			var all [][]act
			g := acts()
			for seed := range 1000 {
				all = append(all, g.Example(seed))
			}
			r := newRig(model.FirstFrame, false, st)
			played, n := 0, 0
			asTest(func(t *testing.T) {
				for b.Loop() {
					a := all[n%len(all)]
					if err := r.play(t, a); err != nil {
						b.Fatal(err)
					}
					n++
					played += len(a)
				}
			})
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "interleavings/s")
			b.ReportMetric(float64(played)/float64(n), "acts/interleaving")
		})
	}
}

// asTest runs f with the *testing.T that a bubble needs and a benchmark lacks.
func asTest(f func(*testing.T)) {
	testing.RunTests(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: "benchmark", F: f}})
}
