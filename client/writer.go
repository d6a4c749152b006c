package client

import (
	"fmt"
	"runtime"

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

// maxFlushes is how many batches are written for others before they have to
// write for themselves.
const maxFlushes = 4

// flush writes what waits, as far as the pipe takes it at once. Whatever may
// block is left to a goroutine: a server that does not read must not block who
// was only here to ask something. c.mu is held, and released.
func (l *link) flush() {
	c := l.c
	if l.eager == nil || c.cfg.sent != nil {
		c.mu.Unlock()
		go l.writer()
		return
	}
	if c.inFlight > 1 { // let the others who are about to call have their say
		c.mu.Unlock()
		runtime.Gosched()
		c.mu.Lock()
	}
	for range maxFlushes {
		batch, end := l.batch()
		c.mu.Unlock()
		if end {
			go l.t.closeInput()
		}
		if len(batch) == 0 {
			return
		}
		n, err := l.eager.TryWrite(batch)
		switch {
		case err != nil:
			l.takesNothing(err)
			return
		case n < len(batch):
			go l.rest(batch[n:])
			return
		}
		c.mu.Lock()
	}
	c.mu.Unlock()
	go l.writer()
}

// rest writes what is left of a batch, and what comes after it.
func (l *link) rest(batch []byte) {
	if _, err := l.t.Write(batch); err != nil {
		l.takesNothing(err)
		return
	}
	l.write()
}

// write hands everything that waits to the pipe, in batches, and then the end
// of the input if that was asked for.
func (l *link) write() {
	for {
		l.c.mu.Lock()
		batch, end := l.batch()
		l.c.mu.Unlock()
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
			l.takesNothing(err)
			return
		}
	}
}

// takesNothing ends the writing. The writer stays the writer: nobody tries
// again.
func (l *link) takesNothing(err error) {
	l.c.mu.Lock()
	l.bury()
	l.c.mu.Unlock()
	l.broken <- fmt.Errorf("the server takes no input: %w", err)
}

// batch takes what comes next from the outbox. Requests get their id and their
// version now; one that was given up meanwhile is left out. c.mu is held.
func (l *link) batch() (b []byte, end bool) {
	c := l.c
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
