package client

import "bytes"

// Records of calls are used again: each comes with a channel, which is half of
// what a call allocates.

// blank is a record for one request of a call.
func (c *Client) blank() *record {
	if r, ok := c.pool.Get().(*record); ok {
		return r
	}
	return new(record)
}

// recycle takes a record back whose caller has its outcome, and that nothing
// else can reach: it was not one that progress, or a subscription, comes to.
func (c *Client) recycle(r *record) {
	if r.stale || r.resets || r.report != nil || r.sub != nil || !r.settled {
		return
	}
	*r = record{done: r.done}
	c.pool.Put(r)
}

// maxScratch is the largest buffer that is kept for the next caller.
const maxScratch = 256 << 10

// scratch is an empty buffer to encode into; whoever takes it puts it back.
func (c *Client) scratch() *bytes.Buffer {
	buf, ok := c.scratches.Get().(*bytes.Buffer)
	if !ok || buf.Cap() > maxScratch {
		return new(bytes.Buffer)
	}
	buf.Reset()
	return buf
}
