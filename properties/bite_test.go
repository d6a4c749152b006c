package properties

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hunt plays generated interleavings until one fails, and shrinks it. It is
// rapid's loop with fixed seeds and without its files: it is the bug that has to
// be found here, and the same way on every run.
func hunt[E any](moves *rapid.Generator[[]E], limit int, play func([]E) error) (found []E, runs int) {
	for seed := range limit {
		m := moves.Example(seed)
		if play(m) != nil {
			return shrink(m, func(m []E) bool { return play(m) != nil }), seed + 1
		}
	}
	return nil, limit
}

// shrink takes out what is not needed to fail: halves, quarters, …, single moves.
func shrink[E any](moves []E, fails func([]E) bool) []E {
	for size := len(moves) / 2; size > 0; {
		shorter := false
		for at := 0; at+size <= len(moves); {
			if m := slices.Delete(slices.Clone(moves), at, at+size); fails(m) {
				moves, shorter = m, true
			} else {
				at += size
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
	return moves
}

func TestShrinkLeavesWhatFails(t *testing.T) {
	want := []Move{{Kind: EOF}, {Kind: Broken}}
	got := shrink([]Move{{Kind: Write}, {Kind: EOF}, {Kind: Close}, {Kind: Write}, {Kind: Broken}, {Kind: Fail}}, func(m []Move) bool {
		i, j := slices.Index(m, want[0]), slices.Index(m, want[1])
		return i >= 0 && j > i
	})
	require.Equal(t, want, got)
}
