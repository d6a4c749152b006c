package properties

import (
	"errors"
	"fmt"

	"github.com/eralock/eralock/model"
)

var errRefused = errors.New("the call was refused")

// tryTools finds out whether the other tools that were named can be called: with
// one that is refused, changes and progress would be waited for in vain, and the
// server be blamed.
func (s *suite) tryTools() {
	for _, t := range []struct {
		property string
		option   string
		call     *Sample
	}{{progressProperty.name, "ProgressTool", &s.progress}, {changeProperty.name, "ChangeTool", &s.change}} {
		if t.call.Tool == "" || s.mute != nil || !s.modern {
			continue
		}
		if err := s.on(func(d *dialogue) error { return d.accepts(*t.call) }); errors.Is(err, errRefused) {
			s.report.Notes = append(s.report.Notes, Remark{t.property, t.option + ": " + t.call.Tool + " cannot be used: " + err.Error()})
			*t.call = Sample{}
		}
	}
}

// accepts calls a tool. A server that does not answer is not one that refuses.
func (d *dialogue) accepts(call Sample) error {
	a := &asked{Sample: call, role: roleSlow} // provoked: by the call itself
	a.Class, a.ID = model.ClassEnveloped, `"named"`
	if err := d.say(a.Sample); err != nil {
		return err
	}
	h, _, err := d.answer(a.ID)
	if err == nil && a.provoked(h) {
		err = fmt.Errorf("%w: %s", errRefused, shorten(h.frame.Line()))
	}
	return err
}
