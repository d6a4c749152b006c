package properties

import (
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
	id := rapid.SampledFrom([]string{"n1", "n0", "s1", "s", "n9007199254740993", "s\u2028", "n7", ""})
	nth := rapid.IntRange(0, 3)
	one := func(class *rapid.Generator[model.Class]) *rapid.Generator[Move] {
		return rapid.Custom(func(t *rapid.T) Move {
			m := Move{Kind: kind.Draw(t, "kind")}
			if m.Kind == Read {
				m.Class, m.ID = class.Draw(t, "class"), id.Draw(t, "id")
				m.Old = m.Class == model.ClassInitialize && rapid.Bool().Draw(t, "old")
				return m
			}
			m.Nth = nth.Draw(t, "nth")
			return m
		})
	}
	return themed(func(c model.Class) Move { return Move{Class: c, ID: "s"} }, one)
}

func weighted(weights map[MoveKind]int) (all []MoveKind) {
	for k := range MoveKind(MoveKinds) {
		for range weights[k] {
			all = append(all, k)
		}
	}
	return all
}
