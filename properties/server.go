package properties

import (
	"errors"
	"testing"
	"time"
)

// Server runs the properties of a server against the one that dial reaches, as
// subtests where t is a *testing.T. Each of them cites the clauses it speaks of;
// a failure prints the exchange.
//
// A property that belongs to an era which the server does not speak is skipped;
// a server that answers neither server/discover nor initialize fails them all.
// What the specification leaves open, such as when a connection commits to an
// era, is no failure.
func Server(t testing.TB, dial Dial, options ...Option) {
	t.Helper()
	s := &suite{dial: dial, patience: 10 * time.Second, pause: 200 * time.Millisecond}
	for _, o := range options {
		o(s)
	}
	s.findEras()
	for _, p := range serverProperties {
		run(t, p.name, func(t testing.TB) { s.check(t, p) })
	}
}

// An Option adjusts a suite.
type Option func(*suite)

// Patience sets how long an answer is waited for; default 10 s, which leaves
// time to build a server. A server that answers is never waited for so long.
func Patience(d time.Duration) Option { return func(s *suite) { s.patience = d } }

// SlowTool names a tool of the server that takes a while, so that it can be
// cancelled. arguments is a JSON object. Without it only listens are cancelled.
func SlowTool(name, arguments string) Option {
	return func(s *suite) { s.slow = Sample{Tool: name, Arguments: arguments} }
}

// suite is one run of the properties against one server.
type suite struct {
	dial     Dial
	patience time.Duration
	pause    time.Duration // in which what should not come would have come
	slow     Sample        // a call of a slow tool; zero: there is none

	modern, legacy bool // the eras that it speaks
	mute           error
}

// property is a statement about a server.
type property struct {
	name   string
	ref    string // the clauses that it states
	says   string
	modern bool // it speaks of 2026-07-28
	legacy bool // it speaks of the revisions before
	check  func(*suite, *dialogue) error
}

var serverProperties = []property{
	discoverProperty, initializeProperty, idProperty, legacyIDProperty, answerProperty, legacyAnswerProperty,
	acknowledgementProperty, silentListenProperty, silentCallProperty,
}

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
	return f(d)
}

func (s *suite) check(t testing.TB, p property) {
	t.Helper()
	switch {
	case s.mute != nil:
		t.Errorf("%s (%s): %v", p.says, p.ref, s.mute)
		return
	case p.modern && !s.modern:
		skip(t, "the server does not speak 2026-07-28")
		return
	case p.legacy && !s.legacy:
		skip(t, "the server speaks no revision before 2026-07-28")
		return
	}
	var exchange string
	err := s.on(func(d *dialogue) error {
		err := p.check(s, d)
		if err == nil {
			err = d.wellFormed()
		}
		exchange = d.String()
		for _, n := range d.notes {
			t.Logf("note: %s", n)
		}
		return err
	})
	switch {
	case errors.Is(err, errSkip):
		skip(t, err.Error())
	case err != nil:
		t.Errorf("%s (%s): %v\n%s", p.says, p.ref, err, exchange)
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
