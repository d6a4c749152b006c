package properties

import (
	"math/bits"
	"slices"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/model"
)

// A theme is how an interleaving begins, and which frames it is mostly made of.
// Without themes most of them would never get far into either era.
type theme struct {
	opening []model.Class
	often   []model.Class
}

func themes() []theme {
	return []theme{
		{nil, []model.Class{model.ClassEnveloped, model.ClassBare, model.ClassListen, model.ClassInitialize, model.ClassDiscover}},
		{[]model.Class{model.ClassInitialize, model.ClassInitialized}, []model.Class{model.ClassBare, model.ClassBare, model.ClassBare, model.ClassPing, model.ClassEnveloped}},
		{[]model.Class{model.ClassDiscover}, []model.Class{model.ClassEnveloped, model.ClassListen, model.ClassEnveloped, model.ClassInitialize}},
	}
}

// classes are all classes, and those of the theme four times more.
func (th theme) classes() []model.Class {
	all := slices.Repeat(th.often, 4)
	for c := range model.Class(model.Classes) {
		all = append(all, c)
	}
	return all
}

// themed generates interleavings of about fifty things, of which one makes one,
// and line a frame of the opening.
func themed[E any](line func(model.Class) E, one func(*rapid.Generator[model.Class]) *rapid.Generator[E]) *rapid.Generator[[]E] {
	var all []*rapid.Generator[[]E]
	for _, th := range themes() {
		var opening []E
		for _, c := range th.opening {
			opening = append(opening, line(c))
		}
		// Slices of slices are longer, and shrink in larger bites.
		body := joined(rapid.SliceOfN(joined(rapid.SliceOf(rapid.SliceOf(one(evenly(th.classes()))))), 0, 4))
		all = append(all, rapid.Map(body, func(rest []E) []E { return slices.Concat(opening, rest) }))
	}
	return rapid.OneOf(all...)
}

func joined[E any](parts *rapid.Generator[[][]E]) *rapid.Generator[[]E] {
	return rapid.Map(parts, func(all [][]E) []E { return slices.Concat(all...) })
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
