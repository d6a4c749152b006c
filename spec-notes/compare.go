package specnotes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/internal/export"
	"github.com/eralock/eralock/model"
)

// A column is what one or more variants do in a state, event by event.
type column struct {
	names []string
	cells []string // one for each declared event, "" where there is no row
}

// compare writes a table for each state: events downwards, variants across.
// Variants that agree in everything share a column.
func (p page) compare(b *strings.Builder) {
	for _, state := range p.sheets[0].States {
		columns := p.columns(state)
		if len(columns) == 0 {
			continue
		}
		fmt.Fprintf(b, "### In %s\n\n| On |", state)
		for _, c := range columns {
			fmt.Fprintf(b, " %s |", strings.Join(c.names, ", "))
		}
		fmt.Fprintf(b, "\n|---|%s\n", strings.Repeat("---|", len(columns)))
		for i, event := range p.sheets[0].Events {
			line := ""
			for _, c := range columns {
				line += " " + c.cells[i] + " |"
			}
			if strings.Trim(line, " |") != "" {
				fmt.Fprintf(b, "| %s |%s\n", event, line)
			}
		}
		b.WriteString("\n")
	}
}

// columns leaves out the variants that have no row in state.
func (p page) columns(state string) []column {
	var all []column
	for _, sh := range p.sheets {
		cells := make([]string, len(sh.Events))
		has := false
		for _, r := range sh.Rows {
			if r.From == state {
				cells[slices.Index(sh.Events, r.On)], has = cell(r), true
			}
		}
		if !has {
			continue
		}
		i := slices.IndexFunc(all, func(c column) bool { return slices.Equal(c.cells, cells) })
		if i < 0 {
			i, all = len(all), append(all, column{cells: cells})
		}
		all[i].names = append(all[i].names, p.short(sh))
	}
	return all
}

func cell(r model.SheetRow) string {
	switch {
	case r.To == r.From:
		return export.Effect(r)
	case r.Do == "":
		return "→ **" + r.To + "**"
	}
	return r.Do + " → **" + r.To + "**"
}
