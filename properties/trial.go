package properties

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/model"
)

// claim is what a property says, of a server or of a client.
type claim struct {
	name   string
	ref    string // the clauses that it states
	says   string
	modern bool // it speaks of 2026-07-28
	legacy bool // it speaks of the revisions before
	advice bool // the specification asks for none of it: it counts where the suite is strict
}

func (c *claim) clauses() []string {
	if c.ref == "" {
		return nil
	}
	return strings.Split(c.ref, ", ")
}

// trial is one run of a suite.
type trial struct {
	settings
	whom   string // "the server" or "the client"
	report *Report
	until  time.Time // the end of the time for generated exchanges

	modern, legacy bool  // the eras that it speaks
	mute           error // it speaks none

	// What showed that it is mute. The first failure tells; it is the same for all.
	why  error
	told []string
}

func newTrial(whom string, options []Option) trial {
	t := trial{settings: newSettings(options), whom: whom, report: &Report{}}
	t.until = time.Now().Add(t.within)
	return t
}

// states reports whether a claim is to be looked into: it is wanted, and
// applies to the eras that are spoken.
func (t *trial) looksInto(c claim) bool {
	if len(t.only) > 0 && !slices.Contains(t.only, c.name) {
		return false
	}
	t.report.Properties = append(t.report.Properties, c.name)
	switch {
	case t.mute != nil:
		t.fail(c, t.muteness())
	case c.modern && !t.modern:
		t.skip(c, t.whom+" does not speak 2026-07-28")
	case c.legacy && !t.legacy:
		t.skip(c, t.whom+" speaks no revision before 2026-07-28")
	default:
		return true
	}
	return false
}

// muteness is the failure of a claim about who speaks no era.
func (t *trial) muteness() Failure {
	if len(t.report.Failures) > 0 {
		return Failure{Err: fmt.Errorf("%w; see %s", t.mute, t.report.Failures[0].Property), Run: 1}
	}
	return Failure{Err: errors.Join(t.mute, t.why), Run: 1, Exchange: strings.Trim(strings.Join(t.told, "\n"), "\n")}
}

func (t *trial) fail(c claim, f Failure) {
	f.Property, f.Says, f.Clauses = c.name, c.says, c.clauses()
	t.report.Failures = append(t.report.Failures, f)
}

func (t *trial) skip(c claim, why string) {
	t.report.Skipped = append(t.report.Skipped, Remark{c.name, why})
}

// fault is a clause that an exchange broke.
type fault struct {
	clause string
	level  model.Level
	why    string
}

// unreachable stands for the clause where there was no exchange at all.
const unreachable = "unreachable"

func (f fault) err() error {
	if f.clause == unreachable {
		return errors.New(f.why)
	}
	return fmt.Errorf("%s (%s)", f.why, f.clause)
}

// counts reports whether a fault breaks a claim.
func (t *trial) counts(c claim, f fault) bool {
	return f.clause == unreachable || slices.Contains(c.clauses(), f.clause) && (t.strict || f.level != model.SHOULD && !c.advice)
}

// advise tells of what the specification only advises, once.
func (t *trial) advise(c claim, faults []fault) {
	for _, f := range faults {
		r := Remark{c.name, f.err().Error()}
		if slices.Contains(c.clauses(), f.clause) && !slices.Contains(t.report.Notes, r) {
			t.report.Notes = append(t.report.Notes, r)
		}
	}
}

// mostShrinking is how many exchanges a failure may take to shrink.
const mostShrinking = 120

// refute plays what g generates until a claim is broken. left is how many
// claims share the time that is left, this one included. play is told which
// seed it plays.
func refute[E any](t *trial, c claim, left int, g *rapid.Generator[[]E], play func(seed int, all []E) ([]fault, string)) {
	start, seed := time.Now(), t.seed*10_000
	share := time.Until(t.until) / time.Duration(left)
	more := func(n int) bool { return n < t.runs && (n == 0 || time.Since(start) < share) }
	shrinking := 0
	spare := func() bool {
		shrinking++
		return shrinking < mostShrinking && time.Since(start) < max(2*share, t.patience)
	}
	var worst fault
	var exchange string
	found, ok := hunt(g, seed, more, spare, func(seed int, all []E) bool {
		faults, text := play(seed, all)
		i := slices.IndexFunc(faults, func(f fault) bool { return t.counts(c, f) })
		if i < 0 {
			t.advise(c, faults)
			return false
		}
		worst, exchange = faults[i], text
		return true
	})
	if ok {
		t.fail(c, Failure{Err: worst.err(), Run: found.run, Steps: len(found.shrunk), Exchange: exchange})
	}
}
