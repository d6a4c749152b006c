package properties

import (
	"testing"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// variants are the options that a session is played with, for each policy.
func variants(yield func(string, machine.ServerOptions)) {
	for _, p := range model.Policies() {
		for _, grace := range []bool{false, true} {
			if grace && p != model.FirstFrame && p != model.FirstSuccess {
				continue
			}
			name := p.String()
			if grace {
				name += " with grace"
			}
			yield(name, machine.ServerOptions{Policy: p, DiscoverGrace: grace, MaxListens: 2, MaxInFlight: 4})
			yield(name+", tight", machine.ServerOptions{Policy: p, DiscoverGrace: grace, MaxListens: 1, MaxInFlight: 2, SilentLegacyCancel: true, SilentFaults: true})
		}
	}
}

func TestSessionAgreesWithTheModel(t *testing.T) {
	variants(func(name string, opt machine.ServerOptions) {
		t.Run(name, func(t *testing.T) { Session(t, opt) })
	})
	t.Run("no listens", func(t *testing.T) { Session(t, machine.ServerOptions{MaxListens: -1}) })
}
