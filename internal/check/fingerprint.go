package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// The fingerprint: how initialize is answered behind an enveloped listen, an
// unsupported version and a discover, each on a fresh connection.
var (
	afterListen   = model.Schedule{{Letter: model.LetterListen}, {Letter: model.LetterInitialize}}
	afterAbove    = model.Schedule{{Letter: model.LetterAbove}, {Letter: model.LetterInitialize}}
	afterDiscover = model.Schedule{{Letter: model.LetterDiscover}, {Letter: model.LetterInitialize}}
	afterList     = model.Schedule{{Letter: model.LetterList}, {Letter: model.LetterInitialize}}
	afterChange   = model.Schedule{{Letter: model.LetterChange}, {Letter: model.LetterInitialize}}
	afterNotice   = model.Schedule{{Letter: model.LetterNotice}, {Letter: model.LetterList, Adjacent: true}}
)

// A tool that sends one progress frame and fails stands in for the listen where
// there is none; our fixture has one.
const failingTool = "step_fail"

// The answers to initialize that a fingerprint tells apart.
const (
	served  = "served"
	refused = "refused"
	unknown = "not tried"
)

// print is the fingerprint of a policy: behind a listen, an unsupported
// version, a discover, and a list. The fourth tells FirstSuccess with grace
// from Concurrent, which agree in the other three.
type print struct {
	name    string
	table   *model.EraTable
	answers [4]string
}

// prints is a function, so that no other command builds the tables at its start.
func prints() []print {
	return []print{
		{"first-frame", model.Era(model.FirstFrame, false), [4]string{refused, served, refused, refused}},
		{"first-success", model.Era(model.FirstSuccess, false), [4]string{served, served, refused, refused}},
		{"opening-request", model.Era(model.OpeningRequest, false), [4]string{refused, refused, refused, refused}},
		{"probe-window", model.Era(model.ProbeWindow, false), [4]string{refused, served, served, refused}},
		{"first-frame with grace", model.Era(model.FirstFrame, true), [4]string{refused, served, served, refused}},
		{"first-success with grace", model.Era(model.FirstSuccess, true), [4]string{served, served, served, refused}},
		{"concurrent", model.Era(model.Concurrent, false), [4]string{served, served, served, served}},
	}
}

// fingerprint finds the policies that fit. Where none does the nearest is
// named, and none is held against the peer (policies, "Fingerprint").
func (r *round) fingerprint(ctx context.Context) error {
	all, err := r.playAll(ctx, afterListen, afterAbove, afterDiscover, afterList)
	if err != nil {
		return err
	}
	var answers [4]string
	for i, e := range all {
		answers[i] = answerKind(e.answerTo(model.LetterInitialize))
	}
	p := r.peer
	if !p.listens {
		if answers[0], err = r.afterProgress(ctx); err != nil {
			return err
		}
	}
	p.fingerprint = fmt.Sprintf("initialize behind a listen: %s, an unsupported version: %s, a discover: %s, a list: %s", answers[0], answers[1], answers[2], answers[3])
	var fits []*model.EraTable
	var names []string
	nearest, least := "", len(answers)+1
	for _, print := range prints() {
		differs := 0
		for i, want := range print.answers {
			if answers[i] != unknown && answers[i] != want {
				differs++
			}
		}
		if differs == 0 {
			fits, names = append(fits, print.table), append(names, print.name)
		}
		if differs < least {
			nearest, least = print.name, differs
		}
	}
	if len(fits) == 0 {
		p.policy = "none known (nearest: " + nearest + ")"
		return nil
	}
	return r.separate(ctx, fits, names)
}

// afterProgress is how initialize is answered behind a call that sent a frame
// and failed. A listen that fails commits nothing and says nothing.
func (r *round) afterProgress(ctx context.Context) (string, error) {
	if !r.peer.tools[failingTool] {
		return unknown, nil
	}
	opt := *r.opt
	opt.ChangeTool, opt.ChangeArgs = failingTool, "{}"
	e, err := play(ctx, &opt, r.peer, r.patience, afterChange, fromOne)
	if err != nil {
		return unknown, err
	}
	return answerKind(e.answerTo(model.LetterInitialize)), nil
}

// separate tells ProbeWindow from FirstFrame with grace: a bare notification
// makes the first one pass an enveloped request to its legacy side.
func (r *round) separate(ctx context.Context, fits []*model.EraTable, names []string) error {
	p := r.peer
	p.matched = true
	if slices.Contains(names, "probe-window") {
		all, err := r.playAll(ctx, afterNotice)
		if err != nil {
			return err
		}
		keep := "first-frame with grace"
		if m := all[0].answerTo(model.LetterList); m != nil && m.result["resultType"] == nil {
			keep = "probe-window"
		}
		i := slices.Index(names, keep)
		fits, names = fits[i:i+1], names[i:i+1]
	}
	p.eras, p.policy = fits, strings.Join(names, " or ")
	return nil
}

func answerKind(m *message) string {
	switch {
	case m == nil:
		return "not answered"
	case m.result != nil:
		return served
	case m.code() == protocol.CodeUnsupportedVersion:
		return refused
	}
	return fmt.Sprint("error ", m.code())
}
