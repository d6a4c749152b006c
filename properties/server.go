package properties

import (
	"errors"
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
	start := time.Now()
	s := &suite{trial: newTrial("the server", options), dial: dial}
	if s.mistaken(ServerProperties()) {
		return s.report
	}
	s.findEras()
	s.trySlow()
	s.tryTools()
	all := serverProperties()
	for i, p := range all {
		if s.looksInto(p.claim) && (p.check == nil || s.written(p)) && p.play != nil {
			s.generated(p, len(all)-i)
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
	trial
	dial  Dial
	named Sample // the slow tool, whether or not it is one
	deaf  bool   // a listen did not hear of a change: nobody waits for another
}

// property is a statement about a server. It has an exchange that is written
// down (check), or one that is generated and judged (play), or both.
type property struct {
	claim
	check func(*suite, *dialogue) error
	play  func(*suite) plot
}

var (
	errMute = errors.New("the server answered neither server/discover nor initialize")
	errSkip = errors.New("does not apply")
)

// findEras asks two fresh connections what the server speaks. The first one may
// have to build it, and servers of all eras have something to say to initialize.
func (s *suite) findEras() {
	var told []string
	ask := func(p property, patience time.Duration) error {
		return s.on(func(d *dialogue) error {
			d.patience = patience
			err := p.check(s, d)
			told = append(told, d.String())
			return err
		})
	}
	legacy := ask(initializeProperty, startup*s.patience)
	modern := ask(discoverProperty, s.patience)
	var wrong *wrongAnswer
	s.modern = modern == nil || errors.As(modern, &wrong)
	s.legacy = legacy == nil || errors.As(legacy, &wrong)
	if !s.modern && !s.legacy {
		s.mute, s.told = errMute, told
		s.why = errors.Join(legacy, modern)
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
		s.skip(p.claim, err.Error())
	case err != nil:
		s.fail(p.claim, Failure{Err: err, Run: 1, Exchange: exchange})
	}
	return err == nil
}
