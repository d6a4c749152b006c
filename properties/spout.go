package properties

import (
	"fmt"
	"sync"
	"time"
)

// spout writes on a goroutine of its own, in order, so that a server that does
// not read cannot block the suite.
type spout struct {
	conn Conn

	mu    sync.Mutex
	queue [][]byte // writes; an empty one lets a moment pass
	ended bool
	err   error
	more  chan struct{} // has an element when there is something to do
	idle  chan struct{} // closed when all is written; replaced with more
	gone  chan struct{} // closed when the goroutine has returned
}

func newSpout(conn Conn) *spout {
	s := &spout{conn: conn, more: make(chan struct{}, 1), idle: make(chan struct{}), gone: make(chan struct{})}
	close(s.idle)
	go s.run()
	return s
}

// pour queues writes.
func (s *spout) pour(writes ...[]byte) {
	s.mu.Lock()
	if len(s.queue) == 0 {
		select {
		case <-s.idle:
			s.idle = make(chan struct{})
		default:
		}
	}
	s.queue = append(s.queue, writes...)
	s.mu.Unlock()
	s.kick()
}

// end closes the server's input once all is written.
func (s *spout) end() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.kick()
}

func (s *spout) kick() {
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// moment is what passes between the parts of a line that is written in parts.
const moment = time.Millisecond

func (s *spout) run() {
	defer close(s.gone)
	for range s.more {
		for {
			s.mu.Lock()
			if len(s.queue) == 0 {
				select {
				case <-s.idle:
				default:
					close(s.idle)
				}
				ended := s.ended
				s.mu.Unlock()
				if ended {
					s.conn.CloseWrite()
					return
				}
				break
			}
			b := s.queue[0]
			s.queue = s.queue[1:]
			s.mu.Unlock()
			s.write(b)
		}
	}
}

func (s *spout) write(b []byte) {
	if len(b) == 0 {
		time.Sleep(moment)
		return
	}
	if _, err := s.conn.Write(b); err != nil {
		s.mu.Lock()
		if s.err == nil {
			s.err = fmt.Errorf("the server takes no input: %w", err)
		}
		s.mu.Unlock()
	}
}

// drained waits until all is written.
func (s *spout) drained(patience time.Duration) error {
	t := time.NewTimer(patience)
	defer t.Stop()
	s.mu.Lock()
	idle := s.idle
	s.mu.Unlock()
	select {
	case <-idle:
	case <-t.C:
		return fmt.Errorf("the server takes no input, for %v", patience)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
