package server

import "time"

// WithMaxLineBytes bounds an input line; default 4 MiB. A longer one is
// answered with -32600 and skipped (decisions C8).
func WithMaxLineBytes(n int) Option {
	positive("WithMaxLineBytes", n)
	return func(c *config) { c.conn.MaxLineBytes = n }
}

// WithMaxInFlight bounds the requests in flight on one connection; default
// 65,536. A request beyond it is answered with -32603 (decisions C10).
func WithMaxInFlight(n int) Option {
	positive("WithMaxInFlight", n)
	return func(c *config) { c.conn.Session.MaxInFlight = n }
}

// WithMaxQueued bounds the memory of what waits to be written, in bytes; default
// 16 MiB. A frame counts with its buffer and 256 bytes for what goes with it.
// Beyond the bound, handlers that send and the reader wait (decisions C10). As many
// bytes may wait in batches of 2025-03-26; an answer beyond them is -32603 instead.
func WithMaxQueued(n int) Option {
	positive("WithMaxQueued", n)
	return func(c *config) { c.conn.MaxQueued = n }
}

// WithWriteStall bounds how long a full queue may stand still before the
// connection ends; default 30 s.
func WithWriteStall(d time.Duration) Option {
	positive("WithWriteStall", d)
	return func(c *config) { c.conn.WriteStall = d }
}

// WithMaxSubscriptions bounds the open listens of one connection: default 100,
// 0 for none. A listen beyond it is answered with -32603.
func WithMaxSubscriptions(n int) Option {
	notNegative("WithMaxSubscriptions", n)
	if n == 0 {
		n = -1 // the session's word for none
	}
	return func(c *config) { c.conn.Session.MaxListens = n }
}

// WithMaxBufferedEvents bounds the distinct unsent events of one listen; default
// 256. A listen that exceeds it cannot keep up and is ended with
// notifications/cancelled (decisions C4).
func WithMaxBufferedEvents(n int) Option {
	positive("WithMaxBufferedEvents", n)
	return func(c *config) { c.conn.MaxBuffered = n }
}

// WithDrainTimeout bounds how long the end of a connection waits for the
// requests in flight; default 1 s (decisions C3).
func WithDrainTimeout(d time.Duration) Option {
	positive("WithDrainTimeout", d)
	return func(c *config) { c.conn.DrainTimeout = d }
}
