//go:build !unix

package server

import (
	"io"
	"os"
)

func takeStdio() (io.Reader, io.Writer, func(), error) {
	in, out := os.Stdin, os.Stdout
	restore := swapStdio()
	return in, out, restore, nil
}

// swapStdio is what every system can do: the variables of package os.
func swapStdio() (restore func()) {
	in, out := os.Stdin, os.Stdout
	os.Stdout = os.Stderr
	return func() { os.Stdin, os.Stdout = in, out }
}
