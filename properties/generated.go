package properties

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/eralock/eralock/model"
)

// mostShrinking is how many exchanges a failure may take to shrink.
const mostShrinking = 120

// generated plays exchanges of a property until one breaks what it states.
func (s *suite) generated(p property, left int) {
	plot := p.play(s)
	if plot.skip != "" {
		s.skip(p, plot.skip)
		return
	}
	start := time.Now()
	share := time.Until(s.until) / time.Duration(left)
	more := func(n int) bool { return n < s.runs && (n == 0 || time.Since(start) < share) }
	shrinking := 0
	spare := func() bool {
		shrinking++
		return shrinking < mostShrinking && time.Since(start) < max(2*share, s.patience)
	}
	var worst fault
	var exchange string
	found, ok := hunt(plot.generator(), s.seed*10_000, more, spare, func(steps []cue) bool {
		faults, text := s.exchange(&plot, steps)
		i := slices.IndexFunc(faults, func(f fault) bool { return s.broken(p, f) })
		if i < 0 {
			s.advise(p, faults)
			return false
		}
		worst, exchange = faults[i], text
		return true
	})
	if ok {
		s.fail(p, Failure{Err: worst.err(), Run: found.run, Steps: len(found.shrunk), Exchange: exchange})
	}
}

var errUnreachable = "unreachable"

func (f fault) err() error {
	if f.clause == errUnreachable {
		return errors.New(f.why)
	}
	return fmt.Errorf("%s (%s)", f.why, f.clause)
}

// broken reports whether a fault is one that property p is about, and that
// counts.
func (s *suite) broken(p property, f fault) bool {
	if f.clause == errUnreachable {
		return true
	}
	return slices.Contains(p.clauses(), f.clause) && (f.level != model.SHOULD || s.strict)
}

// advise tells of what the specification only advises, once.
func (s *suite) advise(p property, faults []fault) {
	for _, f := range faults {
		r := Remark{p.name, f.err().Error()}
		if f.level == model.SHOULD && slices.Contains(p.clauses(), f.clause) && !slices.Contains(s.report.Notes, r) {
			s.report.Notes = append(s.report.Notes, r)
		}
	}
}

// exchange plays steps on a fresh connection, and judges what was said.
func (s *suite) exchange(plot *plot, steps []cue) (faults []fault, text string) {
	err := s.on(func(d *dialogue) error {
		p := newPlayer(s, plot, d)
		p.all(steps)
		d.mu.Lock()
		faults = append(judgeRecord(d.record, d.heard, s.era), p.faults...)
		d.mu.Unlock()
		text = d.String()
		return nil
	})
	if err != nil {
		faults = []fault{{errUnreachable, model.MUST, err.Error()}}
	}
	return faults, text
}
