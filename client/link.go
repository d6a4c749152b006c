package client

import (
	"context"
	"time"

	"github.com/eralock/eralock/internal/proc"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
)

// A link is one connection: a process, or a pair of streams. Client.mu guards
// what is below the mark.
type link struct {
	c      *Client
	t      transport
	reader *wire.Reader
	parser *wire.Parser

	inbox  [maxInbox]message // the reader's
	spare  []*record         // the reader's: see heard
	failed error             // the reader's: why nothing more can be read

	ctx  context.Context // ends when nothing more is written
	over context.CancelFunc

	writer func()      // write, made once: to start it costs nothing then
	eager  *proc.Eager // nil: every write may block

	broken chan error // why reading, or writing, came to its end; one each

	// Client.mu

	buf     []byte          // the writer's, between two batches
	outbox  []entry         // what waits for the pipe, in order
	answers int             // of them responses
	writing bool            // somebody is the writer
	closing bool            // close the input when the outbox is empty
	dead    bool            // nothing more is written
	asks    map[string]*ask // the server's questions, by canonical id
	timer   *time.Timer
	role    role

	interrupt func() // ends a read that waits; nil: there is no way, see canLend
}

// An entry is a request whose turn is still to come, or a frame that is ready.
type entry struct {
	ref    machine.Ref
	frame  []byte
	answer bool
}

// maxInbox is how many lines are taken at once: the more the less is locked and
// unlocked, the fewer the sooner the first caller is woken.
const maxInbox = 16

// maxAnswers bounds the responses that wait for a server that asks and does not
// read: what it asks beyond that stays without an answer.
const maxAnswers = 1024

func newLink(c *Client, t transport) *link {
	ctx, over := context.WithCancel(context.Background())
	lines := &bounded{Reader: t, max: c.cfg.limits.OrDefault().MaxLine + slack}
	l := &link{
		c: c, t: t, reader: wire.NewReader(lines, c.cfg.limits), parser: wire.NewParser(c.cfg.limits),
		ctx: ctx, over: over, broken: make(chan error, 2), role: role{call: make(chan struct{}, 1)},
		eager: t.eager(),
	}
	l.writer = l.write
	return l
}

func (l *link) enqueue(frame []byte) { l.outbox = append(l.outbox, entry{frame: frame}) }

func (l *link) answer(frame []byte) {
	if l.answers < maxAnswers {
		l.answers++
		l.outbox = append(l.outbox, entry{frame: frame, answer: true})
	}
}

// bury makes sure that nothing more is written.
func (l *link) bury() {
	l.dead, l.outbox, l.asks = true, nil, nil
	l.over()
}

// later runs f with Client.mu held, once d has passed, unless the process is
// gone by then or another step of the shutdown has come.
func (l *link) later(d time.Duration, f func()) {
	if l.timer != nil {
		l.timer.Stop()
	}
	var timer *time.Timer
	timer = time.AfterFunc(d, func() {
		l.c.mu.Lock()
		defer l.c.unlock()
		if l.c.link == l && l.timer == timer {
			f()
		}
	})
	l.timer = timer
}
