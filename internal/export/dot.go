package export

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/eralock/eralock/model"
)

const dotStyle = `  labelloc=t; fontname="Helvetica"; fontsize=12; nodesep=0.5; ranksep=0.6;
  node [shape=box, style="rounded,filled", fillcolor="#f4f4fb", color="#5b5b8c", fontname="Helvetica", fontsize=12, margin="0.15,0.08"];
  edge [color="#5b5b8c", fontname="Helvetica", fontsize=10];
  "[*]" [shape=circle, label="", width=0.15, fillcolor="#5b5b8c", tooltip="start"];
`

// DOT writes sh as a Graphviz digraph. A double border marks a state that no
// row leaves; the citations of an arrow, and of what happens inside a box, are
// its tooltip. It fails only as w does.
func DOT(w io.Writer, sh model.Sheet) error {
	p := draw(sh)
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %q {\n  label=%q;\n%s", sh.Name, sh.Name+": "+sh.Doc, dotStyle)
	for _, x := range p.boxes {
		borders := 1
		if x.final {
			borders = 2
		}
		fmt.Fprintf(&b, "  %q [label=<%s>, peripheries=%d, tooltip=%q];\n", x.name, boxLabel(x), borders, boxTip(x))
	}
	fmt.Fprintf(&b, "  \"[*]\" -> %q;\n", sh.Start)
	for _, a := range p.arrows {
		text, tip := strconv.Quote(strings.Join(a.label(), "\n")), strconv.Quote(refs(a.rows))
		fmt.Fprintf(&b, "  %q -> %q [label=%s, tooltip=%s, labeltooltip=%s];\n", a.from.name, a.to.name, text, tip, tip)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// boxLabel is Graphviz's HTML: the name in bold, then what happens inside.
func boxLabel(x box) string {
	var b strings.Builder
	b.WriteString("<b>" + html.EscapeString(x.name) + "</b>")
	if len(x.inside) == 0 {
		return b.String()
	}
	b.WriteString("<br/>")
	for _, line := range x.text() {
		fmt.Fprintf(&b, `<font point-size="10">%s</font><br align="left"/>`, html.EscapeString(line))
	}
	return b.String()
}

// boxTip is never empty: Graphviz would show the label's markup instead.
func boxTip(x box) string {
	if len(x.inside) == 0 {
		return x.name
	}
	return refs(x.inside)
}
