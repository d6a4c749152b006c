package specnotes

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/eralock/eralock/model"
)

var (
	// ErrUnknown says that a cited clause has no line among Clauses.
	ErrUnknown = errors.New("a cited clause has no line")
	// ErrUncited says that a clause has a line and nothing cites it.
	ErrUncited = errors.New("a clause has a line and is cited by nothing")
)

// A Source is something that cites clauses.
type Source struct {
	Name string // what the reader sees: "Era"
	File string // the page of it, relative to spec-notes
	Refs []string
}

// Sources lists all that cites: add here what is to be traced, and run `make
// notes`.
func Sources() []Source {
	return append(machines(model.Sheets()), invariantsSource())
}

// machines are the citations of the tables' rows, a source for each page.
func machines(sheets []model.Sheet) []Source {
	var all []Source
	for _, p := range pages(sheets) {
		s := Source{Name: p.machine, File: p.file()}
		for _, sh := range p.sheets {
			for _, r := range sh.Rows {
				s.Refs = append(s.Refs, r.Ref)
			}
		}
		all = append(all, s)
	}
	return all
}

// A citedClause is a clause and who cites it.
type citedClause struct {
	Clause
	by []Source
}

// collect joins clauses and citations. What stands on one side only is an
// error; all of it is reported at once.
func collect(sources []Source, known map[ID]Clause) ([]citedClause, error) {
	by := map[ID][]Source{}
	var bad []error
	for _, s := range sources {
		for _, ref := range s.Refs {
			ids, err := Parse(ref)
			if err != nil {
				bad = append(bad, fmt.Errorf("%s: %w", s.Name, err))
			}
			for _, id := range ids {
				if n := len(by[id]); n == 0 || by[id][n-1].Name != s.Name { // a source's citations are together
					by[id] = append(by[id], s)
				}
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(by)) {
		if _, ok := known[id]; !ok {
			bad = append(bad, fmt.Errorf("%w: %s, cited by %s: write one in clauses_*.go", ErrUnknown, id, by[id][0].Name))
		}
	}
	var all []citedClause
	for _, c := range Clauses() {
		if by[c.ID] == nil {
			bad = append(bad, fmt.Errorf("%w: %s: remove it from clauses_*.go", ErrUncited, c.ID))
		}
		all = append(all, citedClause{c, by[c.ID]})
	}
	return all, errors.Join(bad...)
}
