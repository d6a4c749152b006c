package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
)

// note writes the transition into the trace.
func (tw *Twin) note(out []model.Emission) {
	s := &tw.step
	if s.aside && len(out) == 0 {
		return
	}
	from := len(tw.pool)
	tw.pool = tw.frames(s.number, out, tw.pool)
	tw.trace = append(tw.trace, model.TraceStep{
		Move: s.move, Request: s.number, Era: tw.seen.Era, Out: slices.Clip(tw.pool[from:]),
	})
}

// A disagreement is a broken statement with the way to it.
type disagreement struct {
	violation model.Violation
	detail    string
}

func (d *disagreement) Error() string {
	return ErrDisagree.Error() + ": " + d.violation.String() + d.detail
}
func (d *disagreement) Unwrap() error { return ErrDisagree }

func (tw *Twin) disagree(v model.Invariant) error {
	var b strings.Builder
	fmt.Fprintf(&b, "  the last move: %s\n", tw.last)
	if tw.step.stray != "" {
		fmt.Fprintf(&b, "  the session asks for: %s\n", tw.step.stray)
	}
	if !sameFrames(tw.step.out, tw.want) {
		fmt.Fprintf(&b, "  frames: the session wants %s, the model %s\n", frameNames(tw.step.out), frameNames(tw.want))
	}
	tw.differences(&b)
	return &disagreement{model.Violation{Invariant: v, Trace: tw.trace}, b.String()}
}

func frameNames(out []model.Emission) string {
	var names []string
	for _, e := range out {
		names = append(names, fmt.Sprintf("%s (%s)", e.Frame, e.Lane))
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// differences lists where session and model stand apart.
func (tw *Twin) differences(b *strings.Builder) {
	line := func(what string, got, want any) {
		if got != want {
			fmt.Fprintf(b, "  %s: the session %v, the model %v\n", what, got, want)
		}
	}
	got, want := &tw.seen, &tw.world
	line("era", got.Era, want.Era)
	line("lifetime", got.Life, want.Life)
	line("handshake", got.Legacy, want.Legacy)
	line("output closed", got.OutputClosed, want.OutputClosed)
	for i := range got.Slots {
		line(fmt.Sprintf("request #%d", tw.number[i]), fmt.Sprintf("%+v", got.Slots[i]), fmt.Sprintf("%+v", want.Slots[i]))
	}
}
