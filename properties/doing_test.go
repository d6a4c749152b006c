package properties

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/model"
)

// do makes one act happen, to the server and to the model, if it is possible.
func (p *playing) do(a act) bool {
	p.act++
	if len(p.held) > 0 && a.kind != actLine && a.kind != actCancel {
		return false
	}
	switch a.kind {
	case actLine, actCancel:
		return p.line(a)
	case actResult, actFail, actProgress:
		return p.order(a)
	case actChange:
		return p.change()
	case actEndListen:
		return p.endListen(a.nth)
	case actStall:
		if p.stalled || p.broken {
			return false
		}
		p.stalled = true
		p.out.set(func() { p.out.stalled = true })
	case actResume:
		return p.resume()
	case actEOF:
		if p.world.InputEnded || p.world.Life == model.LifetimeClosed {
			return false
		}
		p.in.Close()
		p.move(model.Move{Kind: model.MoveEOF, Slot: -1}, Sample{})
	case actClose:
		if p.world.Life != model.LifetimeServing {
			return false
		}
		go p.conn.Close() // it may become the writer, and block
		p.move(model.Move{Kind: model.MoveClose, Slot: -1}, Sample{})
	case actDeadline:
		if p.world.Life != model.LifetimeDraining {
			return false
		}
		time.Sleep(drainTimeout)
		p.move(model.Move{Kind: model.MoveDeadline, Slot: -1}, Sample{})
		p.leave()
	case actBreak:
		return p.goAway()
	}
	return true
}

// line writes a frame; a call gets a gate.
func (p *playing) line(a act) bool {
	if p.world.InputEnded || p.world.Life == model.LifetimeClosed {
		return false
	}
	s := Sample{Class: a.class, ID: a.token}
	key := canonical(a.token)
	if a.kind == actCancel {
		i := p.pick(a.nth, model.Slot.Occupied)
		if i < 0 {
			return false
		}
		s, key = Sample{Class: model.ClassCancelled, ID: p.tokens[i]}, p.ids[i]
	}
	m, ok := p.reading(s.Class, key)
	if !ok {
		return false
	}
	call := 0
	if s.Class == model.ClassEnveloped || s.Class == model.ClassBare {
		p.called++
		call = p.called
		s.Tool, s.Token, s.Arguments = "gate", tokenOf(call), fmt.Sprintf(`{"n":%d}`, call)
		p.gates.add(call, &gate{orders: make(chan order), deaf: a.deaf})
	}
	p.held = append(p.held, p.lineOf(s)...)
	p.move(m, s)
	if call > 0 && m.Asks() && m.Slot >= 0 {
		p.calls[m.Slot], p.doors[m.Slot], p.busy[m.Slot] = call, p.gates.find(call), false
	}
	p.leave()
	p.quick(m)
	if !a.held || p.alone {
		p.in.Write(p.held)
		p.held = p.held[:0]
	}
	return true
}

// quick answers what runs without a gate: one policy passes what it does not
// look at to the legacy side.
func (p *playing) quick(m model.Move) {
	if m.Asks() && m.Slot >= 0 && p.calls[m.Slot] == 0 && p.world.Slots[m.Slot].Has(model.MarkHandler) {
		p.move(model.Move{Kind: model.MoveResult, Slot: m.Slot}, Sample{})
	}
}

// leave lets the handlers return whose context has ended, unless they are deaf.
func (p *playing) leave() {
	for i := range p.world.Slots {
		s := &p.world.Slots[i]
		if s.State == model.RequestCancelled && s.Has(model.MarkHandler) && !p.doors[i].deaf && !p.busy[i] {
			p.move(model.Move{Kind: model.MoveError, Slot: int8(i)}, Sample{})
		}
	}
}

// order tells a handler what to do.
func (p *playing) order(a act) bool {
	i := p.pick(a.nth, func(s model.Slot) bool { return s.Kind == model.KindCall && s.Has(model.MarkHandler) })
	if i < 0 || p.busy[i] {
		return false
	}
	kind, o := model.MoveFrame, doProgress
	switch a.kind {
	case actResult:
		kind, o = model.MoveResult, doResult
	case actFail:
		kind, o = model.MoveError, doFail
	}
	p.doors[i].orders <- o
	before := len(p.outbox)
	p.move(model.Move{Kind: kind, Slot: int8(i)}, Sample{})
	p.busy[i] = kind == model.MoveFrame && len(p.outbox) > before && p.stalled && !p.blocked
	return true
}

// announcement stands for the slot of what a legacy client is told.
const announcement = -1

// change is told to every listen that has no unsent change yet (decisions C6),
// and likewise to a legacy client that is ready.
func (p *playing) change() bool {
	go p.srv.PublishToolsChanged()
	for i := range p.world.Slots {
		if s := &p.world.Slots[i]; s.Kind == model.KindListen && s.State == model.RequestAcknowledged && !p.unsentEvent(i) {
			p.move(model.Move{Kind: model.MoveEvent, Slot: int8(i)}, Sample{})
		}
	}
	_, do, _ := model.LegacySession.Step(p.world.Legacy, model.LegacyOnNotify)
	if do == model.LegacyDoSend && p.world.Life == model.LifetimeServing && !p.unsentEvent(announcement) {
		p.outbox = append(p.outbox, awaited{said: said{what: "announced"}, slot: announcement, event: true, act: p.act})
	}
	return true
}

func (p *playing) unsentEvent(i int) bool {
	for _, a := range p.outbox {
		if a.slot == i && a.event {
			return true
		}
	}
	return false
}

func (p *playing) endListen(nth int) bool {
	i := p.pick(nth, func(s model.Slot) bool { return s.Kind == model.KindListen && s.State == model.RequestAcknowledged })
	if i < 0 {
		return false
	}
	go p.conn.CloseListens(p.tokens[i])
	p.move(model.Move{Kind: model.MoveCloseListen, Slot: int8(i)}, Sample{})
	return true
}
