package serve

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

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
