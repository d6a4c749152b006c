//go:build unix

package proc

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ownGroup makes the child the leader of a new group, its number the child's
// pid. A new session, if the caller asked for one, brings its own group.
func ownGroup(cmd *exec.Cmd) {
	attr := syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		attr = *cmd.SysProcAttr
	}
	attr.Setpgid, attr.Pgid = !attr.Setsid, 0
	cmd.SysProcAttr = &attr
}

func killGroup(leader *os.Process) error { return signalGroup(leader, syscall.SIGKILL) }
func termGroup(leader *os.Process) error { return signalGroup(leader, syscall.SIGTERM) }

func signalGroup(leader *os.Process, sig syscall.Signal) error {
	err := syscall.Kill(-leader.Pid, sig)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

// awaitGroup returns when the killed group is empty. Its members die at once,
// but nobody tells a process that is not their parent, so it has to ask. It
// gives up after bound: a member whose new parent does not reap it (an idle process 1 of
// a container) stays as a zombie. The leader is reaped, so the number might
// already be another group's; asking (signal 0) does that one no harm.
func awaitGroup(leader *os.Process, bound time.Duration) {
	giveUp := time.Now().Add(bound)
	for pause := time.Millisecond; time.Now().Before(giveUp); pause *= 2 {
		if errors.Is(syscall.Kill(-leader.Pid, 0), syscall.ESRCH) {
			return
		}
		time.Sleep(pause)
	}
}

// sweep reads what a pipe holds at this moment, up to limit bytes, without
// waiting for more and whatever the file's deadline.
func sweep(pipe *os.File, limit int, take func([]byte)) {
	conn, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	buf := make([]byte, 32<<10)
	for swept := 0; swept < limit; {
		var n int
		var readErr error
		err := conn.Control(func(fd uintptr) { n, readErr = syscall.Read(int(fd), buf) })
		if err == nil && readErr == syscall.EINTR {
			continue
		}
		if err != nil || readErr != nil || n <= 0 { // closed, empty, at its end
			return
		}
		take(buf[:n])
		swept += n
	}
}

func signalOf(state *os.ProcessState) os.Signal {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return ws.Signal()
	}
	return nil
}
