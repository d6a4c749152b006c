package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/eralock/eralock/model"
)

// crowded is the number of arrows from which a Mermaid picture names only the
// events: its layout puts longer labels on top of each other.
const crowded = 15

// Mermaid writes sh as a stateDiagram-v2, without the code fence around it. It
// fails only as w does.
func Mermaid(w io.Writer, sh model.Sheet) error {
	p := draw(sh)
	label := arrow.label
	if len(p.arrows) >= crowded {
		label = arrow.short
	}
	return mermaid(w, sh.Start, p, label)
}

// Moves is a smaller Mermaid: which events change the state, and nothing else.
func Moves(w io.Writer, sh model.Sheet) error {
	p := draw(sh)
	for i := range p.boxes {
		p.boxes[i].inside = nil
	}
	return mermaid(w, sh.Start, p, arrow.short)
}

func mermaid(w io.Writer, start string, p picture, label func(arrow) []string) error {
	var b strings.Builder
	labels := make([]string, len(p.arrows))
	tall, tallest := 0, 0
	for i, a := range p.arrows {
		lines := label(a)
		labels[i] = strings.Join(lines, "<br/>")
		if len(lines) > 3 {
			tall++
		}
		tallest = max(tallest, len(lines))
	}
	if tall > 1 { // else the layout puts one on top of the other
		fmt.Fprintf(&b, "%%%%{init: {\"state\": {\"nodeSpacing\": 120, \"rankSpacing\": %d}}}%%%%\n", 20*tallest)
	}
	b.WriteString("stateDiagram-v2\n")
	for _, x := range p.boxes {
		fmt.Fprintf(&b, "  state %q as %s\n", x.name, x.name)
		if len(x.inside) > 0 {
			fmt.Fprintf(&b, "  %s : %s\n", x.name, strings.Join(x.text(), "<br/>"))
		}
	}
	fmt.Fprintf(&b, "  [*] --> %s\n", start)
	for i, a := range p.arrows {
		fmt.Fprintf(&b, "  %s --> %s : %s\n", a.from.name, a.to.name, labels[i])
	}
	for _, x := range p.boxes {
		if x.final {
			fmt.Fprintf(&b, "  %s --> [*]\n", x.name)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
