package check

import (
	"context"
	"fmt"
	"time"

	"github.com/eralock/eralock/model"
)

// lateMargin is how long after its natural end a cancelled call is still
// listened for; late changes get the same.
const lateMargin = 150 * time.Millisecond

// settle waits until everything is answered that should be, and as long as
// something could come that should not. It ends with a probe: whatever
// happened, other requests are still served.
func (p *player) settle(ctx context.Context) {
	if f := p.spell.slow; f != nil {
		if p.out.cancelled(f) {
			p.listen(ctx, p.slowIn+p.peer.slowTook+p.peer.slowTook/4+lateMargin-p.conn.rec.Elapsed())
		} else {
			p.await(ctx, p.peer.slowTook+p.limit(), fmt.Sprintf("no answer to %s", f.id), func(all []message) bool { return answered(all, f) })
		}
	}
	if p.out.schedule.Has(model.LetterChange) {
		p.awaitChange(ctx)
	}
	p.probe(ctx)
	p.out.waited = p.conn.rec.Mark("everything had its time")
	p.out.closed = p.conn.endInput()
}

// listen lets time pass.
func (p *player) listen(ctx context.Context, d time.Duration) {
	if d > 0 {
		p.conn.await(ctx, d, func([]message) bool { return false })
	}
}

// awaitChange waits for the change that a live listen must hear of, or gives
// one that it must not hear of the time to come.
func (p *player) awaitChange(ctx context.Context) {
	f := p.spell.opens
	if f == nil {
		return
	}
	if p.out.cancelled(f) {
		p.listen(ctx, lateMargin)
		return
	}
	p.conn.await(ctx, p.limit(), func(all []message) bool {
		for _, m := range all {
			if m.params != nil && key(m.stamp()) == keyOf(f) && changes(m.method) {
				return true
			}
		}
		return false
	})
}

// finish waits for the process to end by itself.
func (p *player) finish(ctx context.Context) {
	bound := p.patience.exit(p.conn.up() || p.stuck)
	if p.out.gaveUp = p.conn.given(); p.out.gaveUp != "" {
		bound = 0
	}
	if f := p.spell.slow; f != nil && p.out.waited < 0 {
		bound += p.peer.slowTook
	}
	p.out.alive = !p.conn.awaitExit(ctx, bound) && ctx.Err() == nil
	p.out.ended = p.conn.endedAt()
	if status, ok := p.conn.proc.Status(); ok {
		p.out.exit = status.String()
		p.conn.rec.Mark(p.out.exit)
	}
	p.out.stderr = p.conn.proc.Tail()
	p.out.records = p.conn.rec.Records()
}
