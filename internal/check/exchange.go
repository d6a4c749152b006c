package check

import (
	"time"

	"github.com/eralock/eralock/internal/trace"
	"github.com/eralock/eralock/model"
)

// exchange is one conversation with one process, as it was recorded. It is all
// that a judge sees.
type exchange struct {
	schedule model.Schedule
	frames   []*frame
	records  []trace.Record

	// Where these marks stand among the records; -1: there is none.
	waited int // everything had its time to be answered
	closed int // we closed our side
	ended  int // the server closed its side

	// alive: the process outlived the end of its input by the bound.
	alive bool
	// exit says how the process ended, for people.
	exit string
	// gaveUp says why the process is no server; see conn.hopeless.
	gaveUp string
	// stderr is the end of what it wrote there.
	stderr []byte
}

// framesAt lists the frames of the write at a record.
func (e *exchange) framesAt(record int) []*frame {
	var all []*frame
	for _, f := range e.frames {
		if f.record == record {
			all = append(all, f)
		}
	}
	return all
}

// asked finds the request with an id, by its key.
func (e *exchange) asked(key string) *frame {
	if key == "" {
		return nil
	}
	for _, f := range e.frames {
		if f.id != "" && keyOf(f) == key {
			return f
		}
	}
	return nil
}

func keyOf(f *frame) string { return key(raw(f.id)) }

// messages reads every line of the server's.
func (e *exchange) messages() []message {
	var all []message
	for i, r := range e.records {
		if r.Kind != trace.Received || len(r.Data) == 0 {
			continue
		}
		m := read(r.Data)
		m.record, m.at = i, r.At
		all = append(all, m)
	}
	return all
}

// answer finds the first response to a frame.
func (e *exchange) answer(f *frame) *message {
	for _, m := range e.messages() {
		if m.response() && key(m.id) == keyOf(f) {
			return &m
		}
	}
	return nil
}

// first finds the first frame of a letter.
func (e *exchange) first(l model.Letter) *frame {
	for _, f := range e.frames {
		if f.letter == l && !f.probe {
			return f
		}
	}
	return nil
}

// answerTo is the answer to the first frame of a letter, nil if there is none.
func (e *exchange) answerTo(l model.Letter) *message {
	f := e.first(l)
	if f == nil {
		return nil
	}
	return e.answer(f)
}

// legacy reports whether the conversation may have become a legacy one.
func (e *exchange) legacy() bool {
	for _, f := range e.frames {
		if f.letter.Legacy() {
			return true
		}
	}
	return false
}

// took is how long the first frame of a letter waited for its answer.
func (e *exchange) took(l model.Letter) time.Duration {
	f, m := e.first(l), e.answerTo(l)
	if f == nil || m == nil {
		return 0
	}
	return m.at - f.at
}

// cancelled reports whether a cancel of f was said.
func (e *exchange) cancelled(f *frame) bool {
	for _, c := range e.frames {
		if c.sent.Class == model.ClassCancelled && c.sent.Target == f.sent.ID {
			return true
		}
	}
	return false
}
