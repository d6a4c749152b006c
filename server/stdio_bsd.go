//go:build unix && !linux

package server

import (
	"syscall"
	"time"
)

func replace(from, to int) { syscall.Dup2(from, to) }

// await waits a little for a descriptor that somebody made non-blocking.
func await(int, bool) error {
	time.Sleep(time.Millisecond)
	return nil
}
