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
	r    io.Reader
	w    io.Writer
	from io.Reader       // r, or what reads it so that it can be interrupted
	stop *proc.Breakable // that, or nil
	once sync.Once
	gone chan struct{}
}

func newStreams(r io.Reader, w io.Writer) *streams {
	s := &streams{r: r, w: w, from: r, gone: make(chan struct{})}
	if d, ok := r.(proc.Deadliner); ok {
		if s.stop = proc.NewBreakable(d); s.stop != nil {
			s.from = s.stop
		}
	}
	return s
}

func (s *streams) Read(b []byte) (int, error) {
	n, err := s.from.Read(b)
	if err != nil && !interrupted(err) {
		s.kill()
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
	if s.stop == nil {
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
