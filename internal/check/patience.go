package check

import (
	"sync/atomic"
	"time"
)

// patience is how long a run waits. A peer that has kept it waiting a few times,
// although it was up, is known for it and is not waited for as long again.
type patience struct {
	opt            *Options
	mute, lingerer atomic.Int32
}

const enoughProof = 3

// answer is how long a request may take. Before the first answer the process
// may still be starting.
func (p *patience) answer(up bool) time.Duration {
	switch {
	case !up:
		return max(p.opt.Startup, p.opt.Timeout)
	case p.mute.Load() >= enoughProof:
		return min(p.opt.Timeout, time.Second)
	}
	return p.opt.Timeout
}

// exit is how long the process may outlive its input. One that has said nothing
// so far may still be starting.
func (p *patience) exit(up bool) time.Duration {
	switch {
	case !up:
		return p.opt.Startup + p.opt.Exit
	case p.lingerer.Load() >= enoughProof:
		return min(p.opt.Exit, 300*time.Millisecond)
	}
	return p.opt.Exit
}

// learn takes a judged conversation into account.
func (p *patience) learn(e *exchange, v *verdict) {
	if len(e.messages()) == 0 {
		return
	}
	for _, f := range v.faults {
		if f.timed && f.clause != "S-SHUT-1" {
			p.mute.Add(1)
			break
		}
	}
	if e.alive {
		p.lingerer.Add(1)
	}
}
