package properties

import (
	"bytes"
	"io"
	"sync"
)

// sink is the client's end of a server's output: it keeps the lines, and can
// stop reading, or go away.
type sink struct {
	mu      sync.Mutex
	change  sync.Cond
	lines   [][]byte
	stalled bool
	broken  bool
	closed  bool
}

func newSink() *sink {
	s := new(sink)
	s.change.L = &s.mu
	return s
}

func (s *sink) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.stalled && !s.broken && !s.closed {
		s.change.Wait()
	}
	if s.broken || s.closed {
		return 0, io.ErrClosedPipe
	}
	for _, line := range bytes.SplitAfter(b, []byte("\n")) {
		if len(line) > 0 {
			s.lines = append(s.lines, bytes.Clone(line))
		}
	}
	return len(b), nil
}

func (s *sink) Close() error { s.set(func() { s.closed = true }); return nil }

func (s *sink) set(change func()) {
	s.mu.Lock()
	change()
	s.mu.Unlock()
	s.change.Broadcast()
}

// from returns the lines from the nth on.
func (s *sink) from(n int) [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines[n:]
}
