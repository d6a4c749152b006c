//go:build unix

package proc

import "syscall"

// unblock has the system never wait in a call on the descriptor: Go's poller
// waits, which can be ended. It is so from the start, but [os.File.Fd] makes a file
// block, and that one takes deadlines nevertheless.
func unblock(stream any) error {
	c, ok := stream.(syscall.Conn)
	if !ok {
		return nil
	}
	conn, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) { failed = syscall.SetNonblock(int(fd), true) })
	if err != nil {
		return err
	}
	return failed
}
