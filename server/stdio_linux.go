package server

import (
	"strconv"
	"syscall"
	"time"
)

func replace(from, to int) { syscall.Dup3(from, to, 0) }

// await blocks until a descriptor that somebody made non-blocking is ready.
func await(fd int, write bool) error {
	const word = strconv.IntSize // of the descriptor set's elements
	var set syscall.FdSet
	if fd >= word*len(set.Bits) {
		time.Sleep(time.Millisecond)
		return nil
	}
	set.Bits[fd/word] |= 1 << (uint(fd) % word)
	r, w := &set, (*syscall.FdSet)(nil)
	if write {
		r, w = nil, &set
	}
	if _, err := syscall.Select(fd+1, r, w, nil, nil); err != nil && err != syscall.EINTR {
		return err
	}
	return nil
}
