package properties

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/model"
)

// A plot says what the generated exchanges of one property are made of. The
// zero values of what it does not say are left out.
type plot struct {
	skip    string                // why the property does not apply
	opening []model.Class         // said first, and answered, before anything is generated
	classes []model.Class         // of the lines, as often as they stand here
	roles   []role                // of the calls, likewise
	forms   []form                // likewise; none: plain
	doings  map[doing]int         // weights
	barrier model.Class           // what a barrier asks
	odd     bool                  // ids of every kind, and reused; else simple ones
	steps   int                   // at most; default 12
	awaits  bool                  // what is quick is waited for, before the end of input
	extra   func(*player) []fault // is asked before the end of input
}

// generator draws lists of steps.
func (p *plot) generator() *rapid.Generator[[]cue] {
	var do []doing
	for d := range doEnd + 1 {
		do = append(do, slices.Repeat([]doing{d}, p.doings[d])...)
	}
	doing, class, id := evenly(do), evenly(p.classes), evenly(ids)
	roles, forms := p.roles, p.forms
	if len(roles) == 0 {
		roles = []role{roleList}
	}
	if len(forms) == 0 {
		forms = []form{formPlain}
	}
	role, form, nth := evenly(roles), evenly(forms), rapid.IntRange(0, 7)
	one := rapid.Custom(func(t *rapid.T) cue {
		s := cue{do: doing.Draw(t, "do"), nth: nth.Draw(t, "nth")}
		if s.do == doLine {
			s.class, s.role, s.form = class.Draw(t, "class"), role.Draw(t, "role"), form.Draw(t, "form")
			s.held = rapid.Bool().Draw(t, "held")
			if p.odd {
				s.id = id.Draw(t, "id")
			}
		}
		return s
	})
	most := p.steps
	if most == 0 {
		most = 12
	}
	return rapid.SliceOfN(one, min(3, most), most)
}
