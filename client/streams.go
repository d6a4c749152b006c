package client

import (
	"io"
	"sync"
)

// streams are the transport behind Over: the end of the server's output counts
// as its exit.
type streams struct {
	r    io.Reader
	w    io.Writer
	once sync.Once
	gone chan struct{}
}

func newStreams(r io.Reader, w io.Writer) *streams {
	return &streams{r: r, w: w, gone: make(chan struct{})}
}

func (s *streams) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if err != nil {
		s.kill()
	}
	return n, err
}

func (s *streams) Write(b []byte) (int, error) { return s.w.Write(b) }

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
