package serve

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// group is one batch of 2025-03-26: its elements run on their own, and their
// answers go out in one array when the last of them is settled (ladder 5). What
// all batches collect meanwhile is bounded by MaxQueued, like what is queued: an
// answer beyond it is an error instead, and no further element runs (decisions
// C10). Waiting for room would not do, since what makes room may be read behind it. The
// errors for elements that are no requests come on top: some hundred bytes for
// each, and the line's length bounds how many there are.
type group struct {
	answers []byte // "[" and the answers so far
	open    int    // elements that are not settled, and the reading itself
}

// enter counts an element in; a nil group has none.
func (g *group) enter() *group {
	if g != nil {
		g.open++
	}
	return g
}

// readBatch runs the elements of an array one by one. The lock is not held.
func (c *Conn) readBatch(rd *reading, line []byte) {
	g := &group{open: 1}
	c.mu.Lock()
	c.groups++
	c.mu.Unlock()
	defer func() { // also if the goroutine ends in an element
		c.mu.Lock()
		c.closeBatch(g)
		c.finishIfWritten()
		c.unlock()
	}()
	for element := range wire.Elements(line) {
		c.readElement(rd, g, element)
	}
}

func (c *Conn) readElement(rd *reading, g *group, element []byte) {
	class := c.classify(rd, wire.Line{Text: element})
	switch {
	case class == model.ClassInitialize || class == model.ClassBadInitialize || class == model.ClassClaimedInitialize:
		// It would change the terms in the middle of the batch (C-LIFE-8).
		class, rd.refusal = model.ClassBadShape, *protocol.InvalidRequest("initialize must not be part of a batch")
	case class.Request() && c.batchesFull():
		class, rd.refusal = model.ClassBadShape, wire.BatchesFull()
	}
	c.admit(rd, class, g)
	switch {
	case rd.run.note:
		c.app.Notified(&rd.frame)
	case rd.run.call != nil:
		c.launch(rd.run.call)
	}
}

// batchesFull says that an answer did not fit, and that less than half of the
// room has become free since.
func (c *Conn) batchesFull() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.full || c.batched >= c.opt.MaxQueued
}

// answerLate answers an element that is read when the session has settled all
// and closed its output: the array that it belongs to is still to be written.
// The lock is held.
func (c *Conn) answerLate(rd *reading, class model.Class, g *group) {
	id, why := rd.frame.AnswerID(), rd.refusal
	if class.Request() {
		why = wire.Draining()
	}
	if id == nil || why.Code == 0 {
		return // nothing that has an answer
	}
	b := Buffer()
	*b = wire.AppendRefusal((*b)[:0], id, why)
	c.answerInBatch(entry{buf: b, group: g})
}

// answerInBatch takes a frame into its batch's answer: as far as a cancel is
// concerned it is written. The lock is held.
func (c *Conn) answerInBatch(e entry) {
	g, call, before := e.group, c.call(e.ref), len(e.group.answers)
	if call != nil && c.batched+len(*e.buf) > c.opt.MaxQueued {
		*e.buf = wire.AppendRefusal((*e.buf)[:0], call.ID, wire.BatchesFull())
		c.full = true
	}
	if len(g.answers) == 0 {
		g.answers = append(g.answers, '[')
	} else {
		g.answers = append(g.answers, ',')
	}
	frame := *e.buf
	g.answers = append(g.answers, frame[:len(frame)-1]...) // without its newline
	recycle(e.buf)
	c.batched += len(g.answers) - before
	if call != nil {
		c.leaveBatch(call)
	}
	if e.ref != 0 && c.ses.Written(e.ref) {
		c.drop(e.ref)
	}
}

// leaveBatch counts an element out, once. The lock is held.
func (c *Conn) leaveBatch(call *Call) {
	if g := call.group; g != nil {
		call.group = nil
		c.closeBatch(g)
	}
}

// closeBatch writes the array when nothing of it is open any more; there is
// none if all elements were notifications. The lock is held.
func (c *Conn) closeBatch(g *group) {
	if g.open--; g.open > 0 {
		return
	}
	c.groups--
	c.batched -= len(g.answers)
	c.full = c.full && c.batched > c.opt.MaxQueued/2
	if len(g.answers) == 0 {
		return
	}
	all := append(g.answers, "]\n"...) // not copied: it may be long
	g.answers = nil
	c.out.add(entry{buf: &all})
}
