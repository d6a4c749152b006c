package properties

import (
	"fmt"
	"strings"
)

// agrees compares what was heard with what was to come. The order is free among
// frames of one act that belong to different requests.
func (p *playing) agrees(heard []said) bool {
	if len(heard) != len(p.written) {
		return false
	}
	for from := 0; from < len(heard); {
		to := from
		for to < len(heard) && p.written[to].act == p.written[from].act {
			to++
		}
		if !sameWords(heard[from:to], p.written[from:to]) {
			return false
		}
		from = to
	}
	return true
}

func sameWords(heard []said, want []awaited) bool {
	used := make([]bool, len(want))
	for _, h := range heard {
		i := 0
		for i < len(want) && (used[i] || want[i].owner != h.owner) {
			i++
		}
		if i == len(want) || want[i].what != h.what {
			return false
		}
		used[i] = true
	}
	return true
}

// story is what was done, what was heard, and what was to come.
func (p *playing) story() string {
	var b strings.Builder
	b.WriteString("  what was done:\n")
	for _, a := range p.done {
		fmt.Fprintf(&b, "    %s\n", a)
	}
	b.WriteString("  what was heard:\n")
	for _, h := range p.heard {
		fmt.Fprintf(&b, "    < %s\n", h)
	}
	b.WriteString("  what the model says:\n")
	for _, a := range p.written {
		fmt.Fprintf(&b, "    < %s\n", a.said)
	}
	return b.String()
}
