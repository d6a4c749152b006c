package proc

import (
	"io"
	"time"
)

const (
	defaultTail     = 64 << 10
	defaultLinger   = time.Second
	defaultGrace    = 2 * time.Second
	defaultPatience = time.Second

	// killBound is how long a shutdown waits for a process that was sent
	// SIGKILL: only one stuck in the kernel, or one that this process may not
	// signal, takes longer.
	killBound = 5 * time.Second

	// groupBound is how long the exit waits for killed leftovers to be gone.
	groupBound = 200 * time.Millisecond

	// drainBound is how long the exit waits for the draining to end. It ends at
	// once, except where reading a pipe cannot be interrupted (Windows).
	drainBound = 2 * time.Second

	// maxKept bounds the unread stdout kept in memory when the child is gone.
	// No pipe holds that much; only a survivor that goes on writing reaches it.
	maxKept = 16 << 20
)

// Options says how a child is run. The zero value is ready to use.
type Options struct {
	// Stderr gets what the child writes to its standard error, as it comes
	// (C-FRAME-6). Default nil: it is dropped, but for the tail. It is called
	// from one goroutine; its errors are ignored. While it is slow the child
	// is slowed down; when it takes nothing for Patience the overflow is
	// dropped, for the child must never block on its log. A Write that never
	// returns keeps that one goroutine, and nothing else, alive.
	Stderr io.Writer

	// Patience is how long Stderr may hold up the child, once for each time
	// it blocks, and the exit (that one for 1 s at most). Default (0) 1 s;
	// negative not at all.
	Patience time.Duration

	// TailBytes is how much of the end of stderr [Proc.Tail] keeps.
	// Default (0) 64 KiB; negative keeps nothing.
	TailBytes int

	// Linger is how long processes the child left behind may go on holding
	// its stdout or stderr before its group is killed. Default (0) 1 s;
	// negative kills them at once. Where nobody holds the pipes there is
	// nothing to wait for.
	Linger time.Duration
}

func (o Options) withDefaults() Options {
	if o.TailBytes == 0 {
		o.TailBytes = defaultTail
	}
	if o.Linger == 0 {
		o.Linger = defaultLinger
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	return o
}
