package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
)

// A seed is a bug, one changed row, and the formula that must notice it.
type seed struct {
	target
	formula, bug string
}

// seeded is every table, the one that bug names with that row changed. The
// names are those of Table.Mutants.
func seeded(bug string) ([]model.Sheet, error) {
	sheets := model.Sheets()
	found := 0
	for _, p := range model.Policies() {
		for _, grace := range []bool{false, true}[:1+boolInt(p == model.FirstFrame || p == model.FirstSuccess)] {
			found += exchange(model.Era(p, grace), bug, sheets)
		}
	}
	for _, m := range model.Modes() {
		found += exchange(model.Negotiation(m), bug, sheets)
	}
	found += exchange(model.Lifetime, bug, sheets) + exchange(model.LegacySession, bug, sheets) + exchange(model.Request, bug, sheets) +
		exchange(model.Call, bug, sheets) + exchange(model.Process, bug, sheets)
	if found != 1 {
		return nil, fmt.Errorf("%d tables have the seeded bug %q", found, bug)
	}
	return sheets, nil
}

// exchange puts the mutant of t that is called bug in t's place.
func exchange[S, E, O ~uint8](t *model.Table[S, E, O], bug string, sheets []model.Sheet) (found int) {
	if !strings.HasPrefix(bug, t.Name+": ") {
		return 0
	}
	t.Mutants(func(name string, mutant *model.Table[S, E, O]) bool {
		if name == bug {
			i := slices.IndexFunc(sheets, func(sh model.Sheet) bool { return sh.Name == mutant.Name })
			sheets[i] = mutant.Sheet()
			found++
		}
		return found == 0
	})
	return found
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
