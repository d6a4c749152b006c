package properties

import "github.com/eralock/eralock/model"

// The client's end of the output: it stalls, goes on, or goes away.

func (p *playing) resume() bool {
	if !p.stalled {
		return false
	}
	p.out.set(func() { p.out.stalled = false })
	p.stalled, p.blocked = false, false
	p.written = append(p.written, p.inhand...)
	p.inhand = nil
	p.busy = [model.MaxRequests]bool{}
	p.leave()
	return true
}

// goAway closes the client's reading end. A writer notices when it writes.
func (p *playing) goAway() bool {
	if p.broken {
		return false
	}
	p.broken = true
	p.out.set(func() { p.out.broken = true })
	if p.blocked {
		p.blocked, p.inhand = false, nil
		p.breakPipe()
	}
	return true
}

func (p *playing) breakPipe() {
	p.outbox = nil
	p.busy = [model.MaxRequests]bool{}
	if p.world.Life != model.LifetimeClosed {
		p.move(model.Move{Kind: model.MoveBroken, Slot: -1}, Sample{})
	}
	p.leave()
}

// handOver is what the writer does once an act is over: it writes all that
// waits, unless it is blocked.
func (p *playing) handOver() {
	if p.blocked || len(p.outbox) == 0 {
		return
	}
	p.step(model.Move{Kind: model.MoveWrite, Slot: -1})
	switch {
	case p.broken:
		p.breakPipe()
	case p.stalled:
		p.blocked, p.inhand = true, append(p.inhand, p.outbox...)
	default:
		p.written = append(p.written, p.outbox...)
	}
	p.outbox = nil
}
