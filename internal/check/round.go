package check

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/eralock/eralock/model"
)

// round is one run against one peer.
type round struct {
	opt      *Options
	peer     *peer
	patience *patience
	progress *progress

	played  map[string]*exchange // the introductions, by schedule
	skipped map[need]string
	results []result
	slow    []string // what was not held against the peer
}

// result is one schedule, played and judged.
type result struct {
	exchange *exchange
	verdict  *verdict
}

func newRound(opt *Options) *round {
	return &round{
		opt: opt, peer: &peer{}, patience: &patience{opt: opt}, progress: newProgress(opt.Progress),
		played: map[string]*exchange{}, skipped: map[need]string{},
	}
}

// Run checks a server. The Report is worth reading even where the error is not
// nil. Without an error the run was complete, whatever it found:
// Report.Violations says what. Errors wrap ErrNoCommand, ErrArguments,
// ErrUnserved, ErrNothingToRun, ctx's, or say why the process could not be started.
func Run(ctx context.Context, options Options) (Report, error) {
	opt := options.withDefaults()
	if err := opt.valid(); err != nil {
		return Report{}, err
	}
	began := time.Now()
	r := newRound(&opt)
	report, err := r.run(ctx, model.Schedules(opt.MaxLength))
	report.Command, report.Took = opt.Command, time.Since(began)
	r.progress.done()
	if err != nil || opt.Out == nil {
		return report, err
	}
	if opt.JSON {
		return report, report.WriteJSON(opt.Out)
	}
	return report, report.writeText(opt.Out, opt.Verbose)
}

func (r *round) run(ctx context.Context, schedules []model.Schedule) (Report, error) {
	r.progress.say("getting to know the server")
	if err := r.meet(ctx); err != nil {
		return Report{}, err
	}
	todo := r.choose(schedules)
	if len(todo) == 0 {
		return r.report(nil), ErrNothingToRun
	}
	if err := r.playList(ctx, append(r.peer.foreign(), todo...)); err != nil {
		return r.report(nil), err
	}
	failures, err := r.investigate(ctx)
	return r.report(failures), err
}

// idsOf gives each schedule one kind of ids, the same on every run.
func (r *round) idsOf(s model.Schedule) idStyle {
	n := 0
	for i, step := range s {
		n += (i + 1) * (int(step.Letter) + 1)
	}
	return idStyle(n % int(idStyles))
}

// playList plays and judges schedules, several at once. The results are in the
// order of the schedules.
func (r *round) playList(ctx context.Context, schedules []model.Schedule) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]result, len(schedules))
	next := make(chan int)
	var group sync.WaitGroup
	for range r.workers() {
		group.Go(func() {
			for i := range next {
				res, err := r.one(ctx, schedules[i])
				if err != nil {
					cancel(err)
					continue
				}
				results[i] = res
				r.progress.step(len(schedules), res.verdict)
			}
		})
	}
	for i := range schedules {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	r.results = results
	return nil
}

// one plays a schedule, unless the introduction has played it, and judges it.
func (r *round) one(ctx context.Context, s model.Schedule) (result, error) {
	e := r.played[s.String()]
	if e == nil {
		var err error
		if e, err = play(ctx, r.opt, r.peer, r.patience, s, r.idsOf(s)); err != nil {
			return result{}, err
		}
		if err := ctx.Err(); err != nil {
			return result{}, fmt.Errorf("%s was interrupted: %w", s, err)
		}
	}
	v := judgeExchange(e, r.peer)
	r.patience.learn(e, v)
	return result{e, v}, nil
}

func (r *round) workers() int {
	switch {
	case r.opt.Parallel > 0:
		return r.opt.Parallel
	case r.peer.boot < 100*time.Millisecond:
		return 16
	}
	return 2 * runtime.GOMAXPROCS(0)
}
