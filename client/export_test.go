package client

import "io"

// Reopened is a server at the other end of new streams each time it is started.
// It is for tests: what a restart does can be seen in a bubble.
type Reopened func() (io.Reader, io.Writer)

func (Reopened) complete() bool                    { return true }
func (Reopened) reopens() bool                     { return true }
func (f Reopened) open(*config) (transport, error) { r, w := f(); return newStreams(r, w), nil }

// Lend has callers read for themselves from their first call on. It is for
// tests.
func Lend(c *config) error { c.aloneFor = 0; return nil }

// Idle is how long nobody may read.
const Idle = idle

// Reader is who reads: resident, caller, nobody, or over if nobody will.
func (c *Client) Reader() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link == nil {
		return "over"
	}
	return [...]string{byResident: "resident", byCaller: "caller", byNobody: "nobody", over: "over"}[c.link.role.held]
}
