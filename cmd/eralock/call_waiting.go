package main

import (
	"fmt"
	"io"
	"time"
)

// longWait is how long a user sees nothing before being told why.
const longWait = 5 * time.Second

// sayIfLong writes a line if what is waited for takes long. The wait ends with
// the function that it returns; nothing is written after that.
func sayIfLong(w io.Writer, text string) (over func()) {
	done, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		select {
		case <-done:
		case <-time.After(longWait):
			fmt.Fprintln(w, text)
		}
	}()
	return func() {
		close(done)
		<-told
	}
}
