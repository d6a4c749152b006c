package proc

import (
	"errors"
	"io"
	"sync"
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
	from Deadliner

	mu     sync.Mutex
	broken bool // the deadline has passed
}

// NewBreakable returns nil for a stream that takes no deadline. One that takes
// it need not keep it: see Proven.
func NewBreakable(from Deadliner) *Breakable {
	if from.SetReadDeadline(time.Time{}) != nil || unblock(from) != nil {
		return nil
	}
	return &Breakable{from: from}
}

// Read reads the stream, one caller at a time. It returns ErrInterrupted once
// for any number of interruptions, one that came too early included.
func (b *Breakable) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	switch {
	case !isTimeout(err):
		return n, err
	case n > 0:
		return n, nil // the next Read finds the deadline
	case !b.mend():
		return 0, err // not of our making
	}
	return 0, ErrInterrupted
}

// Interrupt ends the Read that waits, or the next one. It does not wait.
func (b *Breakable) Interrupt() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.broken = true
	return b.from.SetReadDeadline(time.Unix(1, 0))
}

// mend takes an interruption back and reports whether there was one.
func (b *Breakable) mend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.broken {
		return false
	}
	b.broken = false
	_ = b.from.SetReadDeadline(time.Time{}) // the next Read tells what is wrong
	return true
}

// Proven is a Read that comes before any other and finds out whether the stream
// keeps its deadlines; some have a method that does nothing.
func (b *Breakable) Proven(p []byte) (proven bool, n int, err error) {
	if b.Interrupt() == nil {
		if n, err = b.Read(p); errors.Is(err, ErrInterrupted) {
			n, err = b.Read(p)
			return true, n, err
		}
	}
	b.mend()
	if n == 0 && err != nil { // perhaps its own word for a deadline
		n, err = b.from.Read(p)
	}
	return false, n, err
}

// isTimeout: not every stream says os.ErrDeadlineExceeded.
func isTimeout(err error) bool {
	t, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && t.Timeout()
}
