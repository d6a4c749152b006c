package check

import (
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// credit counts what a frame that the oracle believed has shown.
func (j *judge) credit(f *frame, m *message, s model.Seen) {
	switch s.Kind {
	case model.SeenAcknowledgement:
		j.pass("S-SUB-14", "S-SUB-2")
	case model.SeenEvent:
		j.pass("S-SUB-3", "S-SUB-6", "S-SUB-12")
	case model.SeenProgress:
		j.pass("S-PROG-5")
	case model.SeenError:
		j.pass("S-RESP-1", "S-MSG-8", "S-RESP-5")
		j.creditError(f, m)
	case model.SeenResult:
		j.pass("S-RESP-1", "S-MSG-8")
		j.creditResult(f, s.Shape)
	}
}

func (j *judge) creditError(f *frame, m *message) {
	code := m.code()
	switch {
	case f.sent.Class == model.ClassUnsupportedVersion && code == protocol.CodeUnsupportedVersion:
		j.pass("S-VER-1")
		if f.sent.ID > 0 {
			j.pass("S-STATE-1")
		}
	case f.sent.Class == model.ClassPartialEnvelope && code == protocol.CodeInvalidParams:
		j.pass("S-META-7")
	case f.letter == model.LetterRemoved && code == protocol.CodeMethodNotFound:
		j.pass("S-REMOVED-1")
	case f.letter == model.LetterUnknown && code == protocol.CodeMethodNotFound:
		j.pass("S-ERR-12")
	}
}

func (j *judge) creditResult(f *frame, shape model.Shape) {
	modern := shape == model.ShapeModern || shape == model.ShapeDiscover
	switch {
	case f.letter == model.LetterDiscover && modern:
		j.pass("S-DISC-1", "S-RESP-4")
	case f.letter.Modern() && modern:
		j.pass("S-RESP-4")
	case f.letter == model.LetterPing:
		j.pass("S-PING-1")
	case f.letter == model.LetterInitialize && j.peer.modern:
		j.pass("S-ERA-7")
	}
	if f.bare && f.letter.Modern() && modern {
		j.pass("S-META-8")
	}
}

// changes misses the change that a live listen should have heard of.
func (j *judge) changes() {
	did, listen := j.e.first(model.LetterChange), j.e.first(model.LetterListen)
	if did == nil || listen == nil || j.e.cancelled(listen) {
		return
	}
	if m := j.e.answer(did); m == nil || m.failed() {
		return
	}
	for _, m := range j.e.messages() {
		if changes(m.method) && key(m.stamp()) == keyOf(listen) {
			return
		}
	}
	j.fail("S-SUB-12", j.e.waited, "a listen did not hear of a change that it asked for")
	j.faults[len(j.faults)-1].timed = true
}
