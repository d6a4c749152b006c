package check

import (
	"context"
	"fmt"
	"time"

	"github.com/eralock/eralock/model"
)

// shortestSlow is the shortest call that something fits into.
const shortestSlow = 100 * time.Millisecond

// timeSlow measures the slow call when it is left alone. Without a tool that is
// slow, and succeeds, the schedules that need one are left out.
func (r *round) timeSlow(ctx context.Context) error {
	p := r.peer
	took := p.slowTook
	p.slowTook = 0
	if !p.mayHave(r.opt.SlowTool) {
		r.skip(needsSlow, fmt.Sprintf("schedules with a slow call: the peer has no tool %q (name one that takes a while with -slow-tool)", r.opt.SlowTool))
		return nil
	}
	s, l := askSlow, model.LetterSlow
	if !p.modern {
		s, l = askBareSlow, model.LetterBareSlow
	}
	p.slowTook = took
	all, err := r.playAll(ctx, s)
	if err != nil {
		return err
	}
	m := all[0].answerTo(l)
	p.slowTook = 0
	switch {
	case m == nil || m.failed():
		r.skip(needsSlow, fmt.Sprintf("schedules with a slow call: %s %s does not succeed when it is left alone (-slow-tool, -slow-args)", r.opt.SlowTool, r.opt.SlowArgs))
	case all[0].took(l) < shortestSlow:
		r.skip(needsSlow, fmt.Sprintf("schedules with a slow call: %s %s took %d ms, too little to cancel it in between (at least %d; -slow-args)",
			r.opt.SlowTool, r.opt.SlowArgs, all[0].took(l).Milliseconds(), shortestSlow.Milliseconds()))
	default:
		p.slowTook = all[0].took(l)
	}
	return nil
}
