package properties

import (
	"slices"

	"github.com/eralock/eralock/model"
)

// What the exchanges of each property are made of. Slices name what is drawn
// from, as often as it stands there.

func times(n int, c model.Class) []model.Class { return slices.Repeat([]model.Class{c}, n) }

// settled is the opening of an exchange that is about 2026-07-28 alone: when a
// connection commits is the server's own affair, and after this pair it has.
var settled = []model.Class{model.ClassDiscover, model.ClassEnveloped}

var shaken = []model.Class{model.ClassInitialize, model.ClassInitialized}

func answerPlot(*suite) plot {
	return plot{
		opening: settled, barrier: model.ClassDiscover, odd: true, awaits: true,
		classes: slices.Concat(times(5, model.ClassEnveloped), times(3, model.ClassDiscover), []model.Class{
			model.ClassEnvelopedUnknown, model.ClassUnsupportedVersion, model.ClassPartialEnvelope, model.ClassBadListen, model.ClassListen,
			model.ClassNotification, model.ClassClaimedNotification, model.ClassBadCancelled, model.ClassCancelled, model.ClassInitialized,
		}),
		doings: map[doing]int{doLine: 16, doCancel: 2, doAwait: 3, doBarrier: 1, doStall: 2, doResume: 1},
	}
}

func legacyAnswerPlot(*suite) plot {
	return plot{
		opening: shaken, barrier: model.ClassPing, awaits: true,
		classes: slices.Concat(times(4, model.ClassBare), times(4, model.ClassPing), []model.Class{
			model.ClassBareUnknown, model.ClassInitialize, model.ClassNotification, model.ClassBadCancelled, model.ClassCancelled,
		}),
		doings: map[doing]int{doLine: 16, doCancel: 2, doAwait: 3, doBarrier: 1, doStall: 2, doResume: 1},
	}
}

func idPlot(*suite) plot {
	return plot{
		opening: settled, barrier: model.ClassDiscover, odd: true, awaits: true,
		classes: []model.Class{model.ClassDiscover, model.ClassEnveloped, model.ClassEnvelopedUnknown, model.ClassListen, model.ClassPartialEnvelope},
		doings:  map[doing]int{doLine: 10, doAwait: 5, doCancel: 1, doBarrier: 1},
	}
}

func envelopePlot(*suite) plot {
	return plot{
		barrier: model.ClassDiscover, awaits: true,
		classes: slices.Concat(times(6, model.ClassPartialEnvelope), times(4, model.ClassUnsupportedVersion), []model.Class{
			model.ClassEnveloped, model.ClassDiscover, model.ClassEnvelopedUnknown, model.ClassBadListen, model.ClassBareDiscover, model.ClassClaimedInitialize,
		}),
		doings: map[doing]int{doLine: 10, doAwait: 2},
	}
}

func framingPlot(*suite) plot {
	return plot{
		opening: settled, barrier: model.ClassDiscover, awaits: true, forms: []form{formPlain, formHalves, formTail, formBytes},
		classes: slices.Concat(times(8, model.ClassEnveloped), times(4, model.ClassDiscover), times(1, model.ClassNotification)),
		doings:  map[doing]int{doLine: 12, doAwait: 1, doBarrier: 1},
	}
}

func brokenPlot(*suite) plot {
	return plot{
		opening: settled, barrier: model.ClassDiscover, awaits: true, forms: everyForm(),
		classes: slices.Concat(times(4, model.ClassEnveloped), times(2, model.ClassDiscover), times(4, model.ClassMalformed), []model.Class{
			model.ClassBlank, model.ClassScalar, model.ClassBadShape, model.ClassBadID, model.ClassBadParams, model.ClassBatch,
		}),
		doings: map[doing]int{doLine: 12, doAwait: 1, doBarrier: 1},
	}
}

func eraPlot(*suite) plot {
	return plot{
		barrier: model.ClassUnsupportedVersion, steps: 5, awaits: true, extra: whereItStands,
		classes: slices.Concat(times(3, model.ClassInitialize), times(3, model.ClassListen), times(3, model.ClassDiscover), times(3, model.ClassEnveloped), []model.Class{
			model.ClassUnsupportedVersion, model.ClassPartialEnvelope, model.ClassEnvelopedUnknown, model.ClassBare, model.ClassPing,
			model.ClassInitialized, model.ClassNotification, model.ClassClaimedInitialize, model.ClassBadInitialize,
		}),
		doings: map[doing]int{doLine: 12, doAwait: 2, doCancel: 1},
	}
}

// whereItStands asks in the words of both eras, one after the other.
func whereItStands(p *player) []fault {
	for _, c := range []model.Class{model.ClassEnveloped, model.ClassPing, model.ClassInitialize, model.ClassEnveloped} {
		n := len(p.said)
		if p.line(cue{class: c}); len(p.said) > n {
			p.await(p.last())
		}
	}
	return nil
}

func silencePlot(s *suite) plot {
	p := plot{
		opening: settled, barrier: model.ClassDiscover, odd: true, awaits: true,
		classes: append(times(3, model.ClassListen), times(5, model.ClassEnveloped)...),
		roles:   []role{roleSlow, roleSlow, roleSlow, roleList},
		doings:  map[doing]int{doLine: 8, doCancel: 8, doAwait: 3, doBarrier: 2, doPause: 1, doStall: 1, doResume: 1, doEnd: 1},
	}
	if s.progress.Tool != "" {
		p.roles = append(p.roles, roleProgress)
	}
	return p
}

func legacyCancelPlot(s *suite) plot {
	p := plot{
		opening: shaken, barrier: model.ClassPing, awaits: true,
		classes: append(times(6, model.ClassBare), model.ClassPing),
		roles:   []role{roleSlow, roleSlow, roleList},
		doings:  map[doing]int{doLine: 8, doCancel: 8, doAwait: 1, doBarrier: 2, doPause: 1, doStall: 1, doResume: 1, doEnd: 1},
	}
	if s.slow.Tool == "" {
		p.skip = "no slow tool was named, or others do not overtake it"
	}
	return p
}

func drainPlot(s *suite) plot {
	return plot{
		barrier: model.ClassDiscover, odd: true, steps: 8,
		classes: append(times(8, model.ClassEnveloped), model.ClassDiscover, model.ClassListen, model.ClassPartialEnvelope),
		roles:   []role{roleList, roleList, roleSlow, roleProgress},
		doings:  map[doing]int{doLine: 10, doCancel: 2, doAwait: 1, doStall: 1, doEnd: 3},
	}
}

func legacyDrainPlot(s *suite) plot {
	return plot{
		opening: shaken, barrier: model.ClassPing, steps: 8,
		classes: append(times(5, model.ClassBare), model.ClassPing, model.ClassBareUnknown),
		roles:   []role{roleList, roleList, roleSlow, roleProgress},
		doings:  map[doing]int{doLine: 10, doAwait: 1, doStall: 1, doEnd: 3},
	}
}
