package client

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
