package proc

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// output is the reading end of the child's stdout. While the child lives the
// caller reads the pipe itself. When it has exited the pipe is taken over:
// what it still holds moves to memory, so that the descriptor can be closed,
// and so that a process which still holds the other end cannot keep the
// caller waiting for an EOF that never comes.
type output struct {
	file    *os.File
	pipe    *Breakable // file; nil where there are no deadlines (Windows)
	reading sync.Mutex // whoever reads file

	mu          sync.Mutex // guards what is below
	more        *sync.Cond
	wanted      bool   // the pipe is about to be taken over
	interrupted bool   // by the caller
	taken       bool   // rest, not file, is read now
	rest        []byte // what was moved to memory and not read yet
	end         error  // what follows rest; nil while more may come
}

func newOutput(file *os.File) *output {
	o := &output{file: file, pipe: NewBreakable(file)}
	o.more = sync.NewCond(&o.mu)
	return o
}

// Read reads the pipe, or what was kept of it. One caller at a time.
func (o *output) Read(b []byte) (int, error) {
	if n, err, ok := o.readFile(b); ok {
		return n, err
	}
	return o.readRest(b)
}

// Interrupt ends the Read that waits, or the next one, with ErrInterrupted.
// Where reads have no deadlines it does nothing.
func (o *output) Interrupt() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pipe == nil {
		return
	}
	o.interrupted = true
	o.more.Broadcast()
	if !o.taken { // else the deadline is that of keep
		_ = o.pipe.Interrupt() // one that is closed ends a Read too
	}
}

// passing takes note of an interruption: it reports whether it is the caller's
// own, and not that of the taking over, or one that was taken note of.
func (o *output) passing() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	interrupted := o.interrupted
	o.interrupted = false
	return interrupted
}

// readFile returns false if the pipe was taken over.
func (o *output) readFile(b []byte) (int, error, bool) {
	o.reading.Lock()
	defer o.reading.Unlock()
	for !o.isWanted() {
		n, err := o.readPipe(b)
		switch {
		case err == nil:
			return n, nil, true
		case err != ErrInterrupted:
			o.finishWith(err)
			return 0, nil, false
		}
		if o.passing() {
			return 0, ErrInterrupted, true
		}
	}
	return 0, nil, false
}

func (o *output) readPipe(b []byte) (int, error) {
	if o.pipe == nil {
		return o.file.Read(b)
	}
	return o.pipe.Read(b)
}

func (o *output) readRest(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.rest) == 0 && o.end == nil && !o.interrupted {
		o.more.Wait()
	}
	if o.interrupted {
		o.interrupted = false
		return 0, ErrInterrupted
	}
	if len(o.rest) == 0 {
		return 0, o.end
	}
	n := copy(b, o.rest)
	o.rest = o.rest[n:]
	return n, nil
}

// Close drops what was not read. A Read in progress ends with os.ErrClosed.
func (o *output) Close() error {
	o.finishWith(os.ErrClosed)
	return nil
}

// keep takes the pipe over and reads it into memory until its end, or until
// ctx is done. It is called once, when the child has exited.
func (o *output) keep(ctx context.Context) {
	if o.pipe == nil || !o.want() {
		return // left to the caller (Windows), or closed already
	}
	o.reading.Lock() // the caller's Read has just been interrupted
	o.take()
	o.reading.Unlock() // its next one waits for the rest, and can be interrupted
	_ = o.file.SetReadDeadline(time.Time{})
	stop := context.AfterFunc(ctx, func() { _ = o.file.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()

	buf := make([]byte, 32<<10)
	for kept := 0; kept < maxKept; {
		n, err := o.file.Read(buf)
		o.add(buf[:n])
		kept += n
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return
		}
		if err != nil {
			o.finishWith(err)
			return
		}
	}
}

// finish moves what the pipe holds at this moment to memory and closes it.
func (o *output) finish() {
	if !o.isTaken() {
		return // only where keep could not: the caller's Read ends it
	}
	sweep(o.file, maxKept, o.add)
	o.finishWith(io.EOF)
}

// want interrupts the caller's Read, and says why.
func (o *output) want() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wanted = true
	return o.pipe.Interrupt() == nil
}

func (o *output) take() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.taken = true
}

// isWanted also tells a reader whose own interruption has swallowed that of the
// taking over.
func (o *output) isWanted() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.wanted || o.taken
}

func (o *output) isTaken() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.taken
}

func (o *output) add(b []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.end == nil { // else the caller closed it
		o.rest = append(o.rest, b...)
		o.more.Signal()
	}
}

// finishWith says what follows the rest; the first reason stands, except that
// the caller's Close overrules it.
func (o *output) finishWith(err error) {
	o.mu.Lock()
	o.taken = true
	if err == os.ErrClosed { // by the caller, who wants no rest either
		o.rest, o.end = nil, err
	} else if o.end == nil {
		o.end = err
	}
	o.more.Broadcast()
	o.mu.Unlock()
	o.file.Close()
}
