package properties

import (
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
)

// await waits for the answer to a request, or the acknowledgement, if there
// should be one soon. An id that was answered may be used again.
func (p *player) await(a *asked) bool {
	if a == nil || a.gone || !a.quick {
		return true
	}
	p.flush()
	p.stall(false)
	i, err := p.find("no answer to "+a.ID, a.from, func(h *heard) bool {
		return h.response() && h.id == a.key || a.Class == model.ClassListen && h.kind == wire.InAcknowledged && h.stamp == a.key
	})
	if err != nil {
		p.note(item{kind: itemMissed, text: "  (" + err.Error() + ")", frame: a})
		a.quick = false // it is missed once
		return false
	}
	if a.reusable() && p.dialogue.all()[i].response() {
		p.inUse[a.key] = false
	}
	return true
}

// reusable: on 2026-07-28 an id may be used again once its request is over; in
// a legacy session it may not.
func (a *asked) reusable() bool {
	switch a.Class {
	case model.ClassDiscover, model.ClassEnveloped, model.ClassEnvelopedUnknown, model.ClassListen,
		model.ClassUnsupportedVersion, model.ClassPartialEnvelope, model.ClassBadListen:
		return true
	}
	return false
}

// epilogue lets come what is to come, ends the input, and waits for the end of
// the output.
func (p *player) epilogue() {
	if !p.ended {
		p.flush()
		for _, a := range p.said {
			if p.awaits {
				p.await(a)
			}
		}
		if p.extra != nil {
			p.faults = p.extra(p)
		}
		p.wall()
		p.lastWords()
		p.end()
	}
	p.stall(false)
	t := time.NewTimer(p.patience)
	defer t.Stop()
	select {
	case <-p.dialogue.gone:
	case <-t.C:
		p.note(item{kind: itemMissed, text: "  (the output does not end)"})
	}
}

// lastWords gives what was cancelled the time to break its silence.
func (p *player) lastWords() {
	for _, a := range p.said {
		if a.gone && (!a.quick || a.Class == model.ClassListen) {
			time.Sleep(p.suite.pause)
			return
		}
	}
}

// end ends the input.
func (p *player) end() {
	p.flush()
	p.ended = true
	p.note(item{kind: itemEOF, text: "> (end of input)"})
	p.out.end()
}
