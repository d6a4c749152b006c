package properties

import (
	"sync/atomic"
	"testing"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// BenchmarkInterleavings is the real server in a bubble on the interleavings
// that the property plays, each on a connection of its own, with the model
// beside it and the whole output compared after every act. There are as many
// bubbles at a time as processors.
func BenchmarkInterleavings(b *testing.B) {
	for name, st := range map[string]server.Strategy{"goroutines": server.Goroutines, "adaptive": server.Adaptive} {
		b.Run(name, func(b *testing.B) {
			var all [][]act
			g := acts()
			for seed := range 1000 {
				all = append(all, g.Example(seed))
			}
			var n, played atomic.Int64
			b.ResetTimer()
			asTest(func(t *testing.T) {
				b.RunParallel(func(pb *testing.PB) {
					r := newRig(model.FirstFrame, false, st)
					for pb.Next() {
						a := all[int(n.Add(1))%len(all)]
						if err := r.play(t, a); err != nil {
							b.Error(err)
							return
						}
						played.Add(int64(len(a)))
					}
				})
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "interleavings/s")
			b.ReportMetric(float64(played.Load())/float64(b.N), "acts/interleaving")
		})
	}
}

// asTest runs f with the *testing.T that a bubble needs and a benchmark lacks.
func asTest(f func(*testing.T)) {
	testing.RunTests(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: "benchmark", F: f}})
}
