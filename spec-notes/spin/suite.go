package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/eralock/eralock/model"
)

const (
	notes            = "spec-notes"
	standardRequests = 2 // at a time, on the server's connection
)

// A target is a harness with the variant of a table: one policy or one mode.
type target struct{ harness, variant string }

// grace changes nothing but the lock: what must happen in the end is searched
// in the policies without it.
func (t target) grace() bool { return strings.HasSuffix(t.variant, "_grace") }

// models are what is checked: every policy, with and without grace, and every mode.
var models = []target{
	{"server", "Era_first_frame"},
	{"server", "Era_first_frame_grace"},
	{"server", "Era_first_success"},
	{"server", "Era_first_success_grace"},
	{"server", "Era_opening_request"},
	{"server", "Era_probe_window"},
	{"server", "Era_concurrent"},
	{"client", "Negotiation_auto"},
	{"client", "Negotiation_modern"},
	{"client", "Negotiation_legacy"},
}

// A suite is one run of everything.
type suite struct {
	dir      string // scratch
	requests int
	only     string        // the word that a search must have; empty: any
	turns    chan struct{} // one for each processor; GOMAXPROCS says otherwise

	mu      sync.Mutex
	results []result
	failed  []string
}

func newSuite(requests int, only string) (*suite, error) {
	dir, err := os.MkdirTemp("", "eralock-spin-")
	return &suite{dir: dir, requests: requests, only: only, turns: make(chan struct{}, runtime.GOMAXPROCS(0))}, err
}

// run checks all models and all seeds, as many at a time as there are
// processors, the long ones first. What does not hold is reported at the end.
func (s *suite) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	begin := func(work func() error) {
		all.Go(func() {
			if err := work(); err != nil {
				stop(err)
			}
		})
	}
	for _, m := range models {
		if s.wants("models", m.harness, m.variant) {
			begin(func() error { return s.check(ctx, m) })
		}
	}
	for _, d := range seeds {
		if s.wants("seeds", d.formula, d.bug) {
			begin(func() error { return s.find(ctx, d) })
		}
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if len(s.failed) > 0 {
		slices.Sort(s.failed)
		return fmt.Errorf("%d of the searches ended otherwise than they should:\n  %s", len(s.failed), strings.Join(s.failed, "\n  "))
	}
	return nil
}

// wants reports whether one of the words is asked for.
func (s *suite) wants(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, s.only) })
}

// check has every formula of a model searched.
func (s *suite) check(ctx context.Context, m target) error {
	p, err := s.build(ctx, m, model.Sheets(), s.requests, "-O1")
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	errs := make([]error, len(p.formulas))
	for i, f := range p.formulas {
		switch {
		case f.lively && m.grace():
		case f.lively, f.name == everyMove:
			all.Go(func() {
				found, err := p.search(ctx, s, f)
				errs[i] = err
				s.note(result{m, "", f, found}, found.broken, "does not hold")
			})
		default: // one search is enough for all that single moves can break
			s.note(result{m, "", f, search{}}, false, "")
		}
	}
	all.Wait()
	return errors.Join(errs...)
}

// find searches for a seeded bug with the formula that must notice it.
func (s *suite) find(ctx context.Context, d seed) error {
	sheets, err := seeded(d.bug)
	if err != nil {
		return err
	}
	requests := 1
	if d.bug == straggling {
		requests = 2
	}
	p, err := s.build(ctx, d.target, sheets, requests, "-O0")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.formulas, func(f formula) bool { return f.name == d.formula })
	if i < 0 {
		return fmt.Errorf("%s has no formula %s", d.variant, d.formula)
	}
	found, err := p.search(ctx, s, p.formulas[i])
	s.note(result{d.target, d.bug, p.formulas[i], found}, !found.broken, "does not notice "+d.bug)
	return err
}
