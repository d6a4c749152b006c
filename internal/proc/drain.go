package proc

import (
	"errors"
	"os"
	"time"
)

// drain reads the child's stderr to its end, whatever becomes of the text: a
// child that blocks on a full stderr answers nothing any more (decisions K11).
type drain struct {
	file    *os.File
	tail    *tail
	forward *forward // nil if nobody wants it
	done    chan struct{}
}

func newDrain(file *os.File, opts Options) *drain {
	d := &drain{file: file, tail: newTail(opts.TailBytes), done: make(chan struct{})}
	if opts.Stderr != nil {
		d.forward = newForward(opts.Stderr, opts.Patience)
	}
	return d
}

func (d *drain) start() {
	go d.run()
	if d.forward != nil {
		go d.forward.run()
	}
}

func (d *drain) run() {
	defer close(d.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := d.file.Read(buf)
		d.take(buf[:n])
		if errors.Is(err, os.ErrDeadlineExceeded) { // see finish
			sweep(d.file, maxKept, d.take)
		}
		if err != nil {
			break
		}
	}
	d.file.Close()
	if d.forward != nil {
		d.forward.close()
	}
}

func (d *drain) take(b []byte) {
	if len(b) == 0 {
		return
	}
	d.tail.add(b)
	if d.forward != nil {
		d.forward.offer(b)
	}
}

// finish ends the draining, now that the group is dead, with what the pipe
// holds at this moment; a process beyond reach may hold the other end for
// ever. It returns when the tail is complete and the writer has had a moment
// to take what it was handed.
func (d *drain) finish() {
	if d.forward != nil {
		close(d.forward.hurry)
	}
	if d.file.SetReadDeadline(time.Unix(1, 0)) != nil {
		d.file.Close() // ended already, or (Windows) the next best thing
	}
	if !within(drainBound, d.done) || d.forward == nil {
		return
	}
	within(min(d.forward.patience, defaultPatience), d.forward.done)
}

func within(bound time.Duration, done <-chan struct{}) bool {
	timer := time.NewTimer(bound)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}
