package client

import (
	"fmt"

	"github.com/eralock/eralock/internal/wire"
)

// read takes the server's lines until they end.
func (l *link) read() {
	for {
		line, err := l.reader.Next()
		if err == nil && line.Long {
			err = fmt.Errorf("%w (see MaxLineBytes)", ErrLineTooLong)
		}
		if err != nil {
			l.broken <- err
			return
		}
		l.take(line)
	}
}

// take handles one line. Whoever has the reader's role may call it.
func (l *link) take(line wire.Line) {
	l.parser.Parse(line, &l.frame)
	l.c.heard(l, &l.frame)
}
