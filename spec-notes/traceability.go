package specnotes

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

var (
	// ErrNotShown says that a clause has no evidence beyond rows, and no reason.
	ErrNotShown = errors.New("a clause is not shown")
	// ErrStaleReason says that a clause has evidence and a reason for having none.
	ErrStaleReason = errors.New("a clause is shown and has a reason why it is not")
)

// A traced requirement has its evidence, or the reason why there is none.
type traced struct {
	Requirement
	evidence []Evidence
	why      string
}

// shown counts rows only together with something that shows them at work.
func (r traced) shown() bool { return slices.ContainsFunc(r.evidence, Evidence.shows) }

// tracing joins all requirements with their evidence. What has neither evidence
// nor reason, and what has both, is an error; all of it is reported at once.
func tracing(root fs.FS) ([]traced, error) {
	found, err := evidence(root)
	if err != nil {
		return nil, err
	}
	return join(Requirements(), found)
}

func join(requirements []Requirement, found trace) ([]traced, error) {
	var all []traced
	var bad []error
	for _, r := range requirements {
		t := traced{Requirement: r, evidence: found[r.ID], why: r.Why}
		switch {
		case t.shown() && t.why != "":
			bad = append(bad, fmt.Errorf("%w: %s, by %s", ErrStaleReason, r.ID, t.evidence[len(t.evidence)-1].Name))
		case !t.shown() && t.why == "" && r.Level == "MAY":
			t.why = "may"
		case !t.shown() && t.why == "":
			bad = append(bad, fmt.Errorf("%w: %s (%s)", ErrNotShown, r.ID, r.Text))
		}
		all = append(all, t)
	}
	return all, errors.Join(bad...)
}

// strangers are clauses that something cites and the specification does not have.
func (t trace) strangers() (all []ID) {
	for id := range t {
		if !slices.ContainsFunc(Requirements(), func(r Requirement) bool { return r.ID == id }) {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// shownBy is the evidence of each kind in turn, or the reason.
func (r traced) shownBy() string {
	var parts []string
	for _, kind := range kinds {
		var links []string
		for _, e := range r.evidence {
			if e.Kind == kind {
				links = append(links, e.link())
			}
		}
		if len(links) > 0 {
			parts = append(parts, kind+" "+strings.Join(links, ", "))
		}
	}
	if r.why != "" {
		parts = append(parts, "*"+reasons()[r.why]+"*")
	}
	return strings.Join(parts, "; ")
}
