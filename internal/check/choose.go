package check

import (
	"fmt"

	"github.com/eralock/eralock/model"
)

// need is what a schedule asks of the peer or of the options.
type need uint8

const (
	needsModern need = iota
	needsLegacy
	needsSlow
	needsListen
	needsChange
	needs
)

// choose leaves out what the peer or the options cannot have, and says so.
func (r *round) choose(schedules []model.Schedule) []model.Schedule {
	p := r.peer
	missing := map[need]string{
		needsModern: "schedules of 2026-07-28: the peer does not serve it",
		needsLegacy: "schedules of the handshake: the peer does not serve it",
		needsListen: "schedules with a listen: the peer does not serve subscriptions/listen",
		needsChange: "schedules with a change: " + r.noChange(),
	}
	if p.modern && p.legacy {
		switch r.opt.Era {
		case ModernEra:
			missing[needsLegacy] = "schedules of the handshake: switched off"
		case LegacyEra:
			missing[needsModern] = "schedules of 2026-07-28: switched off"
		}
	}
	has := map[need]bool{
		needsModern: p.modern && r.opt.Era != LegacyEra, needsLegacy: p.legacy && r.opt.Era != ModernEra,
		needsSlow: p.slowTook > 0, needsListen: p.listens, needsChange: r.opt.ChangeTool != "" && p.mayHave(r.opt.ChangeTool),
	}
	var todo []model.Schedule
	for _, s := range schedules {
		fits := true
		for _, n := range needsOf(s) {
			if !has[n] {
				fits = false
				r.skip(n, missing[n])
				break
			}
		}
		if fits {
			todo = append(todo, s)
		}
	}
	return todo
}

func (r *round) noChange() string {
	if r.opt.ChangeTool == "" {
		return "no tool that changes the list of tools was named (-change-tool)"
	}
	return fmt.Sprintf("the peer has no tool %q (-change-tool)", r.opt.ChangeTool)
}

func needsOf(s model.Schedule) []need {
	var all []need
	add := func(n need, is bool) {
		if is {
			all = append(all, n)
		}
	}
	add(needsModern, s.Modern())
	add(needsLegacy, s.Legacy())
	add(needsListen, s.Has(model.LetterListen))
	add(needsSlow, s.Has(model.LetterSlow) || s.Has(model.LetterBareSlow))
	add(needsChange, s.Has(model.LetterChange))
	return all
}

// skip notes why schedules were left out. The first reason of a kind stays.
func (r *round) skip(n need, why string) {
	if _, said := r.skipped[n]; !said && why != "" {
		r.skipped[n] = why
	}
}
