package properties

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// A Report is what a suite found out. [CheckServer] and [CheckClient] return
// it; [Server] and [Client] turn it into the subtests of a test.
type Report struct {
	Properties []string  // that were stated, in order
	Failures   []Failure // at most one a property
	Skipped    []Remark  // properties that do not apply, and why
	Notes      []Remark  // what is worth telling and breaks nothing
	Exchanges  int       // that were played
	Took       time.Duration
}

// A Failure is a property that does not hold.
type Failure struct {
	Property string   // its name
	Says     string   // its statement
	Clauses  []string // that it states: ids of the specification's clauses, or of our rules and decisions
	Err      error    // what is wrong, or what did not come
	Run      int      // it was found in the nth exchange of the property
	Steps    int      // what the exchange was shrunk to; 0: it was not generated
	Exchange string   // the shrunk exchange, "> " from the client and "< " from the server
}

// A Remark is about one property.
type Remark struct{ Property, Text string }

func (f *Failure) String() string {
	s := f.Says
	if len(f.Clauses) > 0 {
		s += " (" + strings.Join(f.Clauses, ", ") + ")"
	}
	s += fmt.Sprintf(": %v", f.Err)
	if f.Exchange != "" {
		s += "\n" + f.Exchange
	}
	return s
}

// Failed is the failure of a property, nil if there is none.
func (r *Report) Failed(property string) *Failure {
	i := slices.IndexFunc(r.Failures, func(f Failure) bool { return f.Property == property })
	if i < 0 {
		return nil
	}
	return &r.Failures[i]
}

// tell makes a subtest of every property, where t can have them.
func (r *Report) tell(t testing.TB) {
	t.Helper()
	for _, name := range r.Properties {
		run(t, name, func(t testing.TB) {
			t.Helper()
			for _, n := range r.Notes {
				if n.Property == name {
					t.Logf("note: %s", n.Text)
				}
			}
			if f := r.Failed(name); f != nil {
				t.Errorf("%s", f)
			}
			for _, s := range r.Skipped {
				if s.Property == name {
					skip(t, s.Text)
				}
			}
		})
	}
}

// skip skips a subtest; elsewhere it would end the test with what follows.
func skip(t testing.TB, why string) {
	t.Helper()
	if sub, ok := t.(*testing.T); ok {
		sub.Skip(why)
	}
	t.Logf("skipped: %s", why)
}

// run makes a subtest where t can have one.
func run(t testing.TB, name string, f func(testing.TB)) {
	t.Helper()
	if sub, ok := t.(interface {
		Run(string, func(*testing.T)) bool
	}); ok {
		sub.Run(name, func(t *testing.T) { f(t) })
		return
	}
	f(t)
}
