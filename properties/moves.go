package properties

import (
	"math/bits"
	"slices"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/model"
)

// Moves generates interleavings: frames of every class from both eras, ids that
// collide and are reused, and everything else that can happen, at any point.
// What ends a connection is rare, or nothing would follow.
func Moves() *rapid.Generator[[]Move] {
	kind := evenly(weighted(map[MoveKind]int{
		Read: 160, Cancel: 24, Write: 20, Result: 20, Fail: 12, Progress: 20, Change: 16, EndListen: 6, Overflow: 6, Announce: 4,
		Ask: 16, AskPing: 4, Answer: 8, Refusal: 4, Timeout: 4, Leftover: 4, EOF: 2, Close: 2, Deadline: 16, Broken: 1,
	}))
	class := evenly(classes())
	id := rapid.SampledFrom([]string{"n1", "n0", "s1", "s", "n9007199254740993", "s\u2028", "n7", ""})
	nth := rapid.IntRange(0, 3)
	move := rapid.Custom(func(t *rapid.T) Move {
		m := Move{Kind: kind.Draw(t, "kind")}
		if m.Kind == Read {
			m.Class, m.ID = class.Draw(t, "class"), id.Draw(t, "id")
			m.Old = m.Class == model.ClassInitialize && rapid.Bool().Draw(t, "old")
			return m
		}
		m.Nth = nth.Draw(t, "nth")
		return m
	})
	// Slices of slices are longer, about fifty moves, and shrink in larger bites.
	return joined(rapid.SliceOfN(joined(rapid.SliceOf(rapid.SliceOf(move))), 0, 4))
}

func joined(parts *rapid.Generator[[][]Move]) *rapid.Generator[[]Move] {
	return rapid.Map(parts, func(all [][]Move) []Move { return slices.Concat(all...) })
}

func weighted(weights map[MoveKind]int) (all []MoveKind) {
	for k := range MoveKind(MoveKinds) {
		for range weights[k] {
			all = append(all, k)
		}
	}
	return all
}

// evenly draws from a table as its entries are spread. rapid prefers small
// numbers, and so the beginning of a slice: multiples of the golden ratio are
// spread evenly, however small they are. 0 is the first entry: that is what
// shrinking leads to.
func evenly[E any](table []E) *rapid.Generator[E] {
	const golden = 0x9E3779B97F4A7C15
	return rapid.Map(rapid.Uint64(), func(u uint64) E {
		i, _ := bits.Mul64(u*golden, uint64(len(table)))
		return table[i]
	})
}

// classes are the classes of frames; the ones that make something last come
// more often. The response is one that nobody waits for: the others are moves of
// their own.
func classes() (all []model.Class) {
	often := []model.Class{model.ClassEnveloped, model.ClassBare, model.ClassListen, model.ClassInitialize, model.ClassDiscover}
	for range 4 {
		all = append(all, often...)
	}
	for c := range model.Class(model.Classes) {
		all = append(all, c)
	}
	return all
}
