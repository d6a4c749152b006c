package export

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/eralock/eralock/model"
)

// Listing writes sh as an aligned table, every row in declared order, with the
// clause that it implements. It fails only as w does.
func Listing(w io.Writer, sh model.Sheet) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\nIt starts in %s.\n\n", sh.Name, sh.Doc, sh.Start)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "FROM\tON\tTO\tEFFECT\tLEVEL\tCLAUSES")
	for _, r := range sh.Rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", r.From, r.On, r.To, Effect(r), r.Level, r.Ref)
	}
	t.Flush() // a strings.Builder takes everything
	_, err := io.WriteString(w, b.String())
	return err
}

// Effect is the row's effect, or a dash where there is nothing to do.
func Effect(r model.SheetRow) string {
	if r.Do == "" {
		return "-"
	}
	return r.Do
}
