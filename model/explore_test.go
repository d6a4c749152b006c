package model

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// clean walks sys and requires that nothing is broken and everything was seen.
func clean(t *testing.T, name string, sys *System) Result {
	t.Helper()
	begin := time.Now()
	r := Explore(sys, ExploreOptions{})
	took := time.Since(begin)
	t.Logf("%s: %d worlds, %d steps, depth %d, %v, %.0f steps/s", name, r.States, r.Edges, r.Depth, took.Round(time.Millisecond), float64(r.Edges)/took.Seconds())
	if r.Broken != nil {
		t.Fatal(r.Broken)
	}
	require.False(t, r.Limited)
	require.Empty(t, r.Missing, "never seen")
	return r
}

func TestEveryInterleavingOfTheDefaultPolicy(t *testing.T) {
	last := 0
	for n := 1; n <= worldRequests; n++ {
		if n == 4 && testing.Short() {
			t.Skip("four requests take some seconds")
		}
		r := clean(t, fmt.Sprint(n, " requests"), NewSystem(FirstFrame, false, n))
		require.Greater(t, r.States, last)
		last = r.States
	}
}

func TestEveryInterleavingOfEveryPolicy(t *testing.T) {
	for _, p := range Policies() {
		for _, grace := range []bool{false, true} {
			if grace && p != FirstFrame && p != FirstSuccess {
				continue
			}
			for _, variant := range []struct {
				name string
				set  func(*System)
			}{
				{"", func(*System) {}},
				{"silent legacy cancel", func(s *System) { s.SilentLegacyCancel = true }},
				{"listens with handlers, queued calls", func(s *System) { s.CustomListens, s.Queued = true, true }},
				{"one listen", func(s *System) { s.Listens = 1 }},
			} {
				sys := NewSystem(p, grace, policyRequests)
				variant.set(sys)
				clean(t, fmt.Sprint(sys.Era.Name, " ", variant.name), sys)
			}
		}
	}
}

func TestLimitStopsTheWalk(t *testing.T) {
	r := Explore(NewSystem(FirstFrame, false, 2), ExploreOptions{Limit: 100})
	require.True(t, r.Limited)
	require.GreaterOrEqual(t, r.States, 100)
	require.Less(t, r.States, 200)
	require.Nil(t, r.Broken)
	require.NotEmpty(t, r.Missing)
}

func TestWhatIsNeverSeenIsReported(t *testing.T) {
	sys := NewSystem(FirstFrame, false, 1)
	sys.Listens = 0 // no listen is ever acknowledged
	r := Explore(sys, ExploreOptions{})
	require.Nil(t, r.Broken)
	require.Contains(t, r.Missing, "a listen is acknowledged")
	require.Contains(t, r.Missing, "an acknowledgement locks")
	require.NotContains(t, r.Missing, "progress locks")
	require.Equal(t, 2, r.Witnesses["progress locks"])
}
