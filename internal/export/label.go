package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
)

const (
	arrowWidth = 25 // characters of a line on an arrow; Mermaid breaks longer ones itself
	boxWidth   = 40 // characters of a line inside a box
	many       = 4  // a list of more events than this is shortened where it can be
)

// A bundle is the events that ask for the same effect, in declared order.
type bundle struct {
	do     string
	events []string
}

// bundles groups rows by effect, in the order in which the effects first occur.
func bundles(rows []model.SheetRow) []bundle {
	var all []bundle
	for _, r := range rows {
		i := slices.IndexFunc(all, func(b bundle) bool { return b.do == r.Do })
		if i < 0 {
			i, all = len(all), append(all, bundle{do: r.Do})
		}
		all[i].events = append(all[i].events, r.On)
	}
	return all
}

// label is the text of the arrow, bundle after bundle: "Event, Event / Effect".
func (a arrow) label() []string {
	var lines []string
	for _, b := range bundles(a.rows) {
		lines = append(lines, b.lines(a.from.events, arrowWidth)...)
	}
	return lines
}

// short is the label without the effects.
func (a arrow) short() []string {
	var b bundle
	for _, r := range a.rows {
		b.events = append(b.events, r.On)
	}
	return b.lines(a.from.events, arrowWidth)
}

// text is what stands inside the box. There long bundles are counted rather
// than named: the refusals of a committed era would drown the rest.
func (x box) text() []string {
	var lines []string
	for _, b := range bundles(x.inside) {
		if len(b.events) > many && b.rest(x.events) == nil {
			lines = append(lines, fmt.Sprintf("%d events / %s", len(b.events), b.do))
			continue
		}
		lines = append(lines, b.lines(x.events, boxWidth)...)
	}
	return lines
}

// rest is the one or two events of a state that a long bundle lacks, or nil:
// "all but Discovered" says more than ten names.
func (b bundle) rest(all []string) []string {
	if len(b.events) <= many || len(all)-len(b.events) > 2 {
		return nil
	}
	var rest []string
	for _, e := range all {
		if !slices.Contains(b.events, e) {
			rest = append(rest, e)
		}
	}
	return rest
}

// lines lists the events, wrapped; a line that goes on ends in a comma. all are
// the events of the state.
func (b bundle) lines(all []string, width int) []string {
	words := slices.Clone(b.events)
	if rest := b.rest(all); rest != nil {
		words = slices.Clone(rest)
		words[0] = "all but " + words[0]
	}
	for i := range words[:len(words)-1] {
		words[i] += ","
	}
	if b.do != "" {
		last := len(words) - 1
		if effect := "/ " + b.do; len(words[last])+1+len(effect) <= width {
			words[last] += " " + effect
		} else {
			words = append(words, effect)
		}
	}
	lines := words[:1]
	for _, w := range words[1:] {
		if last := &lines[len(lines)-1]; len(*last)+1+len(w) <= width {
			*last += " " + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}

// refs joins the citations of rows, each once.
func refs(rows []model.SheetRow) string {
	var all []string
	for _, r := range rows {
		if !slices.Contains(all, r.Ref) {
			all = append(all, r.Ref)
		}
	}
	return strings.Join(all, "; ")
}
