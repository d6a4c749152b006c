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
