package properties

import (
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
)

const answerRefs = "S-MSG-1, S-MSG-7, S-MSG-8, S-NOTIF-1, S-ERR-12, S-RESP-4"

var answerProperty = property{
	claim: claim{name: "answers", ref: answerRefs, modern: true,
		says: "Every request is answered, once; a notification never."},
	play: answerPlot,
	check: func(_ *suite, d *dialogue) error {
		// When a connection commits is the server's own affair: by the answer to
		// this pair it has, and then notifications cannot choose any more.
		for _, c := range []model.Class{model.ClassDiscover, model.ClassEnvelopedUnknown} {
			id := fmt.Sprintf(`"first %d"`, c)
			if err := d.say(Sample{Class: c, ID: id}); err != nil {
				return err
			}
			if _, _, err := d.answer(id); err != nil {
				return err
			}
		}
		return answersOnce(d, model.ClassDiscover, model.ClassEnvelopedUnknown, model.ClassUnsupportedVersion, model.ClassPartialEnvelope)
	},
}

var legacyAnswerProperty = property{
	claim: claim{name: "answers, legacy", ref: answerRefs, legacy: true,
		says: "Every request is answered, once; a notification never."},
	play: legacyAnswerPlot,
	check: func(_ *suite, d *dialogue) error {
		if err := shake(d); err != nil {
			return err
		}
		return answersOnce(d, model.ClassPing, model.ClassBareUnknown)
	},
}

// answersOnce asks good and bad requests in one write with notifications, waits
// for an answer to each, and listens on until the output has ended.
func answersOnce(d *dialogue, good model.Class, bad ...model.Class) error {
	var frames []Sample
	for n := range 4 {
		for _, c := range append([]model.Class{good}, bad...) {
			frames = append(frames, Sample{Class: c, ID: fmt.Sprintf(`"%d-%d"`, n, c)},
				Sample{Class: model.ClassNotification}, Sample{Class: model.ClassCancelled, ID: `"unknown"`})
		}
	}
	from := len(d.all())
	if err := d.say(frames...); err != nil {
		return err
	}
	var asked []Sample
	for _, f := range frames {
		if !f.Class.Request() {
			continue
		}
		asked = append(asked, f)
		h, _, err := d.answer(f.ID)
		switch {
		case err != nil:
			return err
		case f.Class == good && h.kind != wire.InResult:
			return wrong("a good request was refused: %s", shorten(h.frame.Line()))
		case (f.Class == model.ClassEnvelopedUnknown || f.Class == model.ClassBareUnknown) && h.kind != wire.InError:
			return wrong("a method that does not exist was served: %s", shorten(h.frame.Line()))
		}
	}
	d.finish()
	return onlyAnswersTo(asked, d.all()[from:])
}
