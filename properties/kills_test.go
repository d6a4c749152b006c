package properties

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// doomed is a mutant with what runs the suite against it.
type doomed struct {
	side             string // server or client
	name, rule, seen string
	by               string // a property that has to fail
	check            func(...Option) *Report
}

func allDoomed() (all []doomed) {
	for _, m := range mutantServers() {
		all = append(all, doomed{"server", m.name, m.rule, m.seen, m.by, func(o ...Option) *Report {
			o = append([]Option{tools, Strict(), Policy(model.FirstFrame, false), Within(forever), Patience(2 * time.Minute)}, o...)
			return CheckServer(dialMutant(m.fresh), o...)
		}})
	}
	for _, m := range mutantClients() {
		all = append(all, doomed{"client", m.name, m.rule, m.seen, m.by, func(o ...Option) *Report {
			o = append([]Option{Strict(), Within(forever), CallTimeout(5 * time.Second), ProbeTimeout(5 * time.Second), Patience(5 * time.Second)}, o...)
			return CheckClient(m.b.dial(), o...)
		}})
	}
	return all
}

// judge runs the suite in a bubble, where waiting is free, and stays until those
// have gone that do not want to.
func (d doomed) judge(t *testing.T, options ...Option) (r *Report) {
	synctest.Test(t, func(*testing.T) {
		r = d.check(options...)
		time.Sleep(24 * time.Hour)
	})
	return r
}

// The property that each mutant names kills it, alone, and within 30 s.
func TestSuitesKillEveryMutant(t *testing.T) {
	for _, d := range allDoomed() {
		t.Run(d.side+"/"+d.name, func(t *testing.T) {
			if d.by == "" {
				t.Fatalf("no property is named; these fail: %v", d.judge(t).Failures)
			}
			f := d.judge(t, Only(d.by)).Failed(d.by)
			require.NotNil(t, f, "nobody noticed: %s, %s", d.rule, d.seen)
			t.Logf("run %d, %d steps: %v", f.Run, f.Steps, f.Err)
		})
	}
}

// There are as many as there have to be, and no two of one name.
func TestThereAreEnoughMutants(t *testing.T) {
	names, kills, count := map[string]bool{}, map[string]int{}, map[string]int{}
	for _, d := range allDoomed() {
		require.False(t, names[d.side+d.name], d.name)
		names[d.side+d.name] = true
		count[d.side]++
		kills[d.by]++
	}
	require.GreaterOrEqual(t, count["server"], 25)
	require.GreaterOrEqual(t, count["client"], 15)
	t.Logf("%d server and %d client mutants; by property: %v", count["server"], count["client"], kills)
}
