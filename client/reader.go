package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/eralock/eralock/internal/proc"
	"github.com/eralock/eralock/internal/wire"
)

// read is the resident: it takes the server's lines until they end, but for
// those that callers read.
func (l *link) read() {
	for {
		for l.next() {
			runtime.Gosched()
		}
		if !l.standBy() {
			return
		}
	}
}

// readFor reads for r, whose caller waits, until r is settled or reading is over.
func (l *link) readFor(ctx context.Context, r *record) {
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() { l.c.cancel(ctx, r) })
		defer func() { r.stale = !stop() || r.stale }()
	}
	for l.next() {
	}
}

// next takes what there is: at least a line, unless the wait for it is
// interrupted. Whoever has the reader's role calls it; afterwards it reports
// whether that one has it still.
func (l *link) next() bool {
	if l.failed == nil && l.reader.Await(interrupted) != nil {
		l.c.mu.Lock()
		defer l.c.mu.Unlock()
		return l.keep(false)
	}
	n := 0
	for l.failed == nil && (n == 0 || n < len(l.inbox) && l.reader.HasLine()) {
		var line wire.Line
		line, l.failed = l.reader.Next()
		if l.failed == nil && line.Long {
			l.failed = errTooLong()
		}
		if l.failed != nil {
			break
		}
		if l.c.cfg.received != nil {
			l.c.cfg.received(line.Text)
		}
		l.inbox[n].read(l.parser, line)
		n++
	}
	if n == 0 {
		l.ended(l.failed)
		return false
	}
	return l.c.heard(l, l.inbox[:n])
}

func interrupted(err error) bool { return errors.Is(err, proc.ErrInterrupted) }

func errTooLong() error { return fmt.Errorf("%w (see MaxLineBytes)", ErrLineTooLong) }

// A bounded stream fails when a line over the limit is still going on: the
// connection is lost anyway (decisions K12), and such a line need not end.
type bounded struct {
	io.Reader
	max int
	run int // bytes since the last newline
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if i := bytes.LastIndexByte(p[:n], '\n'); i >= 0 {
		b.run = n - i - 1
	} else {
		b.run += n
	}
	if err == nil && b.run > b.max {
		err = errTooLong()
	}
	return n, err
}

// slack is what may surround the text of a line: a byte order mark, and CR.
const slack = 4
