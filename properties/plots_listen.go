package properties

import (
	"fmt"
	"slices"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// filters are what the generated listens ask for.
var filters = []string{
	`{"toolsListChanged":true}`, `{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}`, `{}`,
	`{"promptsListChanged":true}`, `{"toolsListChanged":true,"resourceSubscriptions":["x://a"]}`, `{"toolsListChanged":false}`,
}

func listenPlot(*suite) plot {
	return plot{
		opening: settled, barrier: model.ClassDiscover, odd: true, awaits: true,
		classes: append(times(6, model.ClassListen), model.ClassEnveloped, model.ClassBadListen),
		doings:  map[doing]int{doLine: 8, doCancel: 3, doAwait: 3, doBarrier: 1, doStall: 1, doResume: 1, doEnd: 1},
	}
}

func changePlot(s *suite) plot {
	p := plot{
		opening: settled, barrier: model.ClassDiscover, odd: true, awaits: true, extra: awaitChanges,
		classes: append(times(3, model.ClassListen), times(3, model.ClassEnveloped)...), roles: []role{roleChange, roleChange, roleList},
		doings: map[doing]int{doLine: 10, doCancel: 2, doAwait: 4, doStall: 1, doResume: 1},
	}
	if s.change.Tool == "" {
		p.skip = "no tool was named that changes something"
	}
	return p
}

// awaitChanges changes something, and waits until every live listen that asked
// for it has heard of it since (S-SUB-12).
func awaitChanges(p *player) []fault {
	from, before := len(p.dialogue.all()), len(p.said)
	if p.line(cue{class: model.ClassEnveloped, role: roleChange}); len(p.said) == before || !p.await(p.last()) {
		return nil
	}
	for _, a := range p.said {
		if p.deaf || a.Class != model.ClassListen || a.gone || !p.granted(a) {
			continue
		}
		_, err := p.find("no change on listen "+a.ID, from, func(h *heard) bool {
			return h.kind == wire.InListChanged && h.stamp == a.key && string(h.frame.Method()) == protocol.NotificationToolsListChanged
		})
		if err != nil {
			p.note(item{kind: itemNote, text: "  (" + err.Error() + ")"})
			p.deaf = !p.strict
			return []fault{{"S-SUB-12", model.SHOULD, "a listen does not hear of a change that it was granted"}}
		}
	}
	return nil
}

// granted reports whether a listen was acknowledged with changes of the tools.
func (p *player) granted(a *asked) bool {
	return p.acknowledged(a, func(f protocol.Filter) bool { return f.ToolsListChanged })
}

func (p *player) acknowledged(a *asked, with func(protocol.Filter) bool) bool {
	return slices.ContainsFunc(p.dialogue.all()[a.from:], func(h heard) bool {
		f, ok := filterOf(h.frame.Filter())
		return h.kind == wire.InAcknowledged && h.stamp == a.key && ok && with(f)
	})
}

func progressPlot(s *suite) plot {
	p := plot{
		opening: settled, barrier: model.ClassDiscover, odd: true, awaits: true, classes: times(1, model.ClassEnveloped), roles: []role{roleProgress},
		doings: map[doing]int{doLine: 10, doCancel: 2, doAwait: 3, doBarrier: 1, doStall: 1, doResume: 1, doEnd: 1},
	}
	if s.progress.Tool == "" {
		p.skip = "no tool was named that sends progress"
	}
	return p
}

// slotPlot opens listens, cancels them and opens them again: a listen that was
// served before its cancel is served again behind it.
func slotPlot(s *suite) plot {
	return plot{
		opening: settled, barrier: model.ClassDiscover, steps: 1, classes: times(1, model.ClassListen), doings: map[doing]int{doCancel: 1},
		extra: recycle,
	}
}

const fewListens = 3

// recycle plays two rounds on as many slots as the server has.
func recycle(p *player) []fault {
	n := p.listens
	if n == 0 || n > mostRequests/2-1 {
		n = fewListens
	}
	var served [2]int
	for round := range served {
		first := len(p.said)
		for i := range n {
			p.line(cue{class: model.ClassListen, id: fmt.Sprintf(`"slot %d"`, i), held: i < n-1})
		}
		for _, a := range p.said[first:] {
			if p.await(a) && p.acknowledged(a, func(protocol.Filter) bool { return true }) {
				served[round]++
			}
		}
		for range p.said[first:] {
			p.cancel(0)
		}
		p.wall()
	}
	if served[1] < served[0] {
		level := model.SHOULD
		if p.listens > 0 {
			level = model.MUST
		}
		return []fault{{"S-CANCEL-3", level, fmt.Sprintf("%d listens were served, and after their cancel %d", served[0], served[1])}}
	}
	return nil
}
