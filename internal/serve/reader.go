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
	frame   wire.Frame
	refusal wire.Refusal
	run     runList
	key     [160]byte // canonical ids
	step    readingStep
}

// readingStep is what the reading goroutine is at, in case it never returns: see
// readerExited.
type readingStep uint8

const (
	waiting   readingStep = iota
	judging               // the program may have a say in a handshake
	preparing             // its types are decoded
	inTurn                // see role.go: the role is not lost
)

// readLoop holds the reading role until the input ends or the role moves on.
func (c *Conn) readLoop() {
	rd := new(reading)
	left := false
	defer func() {
		if !left {
			c.readerExited(rd)
		}
	}()
	for c.readNext(rd) {
	}
	left = true
}

// readNext deals with one line and reports whether the caller still reads.
func (c *Conn) readNext(rd *reading) bool {
	rd.step = inTurn
	if !c.uncork() {
		return false
	}
	rd.step = waiting
	c.waitRoom()
	line, err := c.lines.Next()
	if err != nil {
		c.endOfInput()
		return false
	}
	if !c.read(rd, line) {
		return false
	}
	switch {
	case rd.run.note:
		c.app.Notified(&rd.frame)
	case rd.run.call != nil:
		rd.step = inTurn
		return c.dispatch(rd.run.call, len(line.Text))
	}
	return true
}

// uncork writes what is queued, unless another whole line is here already: its
// answer can share the write. It reports whether the caller still reads.
func (c *Conn) uncork() bool {
	queued := c.out.bytes.Load()
	if queued == 0 || queued < corkLimit && !c.queueFull() && c.lines.HasLine() {
		return true
	}
	turn := c.beginTurn()
	c.flush()
	return c.endTurn(turn)
}

// read parses, classifies and steps one line; what is to start is in rd.run. It
// reports whether more lines are wanted.
func (c *Conn) read(rd *reading, line wire.Line) (more bool) {
	class := c.classify(rd, line)
	if class == model.ClassBlank {
		return true
	}
	if class == model.ClassBatch && c.takesBatches() {
		c.readBatch(rd, line.Text)
		rd.run = runList{}
		return !c.over()
	}
	return c.admit(rd, class, nil)
}

func (c *Conn) classify(rd *reading, line wire.Line) (class model.Class) {
	rd.run, rd.step = runList{}, judging
	c.parser.Parse(line, &rd.frame)
	class, rd.refusal = wire.Classify(&rd.frame, c.app.Classify())
	rd.step = waiting
	return class
}

// admit steps the frame that was read, an element of g or of no batch, and
// prepares the call that it comes to.
func (c *Conn) admit(rd *reading, class model.Class, g *group) (more bool) {
	f := &rd.frame
	in := machine.Input{Kind: machine.FrameRead, Class: class, ID: rd.about(class), Failure: f.Failure() != nil}
	rd.step = preparing
	c.mu.Lock()
	if g != nil && c.closing {
		c.answerLate(rd, class, g)
	} else {
		c.step(in, pending{frame: f, refusal: &rd.refusal, run: &rd.run, group: g})
	}
	c.finishIfWritten()
	more = !c.ended
	c.unlock()
	if call := rd.run.call; call != nil {
		call.route = c.app.Prepare(call, f)
	}
	rd.step = waiting
	return more
}

// takesBatches reports whether arrays of messages are legal.
func (c *Conn) takesBatches() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.batches
}

func (c *Conn) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
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
