package properties

import (
	"slices"

	"pgregory.net/rapid"
)

// A find is the generated thing that failed, as short as it could be made.
type find[E any] struct {
	shrunk []E
	run    int // it was the nth that was played
}

// hunt plays what g generates, from a seed on, as long as more says so, until
// one fails; then it shrinks that, as long as spare says so. It is rapid's loop,
// but a suite has to give its findings to programs too, on every run the same,
// and leave no files.
func hunt[E any](g *rapid.Generator[[]E], seed int, more func(played int) bool, spare func() bool, fails func(seed int, all []E) bool) (find[E], bool) {
	for n := 0; more(n); n++ {
		if all := g.Example(seed + n); fails(seed+n, all) {
			return find[E]{shrink(all, func(e []E) bool { return spare() && fails(seed+n, e) }), n + 1}, true
		}
	}
	return find[E]{}, false
}

// shrink takes out what is not needed to fail: halves, quarters, …, single ones.
func shrink[E any](all []E, fails func([]E) bool) []E {
	for size := len(all) / 2; size > 0; {
		shorter := false
		for at := 0; at+size <= len(all); {
			if e := slices.Delete(slices.Clone(all), at, at+size); fails(e) {
				all, shorter = e, true
			} else {
				at += size
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
	return all
}
