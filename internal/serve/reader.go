package serve

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// corkLimit is how many bytes may wait for the next line of a burst.
const corkLimit = 32 << 10

// reading is what one holder of the reading role works with. A fresh one comes
// with every hand-over, so that nothing is shared with a handler that still
// looks at its line.
type reading struct {
	frame wire.Frame
	key   [160]byte // canonical ids
}

// readLoop holds the reading role until the input ends or the role moves on.
func (c *Conn) readLoop() {
	var rd reading
	for {
		if !c.uncork() {
			return
		}
		c.waitRoom()
		line, err := c.lines.Next()
		if err != nil {
			c.endOfInput()
			return
		}
		run := c.read(&rd, line)
		switch {
		case run.stopped:
			return
		case run.note:
			c.app.Notified(&rd.frame)
		case run.call != nil && !c.dispatch(run.call, len(line.Text)):
			return
		}
	}
}

// uncork writes what is queued, unless another whole line is here already: its
// answer can share the write. It reports whether the caller still reads.
func (c *Conn) uncork() bool {
	queued := c.out.bytes.Load()
	if queued == 0 || queued < corkLimit && c.lines.HasLine() {
		return true
	}
	turn := c.beginTurn()
	c.flush()
	return c.endTurn(turn)
}

// read parses, classifies and steps one line.
func (c *Conn) read(rd *reading, line wire.Line) (run runList) {
	f := &rd.frame
	c.parser.Parse(line, f)
	class, refusal := wire.Classify(f, c.app.Classify())
	if class == model.ClassBlank {
		return run
	}
	in := machine.Input{Kind: machine.FrameRead, Class: class, ID: rd.about(class), Failure: f.Failure() != nil}
	c.mu.Lock()
	c.step(in, pending{frame: f, refusal: &refusal, run: &run})
	c.finishIfWritten()
	run.stopped = c.ended
	events := c.takeEvents()
	c.mu.Unlock()
	c.report(events)
	if run.call != nil {
		run.call.route = c.app.Prepare(run.call, f)
	}
	return run
}

// about is the canonical id that a frame speaks of: the one it cancels, or its
// own; nil if there is none.
func (rd *reading) about(class model.Class) []byte {
	raw := rd.frame.AnswerID()
	if class == model.ClassCancelled {
		raw = rd.frame.RequestID()
	}
	if raw == nil {
		return nil
	}
	key, ok := wire.CanonicalID(raw, rd.key[:0])
	if !ok {
		return nil
	}
	return key
}
