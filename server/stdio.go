package server

import "io"

type stdio struct{}

// Stdio serves the process's own stdin and stdout. While it serves, stdout is
// moved out of the way: file descriptor 1 is stderr, so that a stray print of a
// handler, or of a child that it starts, cannot break a frame, and descriptor 0
// is empty, so that a child cannot swallow requests. Where the system has no
// such descriptors, os.Stdout alone is swapped.
func Stdio() Transport { return stdio{} }

func (stdio) open() (io.Reader, io.Writer, func() error, error) {
	in, out, restore, err := takeStdio()
	if err != nil {
		return nil, nil, nil, err
	}
	return in, out, func() error {
		restore()
		return nil
	}, nil
}
