package properties

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// The real server, over real JSON, agrees with the model whatever is done to it.
func TestServerAgreesWithTheModel(t *testing.T) {
	for _, c := range []struct {
		name     string
		policy   model.Policy
		grace    bool
		strategy server.Strategy
	}{
		{"a goroutine a call", model.FirstFrame, false, server.Goroutines},
		{"handlers in place", model.FirstFrame, false, server.Adaptive},
		{"with grace", model.FirstFrame, true, server.Goroutines},
		{"first success", model.FirstSuccess, false, server.Goroutines},
		{"opening request", model.OpeningRequest, false, server.Goroutines},
		{"probe window", model.ProbeWindow, false, server.Goroutines},
		{"concurrent", model.Concurrent, false, server.Goroutines},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, g := newRig(c.policy, c.grace, c.strategy), acts()
			runs, done, start := 0, 0, time.Now()
			rapid.Check(t, func(rt *rapid.T) {
				a := g.Draw(rt, "acts")
				runs, done = runs+1, done+len(a)
				if err := r.play(t, a); err != nil {
					rt.Fatalf("%v", err)
				}
			})
			t.Logf("%.0f interleavings/s of %d acts on average", float64(runs)/time.Since(start).Seconds(), done/runs)
		})
	}
}
