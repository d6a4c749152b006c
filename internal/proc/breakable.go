package proc

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// ErrInterrupted is what a Read returns that somebody else had to end. Nothing
// is lost, and the next Read goes on.
var ErrInterrupted = errors.New("proc: the read was interrupted")

// A Deadliner is a stream whose reads can be given a deadline: a pipe, a
// connection.
type Deadliner interface {
	io.Reader
	SetReadDeadline(time.Time) error
}

// A Breakable reads a stream; a Read that waits can be interrupted. It uses the
// stream's read deadline for that.
type Breakable struct {
	from   Deadliner
	broken atomic.Bool
}

// NewBreakable returns nil for a stream that takes no deadline.
func NewBreakable(from Deadliner) *Breakable {
	if from.SetReadDeadline(time.Time{}) != nil {
		return nil
	}
	return &Breakable{from: from}
}

// Read reads the stream, one caller at a time. It returns ErrInterrupted once
// for any number of interruptions, one that came too early included.
func (b *Breakable) Read(p []byte) (int, error) {
	for {
		n, err := b.from.Read(p)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		// First the deadline, then the flag: whoever sets the flag after this
		// look at it sets the deadline after it was cleared.
		if err := b.from.SetReadDeadline(time.Time{}); err != nil {
			return 0, err
		}
		if b.broken.Swap(false) {
			return 0, ErrInterrupted
		}
	}
}

// Interrupt ends the Read that waits, or the next one. It does not wait.
func (b *Breakable) Interrupt() error {
	b.broken.Store(true)
	return b.from.SetReadDeadline(time.Unix(1, 0))
}
