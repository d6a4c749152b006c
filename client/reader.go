package client

import (
	"bytes"
	"fmt"
	"io"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// read takes the server's lines until they end.
func (l *link) read() {
	for {
		line, err := l.reader.Next()
		if err == nil && line.Long {
			err = errTooLong()
		}
		if err != nil {
			l.broken <- err
			return
		}
		if l.c.cfg.received != nil {
			l.c.cfg.received(line.Text)
		}
		l.take(line)
	}
}

// take handles one line. Whoever has the reader's role may call it.
func (l *link) take(line wire.Line) {
	l.parser.Parse(line, &l.frame)
	if l.frame.IsArray() && l.c.Version() == protocol.Version20250326 {
		l.takeBatch(line.Text)
		return
	}
	l.c.heard(l, &l.frame)
}

// takeBatch handles the messages of an array one by one: a server of 2025-03-26
// may send its answers so (C-BATCH-1).
func (l *link) takeBatch(text []byte) {
	for element := range wire.Elements(text) {
		l.parser.Parse(wire.Line{Text: element}, &l.frame)
		l.c.heard(l, &l.frame)
	}
}

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
