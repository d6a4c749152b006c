package client

import (
	"fmt"

	"github.com/eralock/eralock/machine"
)

// maxBatch is how much is handed to the pipe at once. What was handed over
// counts as written.
const maxBatch = 256 << 10

// claimWriter reports whether there is something to write and nobody does it;
// then the caller has to. Client.mu is held.
func (l *link) claimWriter() bool {
	if l.writing || len(l.outbox) == 0 && !l.closing {
		return false
	}
	l.writing = true
	return true
}

// write hands everything that waits to the pipe, in batches, and then the end
// of the input if that was asked for.
func (l *link) write() {
	for {
		batch, end := l.batch()
		if end {
			l.t.closeInput()
		}
		if len(batch) == 0 {
			return
		}
		if l.c.cfg.sent != nil {
			l.c.cfg.sent(batch)
		}
		if _, err := l.t.Write(batch); err != nil {
			l.c.mu.Lock()
			l.bury() // and stays the writer: nobody tries again
			l.c.mu.Unlock()
			l.broken <- fmt.Errorf("the server takes no input: %w", err)
			return
		}
	}
}

// batch takes what comes next from the outbox. Requests get their id and their
// version now; one that was given up meanwhile is left out.
func (l *link) batch() (b []byte, end bool) {
	c := l.c
	c.mu.Lock()
	defer c.mu.Unlock()
	b = l.buf[:0]
	n := 0
	for n < len(l.outbox) && len(b) < maxBatch {
		e := l.outbox[n]
		l.outbox[n] = entry{}
		n++
		if e.frame != nil {
			b = append(b, e.frame...)
			if e.answer {
				l.answers--
			}
			continue
		}
		b = c.write(e.ref, b)
	}
	if n < len(l.outbox) {
		l.outbox = l.outbox[n:]
	} else {
		l.outbox = l.outbox[:0]
	}
	if cap(b) <= 2*maxBatch {
		l.buf = b
	}
	if len(b) > 0 {
		return b, false
	}
	end, l.closing = l.closing, false
	l.writing = end // after the end there is no next writer
	return b, end
}

// write appends the request behind ref, if it is still wanted.
func (c *Client) write(ref machine.Ref, b []byte) []byte {
	c.acts = c.session.Step(machine.ClientInput{On: machine.ClientOnWrite, Ref: ref}, c.acts[:0])
	for _, a := range c.acts {
		r := c.recordOf(ref)
		if a.Do != machine.ClientDoWrite || r == nil {
			continue
		}
		b = c.appendFrame(b, r, a)
	}
	return b
}
