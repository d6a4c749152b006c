package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// figuresFile is what spin.md is made of. A search of the same model by the
// same SPIN gives the same figures every time.
var figuresFile = filepath.Join(notes, "spin.tsv")

// A line of the figures: which search, and what it found.
type line struct{ variant, formula, bug, found string }

func (l line) String() string {
	return strings.Join([]string{l.variant, l.formula, l.bug, l.found}, "\t")
}

func (l line) same(m line) bool {
	return l.variant == m.variant && l.formula == m.formula && l.bug == m.bug
}

// figures writes the figures, or compares them with what is committed if the
// same version of SPIN made that. After a partial run the rest stays.
func (s *suite) figures(ctx context.Context, write bool) error {
	version, err := s.tool(ctx, s.dir, "spin", "-V")
	if err != nil {
		return err
	}
	head := "# " + strings.TrimSpace(version) + "\n# model\tformula\tseeded bug\tstates\ttransitions\tdepth"
	var lines []line
	for _, r := range s.results {
		lines = append(lines, line{r.variant, r.formula.name, r.bug, fmt.Sprintf("%d\t%d\t%d", r.states, r.transitions, r.depth)})
	}
	oldHead, old, err := committed()
	if err != nil && !write {
		return err
	}
	if s.only != "" {
		for _, l := range old {
			if !slices.ContainsFunc(lines, l.same) {
				lines = append(lines, l)
			}
		}
	}
	order := func(variant string) int {
		return slices.IndexFunc(models, func(m target) bool { return m.variant == variant })
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(boolInt(a.bug != ""), boolInt(b.bug != "")), cmp.Compare(order(a.variant), order(b.variant)),
			cmp.Compare(a.formula, b.formula), cmp.Compare(a.bug, b.bug))
	})
	switch {
	case write:
		return os.WriteFile(figuresFile, []byte(head+"\n"+text(lines)), 0o644)
	case head == oldHead && !slices.Equal(lines, old):
		return fmt.Errorf("%s is stale: run make spin SPINFLAGS=-write, then make notes", figuresFile)
	}
	return nil
}

func text(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintln(&b, l)
	}
	return b.String()
}

// committed are the two lines at the head of the file, and the others.
func committed() (head string, lines []line, err error) {
	all, err := os.ReadFile(figuresFile)
	if err != nil {
		return "", nil, err
	}
	var heads []string
	for _, l := range strings.Split(strings.TrimSpace(string(all)), "\n") {
		if f := strings.SplitN(l, "\t", 4); strings.HasPrefix(l, "#") {
			heads = append(heads, l)
		} else if len(f) == 4 {
			lines = append(lines, line{f[0], f[1], f[2], f[3]})
		}
	}
	return strings.Join(heads, "\n"), lines, nil
}
