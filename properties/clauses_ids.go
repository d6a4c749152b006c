package properties

import (
	"strings"
	"time"

	"github.com/eralock/eralock/model"
)

// oddIDs are ids that servers are known to lose, to confuse or to round.
var oddIDs = []string{
	`0`, `-7`, `1`, `"1"`, `""`, `"0"`, `"é\u2028\\\""`, `9007199254740991`, `"` + strings.Repeat("x", 200) + `"`,
}

// largeID is beyond what JSON numbers are the same in everywhere: who loses it
// is told, and not accused.
const largeID = `9007199254740993`

const idRefs = "S-RESP-1, S-RESP-5, S-MSG-8"

var idProperty = property{
	claim: claim{name: "ids", ref: idRefs, modern: true,
		says: "Every id comes back with its type and its value."},
	play:  idPlot,
	check: func(_ *suite, d *dialogue) error { return echo(d, model.ClassDiscover) },
}

var legacyIDProperty = property{
	claim: claim{name: "ids, legacy", ref: idRefs, legacy: true,
		says: "Every id comes back with its type and its value."},
	check: func(_ *suite, d *dialogue) error {
		if err := shake(d); err != nil {
			return err
		}
		return echo(d, model.ClassPing)
	},
}

// echo asks with every odd id, all in one write, so that no two of them may be
// taken for one.
func echo(d *dialogue, c model.Class) error {
	var frames []Sample
	for _, id := range oddIDs[1:] { // 0 was used by a handshake, and must not be used again
		frames = append(frames, Sample{Class: c, ID: id})
	}
	if c != model.ClassPing {
		frames = append(frames, Sample{Class: c, ID: oddIDs[0]})
	}
	from := len(d.all())
	if err := d.say(frames...); err != nil {
		return err
	}
	for _, f := range frames {
		if _, _, err := d.answer(f.ID); err != nil {
			return err
		}
	}
	if err := onlyAnswersTo(frames, d.all()[from:]); err != nil {
		return err
	}
	return d.largeID(c)
}

// largeID asks with an id that a reader of floating-point numbers rounds.
func (d *dialogue) largeID(c model.Class) error {
	if err := d.say(Sample{Class: c, ID: largeID}, Sample{Class: c, ID: `"behind it"`}); err != nil {
		return err
	}
	_, _, err := d.answer(`"behind it"`)
	if err != nil {
		return err
	}
	time.Sleep(d.pause)
	for _, h := range d.all() {
		if h.response() && h.id == idOf([]byte(largeID)) {
			return nil
		}
	}
	d.notes = append(d.notes, "ids beyond 2^53 do not come back as they were, see "+largeID)
	return nil
}

// onlyAnswersTo: no answer to what was not asked, and none twice.
func onlyAnswersTo(frames []Sample, lines []heard) error {
	open := map[string]bool{}
	for _, f := range frames {
		open[idOf([]byte(f.ID))] = true
	}
	for _, h := range lines {
		switch {
		case !h.response():
		case h.id == "":
			return wrong("an error without an id, though every request had one: %s", shorten(h.frame.Line()))
		case !open[h.id]:
			return wrong("an answer too many, or to an id that was not asked: %s", shorten(h.frame.Line()))
		default:
			delete(open, h.id)
		}
	}
	return nil
}
