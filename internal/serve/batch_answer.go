package serve

import (
	"slices"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
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
	parts   []part // those of requests that are in flight until the array is written
	open    int    // elements that are not settled, and the reading itself
}

// part is where in the array an answer lies, with the bracket or comma before it.
// Until the array is written its request is in flight as any other is whose answer
// waits: its id is taken, in the batch and outside, and where a cancel is silent
// it takes the answer back (decisions A5, C1).
type part struct {
	ref      machine.Ref
	from, to int
}

// enter counts an element in; a nil group has none.
func (g *group) enter() *group {
	if g != nil {
		g.open++
	}
	return g
}

// answerInBatch takes a frame into its batch's answer. The lock is held.
func (c *Conn) answerInBatch(e entry) {
	g, call, before := e.group, c.call(e.ref), len(e.group.answers)
	if call != nil && c.batched+len(*e.buf) > c.opt.MaxQueued {
		*e.buf = wire.AppendRefusal((*e.buf)[:0], call.ID, wire.BatchesFull())
		c.full = true
	}
	if before == 0 {
		g.answers = append(g.answers, '[')
	} else {
		g.answers = append(g.answers, ',')
	}
	frame := *e.buf
	g.answers = append(g.answers, frame[:len(frame)-1]...) // without its newline
	recycle(e.buf)
	c.batched += len(g.answers) - before
	if e.ref != 0 {
		p := part{e.ref, before, len(g.answers)}
		if e.pinned {
			p.to = before // it stays
		}
		g.parts = append(g.parts, p)
	}
	c.drop(e.ref) // what the call came with must not wait for the array
}

// leaveBatch counts an element out, once. The lock is held.
func (c *Conn) leaveBatch(call *Call) {
	if g := call.group; g != nil {
		call.group = nil
		c.closeBatch(g)
	}
}

// closeBatch queues the array when nothing of it is open any more; there is
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
	c.queue(entry{buf: &all, final: true, group: g})
}

// handOver frees what a final frame that is about to be written answers, a request
// or those of a batch, and reports whether there is something to write. The lock
// is held.
func (c *Conn) handOver(e *entry) bool {
	if e.group == nil {
		c.written(e.ref)
		return true
	}
	e.group.parts = slices.DeleteFunc(e.group.parts, func(p part) bool { return c.written(p.ref) })
	*e.buf = cut(*e.buf, e.group.parts) // of requests that the session has forgotten
	return len(*e.buf) > 0
}

func (c *Conn) written(ref machine.Ref) bool {
	known := c.ses.Written(ref)
	if known {
		c.drop(ref)
	}
	return known
}

// cut takes parts out of an array, in place; of one that has no others nothing is
// left.
func cut(array []byte, parts []part) []byte {
	left, at := array[:0], 0
	for _, p := range parts {
		left, at = append(left, array[at:p.from]...), p.to
	}
	if left = append(left, array[at:]...); left[0] == ']' {
		return left[:0]
	}
	left[0] = '['
	return left
}
