package client

import (
	"io"
	"os"
	"sync"

	"github.com/eralock/eralock/internal/proc"
)

// streams are the transport behind Over: the end of the server's output counts
// as its exit.
type streams struct {
	r     io.Reader
	w     io.Writer
	stop  *proc.Breakable // reads r so that it can be interrupted, or nil
	begun bool            // something was read
	once  sync.Once
	gone  chan struct{}
}

func newStreams(r io.Reader, w io.Writer) *streams {
	s := &streams{r: r, w: w, gone: make(chan struct{})}
	if d, ok := r.(proc.Deadliner); ok {
		s.stop = proc.NewBreakable(d)
	}
	return s
}

func (s *streams) Read(b []byte) (int, error) {
	n, err := s.read(b)
	if err != nil && !interrupted(err) {
		s.kill()
	}
	return n, err
}

// read finds out with the first one whether reads can be interrupted.
func (s *streams) read(b []byte) (n int, err error) {
	first := !s.begun
	s.begun = true
	switch {
	case s.stop == nil:
		return s.r.Read(b)
	case !first:
		return s.stop.Read(b)
	}
	proven, n, err := s.stop.Proven(b)
	if !proven {
		s.stop = nil
	}
	return n, err
}

func (s *streams) Write(b []byte) (int, error) { return s.w.Write(b) }

// eager writes plain files only: whatever else has a descriptor may do more in
// its Write.
func (s *streams) eager() *proc.Eager {
	if f, ok := s.w.(*os.File); ok {
		return proc.NewEager(f)
	}
	return nil
}

func (s *streams) interrupter() func() {
	if s.stop == nil || !s.begun {
		return nil
	}
	return func() { _ = s.stop.Interrupt() } // what is closed ends a Read too
}

func (s *streams) closeInput() { closeIfCloser(s.w) }

func (s *streams) terminate() {
	s.closeInput()
	closeIfCloser(s.r)
}

func (s *streams) kill() {
	s.once.Do(func() {
		s.terminate()
		close(s.gone)
	})
}

func (s *streams) exited() <-chan struct{} { return s.gone }

func (s *streams) describe(*ConnectionLostError) {}

func closeIfCloser(stream any) {
	if c, ok := stream.(io.Closer); ok {
		c.Close()
	}
}
