package model

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// reachable lists the canonical worlds of sys.
func reachable(sys *System) []World {
	start, _ := sys.Start().Canonical()
	all, seen := []World{start}, map[World]bool{start: true}
	for i := 0; i < len(all); i++ {
		sys.Successors(all[i], func(_ Move, after World, _ []Emission) {
			if w, _ := after.Canonical(); !seen[w] {
				seen[w] = true
				all = append(all, w)
			}
		})
	}
	return all
}

// smallSystem has every feature and few enough worlds to try them all.
func smallSystem() *System {
	sys := NewSystem(FirstFrame, false, policyRequests)
	sys.CustomListens, sys.Queued = true, true
	return sys
}

// shuffles are some renumberings: slot i becomes slot at[i].
var shuffles = [][MaxRequests]int{{1, 0, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1, 0}, {2, 4, 0, 6, 5, 3, 1}}

func shuffled(w World, at [MaxRequests]int) World {
	s := w
	for i, to := range at {
		s.Slots[to] = w.Slots[i]
	}
	return s
}

func TestCanonicalIsOneOfManyNumberings(t *testing.T) {
	for _, w := range reachable(smallSystem()) {
		again, order := w.Canonical()
		require.Equal(t, w, again)
		require.Equal(t, Order{0, 1, 2, 3, 4, 5, 6}, order)
		for _, at := range shuffles {
			other, order := shuffled(w, at).Canonical()
			require.Equal(t, w, other)
			for i, from := range order {
				require.Equal(t, w.Slots[i], shuffled(w, at).Slots[from])
			}
		}
	}
}

// What makes the symmetry sound: a step does the same under every numbering.
func TestStepsDoNotKnowNumbers(t *testing.T) {
	sys := smallSystem()
	var buf [2 * MaxRequests]Emission
	for _, w := range reachable(sys) {
		sys.Successors(w, func(m Move, after World, out []Emission) {
			for _, at := range shuffles {
				there := m
				if m.Slot >= 0 {
					there.Slot = int8(at[m.Slot])
				}
				renumbered, outThere := sys.Step(shuffled(w, at), there, buf[:0])
				if shuffled(after, at) != renumbered || len(outThere) != len(out) {
					t.Fatalf("%v in %+v", m, w)
				}
			}
		})
	}
}

// What makes forgetting sound: what is done says nothing any more.
func TestWhatIsDoneSaysNothing(t *testing.T) {
	sys, done := smallSystem(), 0
	check := func(_ Move, w World, _ []Emission) {
		for i := range w.Slots {
			if !w.Slots[i].Done() {
				continue
			}
			done++
			for k := MoveFrame; k <= MoveEvent; k++ {
				after, out := sys.Step(w, Move{Kind: k, Slot: int8(i)}, nil)
				if after != w || len(out) > 0 {
					t.Fatalf("slot %d in %+v", i, w)
				}
			}
		}
	}
	for _, w := range reachable(sys) {
		sys.Successors(w, check)
	}
	require.NotZero(t, done)
}

func TestMovesAreDistinct(t *testing.T) {
	sys := smallSystem()
	for _, w := range reachable(sys) {
		seen := map[Move]bool{}
		sys.Moves(&w, func(m Move) {
			require.False(t, seen[m], m)
			seen[m] = true
		})
	}
}

func TestWorldIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(World{}), uintptr(40)) // a walk holds every world that it reached
}

func TestStepDoesNotAllocate(t *testing.T) {
	sys := NewSystem(FirstFrame, false, 2)
	w := sys.Start()
	buf := make([]Emission, 0, 8)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		x, _ := sys.Step(w, Move{Kind: MoveRead, Class: ClassListen, Slot: 0}, buf)
		sys.Step(x, Move{Kind: MoveEOF, Slot: -1}, buf)
	}))
}

func BenchmarkStep(b *testing.B) {
	sys := NewSystem(FirstFrame, false, 2)
	w, _ := sys.Step(sys.Start(), Move{Kind: MoveRead, Class: ClassEnveloped, Slot: 0}, nil)
	buf := make([]Emission, 0, 8)
	b.ReportAllocs()
	for b.Loop() {
		sys.Step(w, Move{Kind: MoveFrame, Slot: 0}, buf)
	}
}

func BenchmarkExplore(b *testing.B) {
	edges := 0
	for b.Loop() {
		edges += Explore(NewSystem(FirstFrame, false, 3), ExploreOptions{}).Edges
	}
	b.ReportMetric(float64(edges)/b.Elapsed().Seconds(), "steps/s")
}
