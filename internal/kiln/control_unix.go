//go:build unix

package kiln

import (
	"io"
	"os"
	"syscall"
)

// acceptOne waits on the Unix socket at path for its one client. Package net
// would do it in two lines, but links the C library and its threads into the
// program, and those cost a start more than all tools of the fixture do.
func acceptOne(path string) (io.ReadWriteCloser, error) {
	syscall.ForkLock.RLock() // no child inherits it
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	defer syscall.Close(fd)
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: path}); err != nil {
		return nil, os.NewSyscallError("bind", err)
	}
	defer os.Remove(path)
	if err := syscall.Listen(fd, 1); err != nil {
		return nil, os.NewSyscallError("listen", err)
	}
	for {
		conn, _, err := syscall.Accept(fd)
		switch err {
		case nil:
			syscall.CloseOnExec(conn)
			if err := syscall.SetNonblock(conn, true); err != nil { // so that Close ends a Read
				syscall.Close(conn)
				return nil, os.NewSyscallError("fcntl", err)
			}
			return os.NewFile(uintptr(conn), path), nil
		case syscall.EINTR, syscall.ECONNABORTED:
		default:
			return nil, os.NewSyscallError("accept", err)
		}
	}
}
