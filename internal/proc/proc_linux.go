package proc

import (
	"os/exec"
	"syscall"
	"unsafe"
)

// waitid's idtype for one process; package syscall does not have it.
const waitPid = 1

// dieWithUs has the kernel kill the child when its parent thread ends; live
// sees to it that this thread ends with the process only.
func dieWithUs(cmd *exec.Cmd) {
	if cmd.SysProcAttr.Pdeathsig == 0 {
		cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	}
}

// awaitExit returns when the child has exited, and leaves it a zombie: its pid
// and its group's number stay taken until reapChild. Any error means that it
// cannot be waited for, so that it is as good as gone.
func awaitExit(cmd *exec.Cmd) {
	var info [16]uint64 // siginfo_t, not looked at
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, waitPid, uintptr(cmd.Process.Pid),
			uintptr(unsafe.Pointer(&info)), syscall.WEXITED|syscall.WNOWAIT, 0, 0)
		if errno != syscall.EINTR {
			return
		}
	}
}

// reapChild returns at once. The error only repeats the exit status.
func reapChild(cmd *exec.Cmd) { _ = cmd.Wait() }
