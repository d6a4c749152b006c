package specnotes

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// A policy keeps what it promises, and no two policies keep the same.
func TestPoliciesKeepWhatTheyPromise(t *testing.T) {
	all := claims()
	seen := map[string]model.Policy{}
	for _, p := range model.Policies() {
		v := tried(p, all)
		var broken []string
		for _, c := range all {
			x := v.broken[c.Name]
			if x == nil {
				continue
			}
			broken = append(broken, c.Name)
			require.NotContains(t, c.policies, p.String(), "%s breaks its own %s", p, c.Name)
			require.Equal(t, c.Name, x.Invariant.Name)
			require.NotEmpty(t, x.Trace)
		}
		require.NotEmpty(t, broken)
		key := strings.Join(broken, " ")
		require.NotContains(t, seen, key, "%s is %s", p, seen[key])
		seen[key] = p
	}
}

// No shorter exchange breaks it: the explorer finds none when it stops earlier.
func TestCounterexamplesAreShortest(t *testing.T) {
	all := claims()
	v := tried(model.FirstSuccess, all)
	require.NotEmpty(t, v.broken)
	for name, x := range v.broken {
		i := slices.IndexFunc(all, func(c claim) bool { return c.Name == name })
		alone := model.Explore(model.NewSystem(model.FirstSuccess, false, policyRequests),
			model.ExploreOptions{Invariants: []model.Invariant{all[i].Invariant}, Witnesses: []model.Witness{}})
		require.Len(t, alone.Broken.Trace, len(x.Trace), name)
	}
}

func TestHandiestIsPlain(t *testing.T) {
	d := handiest(between(model.FirstFrame, model.FirstSuccess, model.Roughly))
	require.Equal(t, "listen; initialize", conversation(d))
	require.Equal(t, "acknowledgement; error -32022", exchange(d.A))
	d = handiest(between(model.FirstFrame, model.OpeningRequest, model.Exactly))
	require.Equal(t, "bare discover", conversation(d))
}
