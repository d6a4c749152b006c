package specnotes

import (
	"fmt"
	"io"
	"strings"

	"github.com/eralock/eralock/internal/export"
	"github.com/eralock/eralock/model"
)

// diagram writes a picture as a fenced block, which GitHub draws.
func diagram(b *strings.Builder, draw func(io.Writer, model.Sheet) error, sh model.Sheet) {
	b.WriteString("```mermaid\n")
	draw(b, sh) // a strings.Builder takes everything
	b.WriteString("```\n\n")
}

// rows writes the table with its citations. A target other than the state
// itself is bold.
func rows(b *strings.Builder, sh model.Sheet) error {
	b.WriteString("| From | On | To | Effect | Level | Clauses |\n|---|---|---|---|---|---|\n")
	for _, r := range sh.Rows {
		clauses, err := links(r.Ref)
		if err != nil {
			return fmt.Errorf("%s, %s on %s: %w", sh.Name, r.From, r.On, err)
		}
		to := r.To
		if to != r.From {
			to = "**" + to + "**"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", r.From, r.On, to, export.Effect(r), r.Level, clauses)
	}
	b.WriteString("\n")
	return nil
}

// words writes what states, events and effects mean, where that is not plain.
func (p page) words(b *strings.Builder, w words) {
	prefix := strings.TrimSuffix(p.machine, "Session")
	b.WriteString("| Word | Kind | Meaning |\n|---|---|---|\n")
	for _, kind := range []struct {
		name, of string
		all      []string
	}{
		{"state", prefix + "State", p.sheets[0].States},
		{"event", prefix + "Event", p.sheets[0].Events},
		{"effect", prefix + "Effect", p.sheets[0].Effects},
	} {
		for i, name := range kind.all {
			if m := w.meaning(kind.of, i, name); m != "" {
				fmt.Fprintf(b, "| %s | %s | %s |\n", name, kind.name, strings.ReplaceAll(m, "|", `\|`))
			}
		}
	}
	b.WriteString("\n")
}
