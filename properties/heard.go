package properties

import (
	"fmt"

	"github.com/eralock/eralock/internal/wire"
)

// heard is one line from the server. Ids are canonical: equal texts are equal
// ids of one type.
type heard struct {
	kind  wire.Inbound
	id    string // of a response
	stamp string // of a notification that belongs to a listen
	token string // of a progress notification
	frame wire.Frame
}

// about reports whether the line belongs to the request with an id.
func (h *heard) about(id string) bool { return h.id == id || h.stamp == id }

func (h *heard) response() bool { return h.kind == wire.InResult || h.kind == wire.InError }

func (d *dialogue) hear(parser *wire.Parser, line wire.Line) {
	var h heard
	parser.Parse(line, &h.frame)
	h.frame.Own()
	h.kind = wire.ClassifyInbound(&h.frame)
	h.id, h.stamp, h.token = idOf(h.frame.AnswerID()), idOf(h.frame.SubscriptionID()), idOf(h.frame.Token())
	d.record = append(d.record, item{kind: itemHeard, text: "< " + shorten(line.Text), heard: len(d.heard)})
	d.heard = append(d.heard, h)
}

// idOf is the canonical id, "" for what is none.
func idOf(raw []byte) string {
	key, _ := wire.CanonicalID(raw, nil)
	return string(key)
}

func shorten(line []byte) string {
	const most = 240
	if len(line) > most {
		return string(line[:most]) + " …"
	}
	return string(line)
}

// wellFormed: nothing but messages goes to the output (S-FRAME-2, S-MSG-1).
func (d *dialogue) wellFormed() error {
	for _, h := range d.all() {
		switch h.kind {
		case wire.InJunk, wire.InInvalid, wire.InTooLong:
			return wrong("a line that is no message (S-FRAME-2, S-MSG-1): %s", shorten(h.frame.Line()))
		}
	}
	return nil
}

// wrongAnswer is an answer that came and is not what it must be.
type wrongAnswer struct{ text string }

func (w *wrongAnswer) Error() string { return w.text }

func wrong(format string, args ...any) error { return &wrongAnswer{fmt.Sprintf(format, args...)} }
