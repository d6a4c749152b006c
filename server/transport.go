package server

import "io"

// A Transport is where one connection's bytes come from and go to.
type Transport interface {
	open() (r io.Reader, w io.Writer, end func() error, err error)
}

type streams struct {
	r io.Reader
	w io.Writer
}

// Over serves any ordered pair of byte streams: pipes, a socket, memory (rules
// A22). At the end r and w are closed if they are io.Closers.
func Over(r io.Reader, w io.Writer) Transport { return streams{r, w} }

func (s streams) open() (io.Reader, io.Writer, func() error, error) {
	return s.r, s.w, s.close, nil
}

func (s streams) close() error {
	if c, ok := s.w.(io.Closer); ok {
		c.Close() // a peer that has gone is no error of ours
	}
	if c, ok := s.r.(io.Closer); ok {
		c.Close()
	}
	return nil
}
