//go:build unix

package server

import (
	"os"
	"sync/atomic"
	"syscall"
)

// lent is a descriptor that is closed as soon as nobody is in a call on it: a
// read may stay blocked when the connection has ended, and closing the
// descriptor under it would let another file take its number.
type lent struct {
	fd    descriptor
	state atomic.Int32 // calls that are running, and whether it is given back
}

const (
	givenBack = 1 << 30 // added: no call begins any more
	closed    = -1 << 30
)

// giveBack closes the descriptor, now or when the last call returns.
func (l *lent) giveBack() { l.closeIf(l.state.Add(givenBack)) }

func (l *lent) leave() { l.closeIf(l.state.Add(-1)) }

func (l *lent) closeIf(state int32) {
	if state == givenBack && l.state.CompareAndSwap(givenBack, closed) {
		syscall.Close(int(l.fd))
	}
}

// enter reports whether a call may begin; leave must follow in any case.
func (l *lent) enter() bool {
	n := l.state.Add(1)
	return 0 < n && n < givenBack
}

func (l *lent) Read(p []byte) (int, error) {
	defer l.leave()
	if !l.enter() {
		return 0, os.ErrClosed
	}
	return l.fd.Read(p)
}

func (l *lent) Write(p []byte) (int, error) {
	defer l.leave()
	if !l.enter() {
		return 0, os.ErrClosed
	}
	return l.fd.Write(p)
}
