package properties

import (
	"fmt"
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
)

var silentListenProperty = property{
	claim: claim{name: "silence of a listen", ref: "S-CANCEL-1, S-CANCEL-12, S-SUB-9", modern: true,
		says: "Once the cancel of a listen was read nothing more is said about it, at the end of input neither."},
	check: func(_ *suite, d *dialogue) error {
		if err := listen(d, `7`, `"other"`); err != nil {
			return err
		}
		return silence(d, &asked{Sample: Sample{Class: model.ClassListen, ID: `7`}})
	},
}

var silentCallProperty = property{
	claim: claim{name: "silence of a call", ref: "S-CANCEL-1, S-CANCEL-9", modern: true,
		says: "Once the cancel of a call was read nothing more is said about it, at the end of input neither."},
	check: func(s *suite, d *dialogue) error {
		if s.slow.Tool == "" {
			return fmt.Errorf("%w: no slow tool was named, or others do not overtake it", errSkip)
		}
		call := s.slow
		call.Class, call.ID, call.Token = model.ClassEnveloped, `7`, `"tell me"`
		if err := d.say(call); err != nil {
			return err
		}
		if err := barrier(d, `"before"`); err != nil {
			return err
		}
		for _, h := range d.all() {
			if h.response() && h.id == idOf([]byte(`7`)) {
				return fmt.Errorf("%w: the tool was not slow, or refused: %s", errSkip, shorten(h.frame.Line()))
			}
		}
		return silence(d, &asked{Sample: call, role: roleSlow})
	},
}

// silence cancels requests. What comes before the barrier's answer may have
// been on its way, unless it gives away that the cancel was read; what comes
// behind it may not.
func silence(d *dialogue, cancelled ...*asked) error {
	sent := len(d.all())
	cancels := make([]Sample, len(cancelled))
	for i, a := range cancelled {
		cancels[i] = Sample{Class: model.ClassCancelled, ID: a.ID}
	}
	if err := d.say(cancels...); err != nil {
		return err
	}
	if err := barrier(d, `"after"`); err != nil {
		return err
	}
	_, from, err := d.answer(`"after"`)
	if err != nil {
		return err
	}
	time.Sleep(d.pause) // what was cancelled may have a last word
	d.finish()
	for i, h := range d.all()[sent:] {
		for _, a := range cancelled {
			if a.spoken(&h, sent+i >= from) {
				return wrong("a frame for %s after its cancel was read: %s", a.ID, shorten(h.frame.Line()))
			}
		}
	}
	return nil
}

// spoken reports whether a frame is about a request whose cancel was read, which
// a barrier has proved, or the frame itself does.
func (a *asked) spoken(h *heard, proved bool) bool {
	key := idOf([]byte(a.ID))
	if !proved {
		return h.response() && h.id == key && a.provoked(h)
	}
	return h.about(key) || a.Token != "" && h.kind == wire.InProgress && h.token == idOf([]byte(a.Token))
}

// barrier asks something that is answered at once: the answer proves that
// whatever was written before has been read.
func barrier(d *dialogue, id string) error {
	if err := d.say(Sample{Class: model.ClassDiscover, ID: id}); err != nil {
		return err
	}
	_, _, err := d.answer(id)
	return err
}
