package serve

// readFirst is readLoop for the goroutine that a connection begins with. Its stack
// grows once, here, where there is little on it to move: growing twice under the
// first request is a twentieth of a start.
func (c *Conn) readFirst() {
	growStack()
	c.readLoop()
}

// firstStack is what reading a line and answering it in place takes.
const firstStack = 5000

//go:noinline
func growStack() byte {
	var room [firstStack]byte
	return room[len(stackEnd)]
}

var stackEnd = "" // not a constant, so that room is needed
