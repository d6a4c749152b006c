package properties

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Server runs the properties of a server against the one that dial reaches, as
// subtests where t is a *testing.T. Each of them cites the clauses it speaks of;
// a failure prints the exchange, shrunk where it was generated.
//
// A property that belongs to an era which the server does not speak is skipped;
// a server that answers neither server/discover nor initialize fails them all.
// What the specification leaves open, such as when a connection commits to an
// era, is no failure; see [Policy] and [Strict].
func Server(t testing.TB, dial Dial, options ...Option) {
	t.Helper()
	CheckServer(dial, options...).tell(t)
}

// CheckServer is Server for a program: it returns what was found out.
func CheckServer(dial Dial, options ...Option) *Report {
	s := &suite{settings: newSettings(options), dial: dial, report: &Report{}}
	start := time.Now()
	s.findEras()
	all := serverProperties()
	left := 0
	for _, p := range all {
		if p.play != nil && s.states(p.name) {
			left++
		}
	}
	s.until = start.Add(s.within)
	for _, p := range all {
		if !s.states(p.name) {
			continue
		}
		s.report.Properties = append(s.report.Properties, p.name)
		s.state(p, left)
		if p.play != nil {
			left--
		}
	}
	s.report.Took = time.Since(start)
	return s.report
}

// ServerProperties are the names of the properties of a server, in order.
func ServerProperties() (names []string) {
	for _, p := range serverProperties() {
		names = append(names, p.name)
	}
	return names
}

// suite is one run of the properties against one server.
type suite struct {
	settings
	dial   Dial
	report *Report
	until  time.Time // the end of the time for generated exchanges

	modern, legacy bool // the eras that it speaks
	mute           error
}

// property is a statement about a server. It has an exchange that is written
// down (check), or one that is generated and judged (play), or both.
type property struct {
	name   string
	ref    string // the clauses that it states
	says   string
	modern bool // it speaks of 2026-07-28
	legacy bool // it speaks of the revisions before
	check  func(*suite, *dialogue) error
	play   func(*suite) plot
}

func (p property) clauses() []string { return strings.Split(p.ref, ", ") }

var (
	errMute = errors.New("the server answered neither server/discover nor initialize")
	errSkip = errors.New("does not apply")
)

// findEras asks two fresh connections what the server speaks.
func (s *suite) findEras() {
	modern := s.on(func(d *dialogue) error { return discoverProperty.check(s, d) })
	legacy := s.on(func(d *dialogue) error { return initializeProperty.check(s, d) })
	var wrong *wrongAnswer
	s.modern = modern == nil || errors.As(modern, &wrong)
	s.legacy = legacy == nil || errors.As(legacy, &wrong)
	if !s.modern && !s.legacy {
		s.mute = errors.Join(errMute, modern, legacy)
	}
}

// on gives f a fresh connection.
func (s *suite) on(f func(*dialogue) error) error {
	d, err := s.open()
	if err != nil {
		return err
	}
	defer d.close()
	s.report.Exchanges++
	return f(d)
}

// state finds out whether one property holds. left is how many of those that
// generate are still to come, this one included.
func (s *suite) state(p property, left int) {
	switch {
	case s.mute != nil:
		s.fail(p, Failure{Err: s.mute, Run: 1})
	case p.modern && !s.modern:
		s.skip(p, "the server does not speak 2026-07-28")
	case p.legacy && !s.legacy:
		s.skip(p, "the server speaks no revision before 2026-07-28")
	case p.check != nil && !s.written(p):
	case p.play != nil:
		s.generated(p, left)
	}
}

func (s *suite) fail(p property, f Failure) {
	f.Property, f.Says, f.Clauses = p.name, p.says, p.clauses()
	s.report.Failures = append(s.report.Failures, f)
}

func (s *suite) skip(p property, why string) {
	s.report.Skipped = append(s.report.Skipped, Remark{p.name, why})
}

// written plays the exchange that is written down. It reports whether the
// property may still hold.
func (s *suite) written(p property) bool {
	var exchange string
	err := s.on(func(d *dialogue) error {
		err := p.check(s, d)
		if err == nil {
			err = d.wellFormed()
		}
		exchange = d.String()
		for _, n := range d.notes {
			s.report.Notes = append(s.report.Notes, Remark{p.name, n})
		}
		return err
	})
	switch {
	case errors.Is(err, errSkip):
		s.skip(p, err.Error())
	case err != nil:
		s.fail(p, Failure{Err: err, Run: 1, Exchange: exchange})
	}
	return err == nil
}
