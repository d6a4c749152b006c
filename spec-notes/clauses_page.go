package specnotes

import (
	"fmt"
	"strings"
)

const clausesFile = "clauses.md"

// clausesText is every cited clause with its line and the pages that cite it.
func clausesText(all []citedClause) string {
	var b strings.Builder
	b.WriteString(generated + "# Clauses\n\nEvery clause that a row or an invariant cites, in a line of our own. The wording is ours and binds nobody: " +
		"where it matters, read the source.\n\n")
	by := map[ID]string{}
	for _, c := range all {
		var links []string
		for _, s := range c.by {
			links = append(links, fmt.Sprintf("[%s](%s)", s.Name, s.File))
		}
		by[c.ID] = strings.Join(links, ", ")
	}
	for _, s := range sections() {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", s.title, s.about)
		if s.clauses[0].Level == "" {
			b.WriteString("| Clause | In short | Cited by |\n|---|---|---|\n")
		} else {
			b.WriteString("| Clause | Level | Era | In short | Cited by |\n|---|---|---|---|---|\n")
		}
		for _, c := range s.clauses {
			binding := ""
			if c.Level != "" {
				binding = fmt.Sprintf(" %s | %s |", c.Level, c.Era)
			}
			fmt.Fprintf(&b, "| <a id=\"%s\"></a>%s |%s %s | %s |\n", c.ID.anchor(), c.ID, binding, c.Text, by[c.ID])
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
