package client

import (
	"io"
	"time"
)

// Stderr gets what the process writes to its standard error, as it comes.
// Default: nobody; it is read and dropped all the same. While w is
// slow the process is slowed down; when it blocks for over a second the
// overflow is dropped.
func Stderr(w io.Writer) Option { return func(c *config) error { c.stderr = w; return nil } }

// Graces are how long the process may take to end after its stdin was closed,
// before SIGTERM, and after SIGTERM, before SIGKILL. Default [DefaultGrace]
// each, 0 for none (decisions K11).
func Graces(stdin, term time.Duration) Option {
	return func(c *config) error {
		c.stdinGrace, c.termGrace = stdin, term
		return notNegative("Graces", min(stdin, term))
	}
}

// Restart says whether a lost process is started again by the next call, or by
// a live subscription. Default true. The first restart is at once; when
// processes die within a second each, the next waits 50 ms, then twice as long
// each time, up to 5 s. With false calls fail with ErrNotRestartable; a server
// that exits on the probe is still started once more (decisions K5).
func Restart(on bool) Option { return func(c *config) error { c.restart = on; return nil } }

// MaxLineBytes is the longest line that the server may write; a longer one
// ends the connection (decisions K12). Default 4 MiB.
func MaxLineBytes(n int) Option {
	return func(c *config) error { c.limits.MaxLine = n; return positive("MaxLineBytes", n) }
}

// Trace sees the traffic: sent gets what is about to be written, one line or
// several, received each line of the server without its end. Either may be nil.
// Both are called in order while the connection waits for them, must not keep
// the bytes, and must not call the client.
func Trace(sent, received func([]byte)) Option {
	return func(c *config) error { c.sent, c.received = sent, received; return nil }
}
