package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"
)

// compared drops what cannot be compared: functions.
var compared = cmpopts.IgnoreFields(Invariant{}, "For", "Holds")

// However many walk, the result is that of one, flaws and their traces included.
func TestWorkersDoNotChangeTheResult(t *testing.T) {
	for _, harm := range []func(*System){
		func(*System) {},
		func(s *System) { require.True(t, mutate(s, "Request: Answered/Event does SendEvent")) },
		func(s *System) { s.Request = dropped(s.Request, RequestCancelled, RequestOnResult) },
	} {
		sys := NewSystem(FirstFrame, false, policyRequests)
		sys.Beside = true
		harm(sys)
		want := Explore(sys, ExploreOptions{})
		for _, workers := range []int{2, 5} {
			require.Empty(t, cmp.Diff(want, Explore(sys, ExploreOptions{Workers: workers}), compared))
		}
	}
}

// What makes it sound to judge one of many like steps: every mutant is found by
// the same claim, at the same length, as when every step is judged.
func TestLikeStepsAreJudgedAlike(t *testing.T) {
	n := 0
	check := func(sys System) {
		n++
		short := Explore(&sys, ExploreOptions{Witnesses: []Witness{}})
		thorough := Explore(&sys, ExploreOptions{Witnesses: []Witness{}, Thorough: true})
		require.Empty(t, cmp.Diff(thorough, short, compared))
	}
	base := NewSystem(FirstFrame, false, 1)
	own := *base
	own.CustomListens, own.Queued = true, true
	check(*NewSystem(FirstFrame, false, policyRequests))
	base.Lifetime.Mutants(func(_ string, m *LifetimeTable) bool { s := *base; s.Lifetime = m; check(s); return true })
	base.Legacy.Mutants(func(_ string, m *LegacyTable) bool { s := *base; s.Legacy = m; check(s); return true })
	base.Request.Mutants(func(_ string, m *RequestTable) bool { s := own; s.Request = m; check(s); return true })
	require.Greater(t, n, 1000)
}

// What makes the symmetry sound, end to end: without it the walk reaches the
// same worlds and finds nothing either.
func TestReducedWalkIsTheFullOne(t *testing.T) {
	if policyRequests < 2 {
		t.Skip("there is nothing to swap")
	}
	sys := NewSystem(FirstFrame, false, policyRequests)
	invariants := Invariants(sys)
	swapped := func(w World) World { w.Slots[0], w.Slots[1] = w.Slots[1], w.Slots[0]; return w }
	seen, all := map[World]bool{sys.Start(): true}, []World{sys.Start()}
	full := map[World]bool{}
	visit := func(w World) {
		if !seen[w] {
			seen[w] = true
			all = append(all, w)
		}
	}
	for i := 0; i < len(all); i++ {
		c, _ := all[i].Canonical()
		full[c] = true
		for _, from := range []World{all[i], swapped(all[i])} { // Moves takes the first of what is equal
			sys.Successors(from, func(m Move, after World, out []Emission) {
				tr := Transition{Before: from, Move: m, After: after, Out: out}
				for _, v := range invariants {
					require.True(t, v.Holds(sys, &tr), v.Name)
				}
				visit(after)
			})
		}
	}
	reduced := map[World]bool{}
	for _, w := range reachable(sys) {
		reduced[w] = true
	}
	require.Greater(t, len(all), len(reduced))
	require.Len(t, full, len(reduced))
	for w := range reduced {
		require.True(t, full[w], "%v", w)
	}
}

func TestListensHavePlacesBesideTheRequests(t *testing.T) {
	sys := NewSystem(FirstFrame, false, 1)
	sys.Beside = true
	most := 0
	for _, w := range reachable(sys) {
		calls, listens := 0, 0
		w.each(func(s *Slot) bool {
			if s.Kind == KindListen {
				listens++
			} else {
				calls++
			}
			return true
		})
		require.LessOrEqual(t, calls, 1)
		require.LessOrEqual(t, w.Listens(), 2)
		if w.Listens() == 2 && calls == 1 {
			most++
		}
		require.LessOrEqual(t, calls+listens, 3)
	}
	require.NotZero(t, most)
	r := clean(t, "1 request, 2 listens", sys)
	require.Contains(t, r.Witnesses, "no listen slot is left")
}

// A run that ends too early, and one that goes round for ever, on a toy.
func TestProgressFindsBothWaysToFail(t *testing.T) {
	walk := func(edges map[int][]int) *search[int, int] {
		s := newSearch[int, int](0)
		s.run([]expand[int, int]{func(w *int, found func(int, int)) (int, *flaw[int]) {
			for _, to := range edges[*w] {
				found(to, to)
			}
			return len(edges[*w]), nil
		}}, 0, func(int) {})
		return s
	}
	claim := Claim{Name: "ends-in-3"}
	check := func(edges map[int][]int) *flaw[int] {
		return walk(edges).progress(claim, func(w *int, yield func(int, int)) {
			for _, to := range edges[*w] {
				yield(to, to)
			}
		}, func(w *int) bool { return *w == 3 })
	}
	require.Nil(t, check(map[int][]int{0: {1, 2}, 1: {3}, 2: {1, 3}}))
	require.Equal(t, &flaw[int]{claim: claim, node: 2}, check(map[int][]int{0: {1, 2}, 1: {3}}))
	require.Equal(t, &flaw[int]{claim: claim, node: 0, then: []int{2, 1, 2}}, check(map[int][]int{0: {2, 3}, 1: {2}, 2: {1, 3}}))
}
