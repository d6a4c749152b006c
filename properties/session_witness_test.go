package properties

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// A property that never gets where it matters holds for the want of anything
// happening. The seeds are fixed, so that this cannot fail by chance.
func TestInterleavingsGetWhereItMatters(t *testing.T) {
	if raced {
		t.Skip("nothing here races")
	}
	moves := Moves()
	variants(func(name string, opt machine.ServerOptions) {
		if opt.SilentFaults { // the tight variants lack the room for some
			return
		}
		t.Run(name, func(t *testing.T) {
			missing := model.Witnesses(NewTwin(opt).sys)
			runs := 0
			for ; runs < 20_000 && len(missing) > 0; runs++ {
				tw := NewTwin(opt)
				tw.saw = func(tr *model.Transition) {
					missing = slices.DeleteFunc(missing, func(w model.Witness) bool { return w.Seen(tw.sys, tr) })
				}
				require.NoError(t, tw.PlayAll(moves.Example(runs)))
			}
			for _, w := range missing {
				t.Errorf("never seen: %s", w.Name)
			}
			t.Logf("everything was seen after %d runs", runs)
		})
	})
}
