package check

import (
	"context"

	"github.com/eralock/eralock/model"
)

// reduce drops letters while the clause is still broken, and then counts how
// often it is. What the peer does not serve is not played again: it may be waited
// for in full each time.
func (r *round) reduce(ctx context.Context, f *Failure) error {
	if r.opt.Repeat < 0 || r.peer.isForeign(f.exchange.schedule) {
		return nil
	}
	for again := true; again; {
		again = false
		s := f.exchange.schedule
		for i := range s {
			smaller := s.Without(i)
			if len(smaller) == 0 || len(smaller) >= len(s) {
				continue
			}
			res, err := r.again(ctx, smaller, r.patience)
			if err != nil {
				return err
			}
			if fault := res.verdict.first(f.Clause.ID, f.timed); fault != nil {
				*f = failureOf(f.Clause, res, fault, f.Seen)
				again = true
				break
			}
		}
	}
	return r.rate(ctx, f, r.patience)
}

// rate repeats a failure.
func (r *round) rate(ctx context.Context, f *Failure, pat *patience) error {
	for range r.opt.Repeat {
		res, err := r.again(ctx, f.exchange.schedule, pat)
		if err != nil {
			return err
		}
		f.Of++
		if res.verdict.has(f.Clause.ID) {
			f.Bad++
		}
	}
	return nil
}

// again plays a schedule anew, whatever was played before.
func (r *round) again(ctx context.Context, s model.Schedule, pat *patience) (result, error) {
	e, err := play(ctx, r.opt, r.peer, pat, s, r.idsOf(s))
	if err != nil {
		return result{}, err
	}
	return result{e, judgeExchange(e, r.peer)}, ctx.Err()
}
