package proc

import (
	"bytes"
	"io"
	"time"
)

// forward hands stderr to the caller's writer, from a goroutine of its own,
// so that a writer which blocks cannot stop the draining. A slow writer slows
// the child down, as a terminal would; one that takes nothing for the patience
// is blocked, and the overflow is dropped until it takes something again.
type forward struct {
	to       io.Writer
	patience time.Duration
	queue    chan []byte
	hurry    chan struct{} // closed: do not wait for the writer any more
	done     chan struct{} // closed: everything was handed over
	blocked  bool          // the last offer was dropped
}

func newForward(to io.Writer, patience time.Duration) *forward {
	return &forward{
		to:       to,
		patience: patience,
		queue:    make(chan []byte, 16),
		hurry:    make(chan struct{}),
		done:     make(chan struct{}),
	}
}

func (f *forward) run() {
	defer close(f.done)
	for b := range f.queue {
		_, _ = f.to.Write(b) // a writer that failed may recover
	}
}

// offer queues a copy of b. It and close are the draining goroutine's.
func (f *forward) offer(b []byte) {
	b = bytes.Clone(b)
	select {
	case f.queue <- b:
		f.blocked = false
		return
	default:
	}
	if f.blocked {
		return
	}
	wait := time.NewTimer(f.patience)
	defer wait.Stop()
	select {
	case f.queue <- b:
		return
	case <-wait.C:
	case <-f.hurry:
	}
	f.blocked = true
}

func (f *forward) close() { close(f.queue) }
