package properties

import (
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

var acknowledgementProperty = property{
	claim: claim{name: "acknowledgement", ref: "S-SUB-2, S-SUB-3, S-SUB-5, S-SUB-6, S-SUB-8, S-SUB-9, S-SUB-14", modern: true,
		says: "The first frame of a subscription is its acknowledgement, its result the last, and all are stamped with its id."},
	play: listenPlot,
	check: func(_ *suite, d *dialogue) error {
		ids := []string{`5`, `"5"`, `""`}
		if err := listen(d, ids...); err != nil {
			return err
		}
		d.finish()
		for _, id := range ids {
			if err := oneSubscription(idOf([]byte(id)), d.all()); err != nil {
				return fmt.Errorf("listen %s: %w", id, err)
			}
		}
		return nil
	},
}

// listen opens listens in one write and waits until each is acknowledged. A
// server need not have any.
func listen(d *dialogue, ids ...string) error {
	var frames []Sample
	for _, id := range ids {
		frames = append(frames, Sample{Class: model.ClassListen, ID: id})
	}
	if err := d.say(frames...); err != nil {
		return err
	}
	for _, id := range ids {
		key := idOf([]byte(id))
		i, err := d.find("neither an acknowledgement nor a refusal of listen "+id, 0, func(h *heard) bool { return h.about(key) })
		if err != nil {
			return err
		}
		if h := d.all()[i]; h.kind == wire.InError {
			return fmt.Errorf("%w: listen %s is refused: %w", errSkip, id, refusedWith(&h))
		}
	}
	return nil
}

// oneSubscription follows one listen through what was heard.
func oneSubscription(id string, lines []heard) error {
	opened, over := false, false
	for _, h := range lines {
		switch {
		case !h.about(id):
			continue
		case over:
			return wrong("a frame after the last one: %s", shorten(h.frame.Line()))
		case opened == (h.kind == wire.InAcknowledged):
			return wrong("the acknowledgement is the first frame, and comes once: %s", shorten(h.frame.Line()))
		case h.kind == wire.InResult && stampOf(&h) != id:
			return wrong("a listen's result is stamped with its id: %s", shorten(h.frame.Line()))
		}
		opened, over = true, h.response()
	}
	return nil
}

// stampOf is the subscription id in a result's _meta.
func stampOf(h *heard) string {
	var result struct {
		Meta protocol.Meta `json:"_meta"`
	}
	if protocol.Unmarshal(h.frame.Result(), &result) != nil {
		return ""
	}
	raw, _ := result.Meta.Get(protocol.KeySubscriptionID)
	return idOf(raw)
}
