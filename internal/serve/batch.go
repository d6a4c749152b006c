package serve

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

// group is one batch of 2025-03-26: its elements run on their own, and their
// answers go out in one array when the last of them is settled (ladder 5).
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
	for element := range wire.Elements(line) {
		c.readElement(rd, g, element)
	}
	c.mu.Lock()
	c.closeBatch(g)
	c.finishIfWritten()
	c.unlock()
}

func (c *Conn) readElement(rd *reading, g *group, element []byte) {
	class := c.classify(rd, wire.Line{Text: element})
	switch class {
	case model.ClassInitialize, model.ClassBadInitialize, model.ClassClaimedInitialize:
		// It would change the terms in the middle of the batch (C-LIFE-8).
		class, rd.refusal = model.ClassBadShape, *protocol.InvalidRequest("initialize must not be part of a batch")
	}
	c.admit(rd, class, g)
	switch {
	case rd.run.note:
		c.app.Notified(&rd.frame)
	case rd.run.call != nil:
		c.launch(rd.run.call)
	}
}

// answerInBatch takes a frame into its batch's answer: as far as a cancel is
// concerned it is written. The lock is held.
func (c *Conn) answerInBatch(e entry) {
	g := e.group
	if len(g.answers) == 0 {
		g.answers = append(g.answers, '[')
	} else {
		g.answers = append(g.answers, ',')
	}
	frame := *e.buf
	g.answers = append(g.answers, frame[:len(frame)-1]...) // without its newline
	recycle(e.buf)
	if call := c.call(e.ref); call != nil {
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
	if len(g.answers) == 0 {
		return
	}
	b := Buffer()
	*b = append(append((*b)[:0], g.answers...), "]\n"...)
	g.answers = nil
	c.out.add(entry{buf: b})
}
