//go:build !linux

package proc

import "os/exec"

func dieWithUs(*exec.Cmd) {}

// awaitExit has no portable way to wait without reaping. The group can be
// signalled afterwards all the same: a number is not given out again while a
// group has it. Only a group that died out together with its leader leaves
// the number free, for as long as it takes to see the pipes' end.
func awaitExit(cmd *exec.Cmd) { _ = cmd.Wait() }

func reapChild(*exec.Cmd) {}
