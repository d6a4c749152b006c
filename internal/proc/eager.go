package proc

import (
	"syscall"
	"time"
)

// A Pollable is a stream that can be written without waiting: a pipe, a
// connection.
type Pollable interface {
	syscall.Conn
	SetWriteDeadline(time.Time) error
}

// An Eager writes a stream without waiting for its reader.
type Eager struct {
	conn syscall.RawConn
	try  func(fd uintptr) bool // made once: it costs nothing then

	b   []byte // the arguments and results of try
	n   int
	err error
}

// NewEager returns nil for a stream that it cannot write.
func NewEager(to Pollable) *Eager {
	if !canTry || to.SetWriteDeadline(time.Time{}) != nil || unblock(to) != nil { // most files that block take no deadline
		return nil
	}
	conn, err := to.SyscallConn()
	if err != nil {
		return nil
	}
	e := &Eager{conn: conn}
	e.try = func(fd uintptr) bool {
		e.n, e.err = tryWrite(fd, e.b)
		return true // and never wait
	}
	return e
}

// TryWrite writes as much as is taken at once, perhaps nothing: that is no
// error. One caller at a time, and none beside a Write.
func (e *Eager) TryWrite(b []byte) (int, error) {
	e.b, e.n, e.err = b, 0, nil
	err := e.conn.Write(e.try)
	e.b = nil
	if err == nil {
		err = e.err
	}
	return e.n, err
}
