//go:build !unix

package kiln

import (
	"io"
	"net"
	"os"
)

// acceptOne waits on the Unix socket at path for its one client.
func acceptOne(path string) (io.ReadWriteCloser, error) {
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	defer os.Remove(path)
	defer l.Close()
	return l.Accept()
}
