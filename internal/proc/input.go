package proc

import (
	"os"
	"sync"
)

// input is the writing end of the child's stdin.
type input struct {
	file    *os.File
	eager   *Eager // nil where there is no writing without waiting
	closing func() // called before the first Close takes effect
	once    sync.Once
}

func newInput(file *os.File, closing func()) *input {
	return &input{file: file, eager: NewEager(file), closing: closing}
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
