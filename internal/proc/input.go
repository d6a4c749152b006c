package proc

import (
	"os"
	"sync"
)

// input is the writing end of the child's stdin.
type input struct {
	file    *os.File
	closing func() // called before the first Close takes effect
	once    sync.Once
}

func (in *input) Write(b []byte) (int, error) { return in.file.Write(b) }

// Close also ends a Write that is blocked; what that one had left to write is
// lost.
func (in *input) Close() (err error) {
	in.once.Do(func() {
		in.closing()
		err = in.file.Close()
	})
	return err
}
