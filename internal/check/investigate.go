package check

import (
	"context"
	"fmt"
	"sync"
)

// Failure is one clause that was not kept, with the smallest conversation that
// shows it.
type Failure struct {
	Clause   Clause
	Why      string
	Schedule string // in letters
	Seen     int    // how many conversations of the run showed it
	Bad, Of  int    // of how many plays of this schedule it came out

	exchange *exchange
	record   int
	timed    bool
}

func failureOf(c Clause, res result, f *fault, seen int) Failure {
	return Failure{
		Clause: c, Why: f.why, Schedule: res.exchange.schedule.String(), Seen: seen, Bad: 1, Of: 1,
		exchange: res.exchange, record: f.record, timed: f.timed,
	}
}

// suspects are the conversations in which a clause was broken, shortest first.
type suspects struct {
	clause Clause
	all    []result
	firm   *result // the first one that did not merely take too long
}

func (r *round) suspects() []suspects {
	var list []suspects
	for _, c := range clauses {
		s := suspects{clause: c}
		for i, res := range r.results {
			if !res.verdict.has(c.ID) {
				continue
			}
			s.all = append(s.all, res)
			if s.firm == nil && res.verdict.first(c.ID, false) != nil {
				s.firm = &r.results[i]
			}
		}
		if len(s.all) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// investigate looks into each broken clause: what was seen is made smaller and
// repeated, several at once; what only was not seen in time is played again
// with the machine to itself, and dropped if it comes then.
func (r *round) investigate(ctx context.Context) ([]Failure, error) {
	list := r.suspects()
	found := make([]*Failure, len(list))
	errs := make([]error, len(list))
	limit := make(chan struct{}, 4)
	var group sync.WaitGroup
	for i, s := range list {
		if s.firm == nil {
			continue
		}
		f := failureOf(s.clause, *s.firm, s.firm.verdict.first(s.clause.ID, false), len(s.all))
		found[i] = &f
		group.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			errs[i] = r.reduce(ctx, &f)
			r.progress.investigated(len(list))
		})
	}
	group.Wait()
	for i, s := range list {
		if s.firm == nil && errs[i] == nil {
			found[i], errs[i] = r.confirm(ctx, s)
			r.progress.investigated(len(list))
		}
	}
	var failures []Failure
	for i, f := range found {
		if errs[i] != nil {
			return failures, errs[i]
		}
		if f != nil {
			failures = append(failures, *f)
		}
	}
	return failures, ctx.Err()
}

// confirmations is how many of the conversations that took too long are played
// again before the machine is blamed.
const confirmations = 3

// confirm plays conversations again in which something did not come in time.
func (r *round) confirm(ctx context.Context, s suspects) (*Failure, error) {
	patient := &patience{opt: r.opt}
	plays := 0
	for _, res := range s.all[:min(confirmations, len(s.all))] {
		again, err := r.again(ctx, res.exchange.schedule, patient)
		if err != nil {
			return nil, err
		}
		plays++
		if fault := again.verdict.first(s.clause.ID, true); fault != nil {
			f := failureOf(s.clause, again, fault, len(s.all))
			f.Bad, f.Of = 2, 2 // in the run, and again
			return &f, r.rate(ctx, &f, patient)
		}
	}
	for _, res := range s.all {
		res.verdict.drop(s.clause.ID)
	}
	r.slow = append(r.slow, fmt.Sprintf("%s: in %s something did not come in time, but it did in %d quiet repetitions",
		s.clause.ID, count(len(s.all), "schedule"), plays))
	return nil, nil
}
