package main

import (
	"bytes"
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

// figures writes the figures, or compares them with what is committed if the
// same version of SPIN made that.
func (s *suite) figures(ctx context.Context, write bool) error {
	version, err := s.tool(ctx, s.dir, "spin", "-V")
	if err != nil {
		return err
	}
	rows := s.results
	order := func(m target) int { return slices.Index(models, m) }
	slices.SortStableFunc(rows, func(a, b result) int {
		return cmp.Or(cmp.Compare(boolInt(a.bug != ""), boolInt(b.bug != "")), cmp.Compare(order(a.target), order(b.target)),
			cmp.Compare(a.formula.name, b.formula.name), cmp.Compare(a.bug, b.bug))
	})
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n# model\tformula\tseeded bug\tstates\ttransitions\tdepth\n", strings.TrimSpace(version))
	for _, r := range rows {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%d\t%d\t%d\n", r.variant, r.formula.name, r.bug, r.states, r.transitions, r.depth)
	}
	if write {
		return os.WriteFile(figuresFile, b.Bytes(), 0o644)
	}
	have, err := os.ReadFile(figuresFile)
	if err != nil {
		return err
	}
	first, _, _ := bytes.Cut(have, []byte("\n"))
	if made, _, _ := bytes.Cut(b.Bytes(), []byte("\n")); bytes.Equal(made, first) && !bytes.Equal(have, b.Bytes()) {
		return fmt.Errorf("%s is stale: run make spin SPINFLAGS=-write, then make notes", figuresFile)
	}
	return nil
}
