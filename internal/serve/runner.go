package serve

import "time"

const (
	// slowAfter is how long a handler may hold the reading role without being
	// called slow; twice in a row, and its next calls get their own goroutine.
	slowAfter = 100 * time.Microsecond
	// retryAfter is how many calls a slow handler spends away from the role
	// before it is tried in place again, and twice as many each time that it
	// is slow again, up to maxAway: a call that waits in place keeps its line,
	// and the buffer that it lies in.
	retryAfter = 256
	maxAway    = 1 << 14
	// sampleEvery is how many runs in place share one look at the clock.
	sampleEvery = 8
	// longLine is the line length from which parsing and copying, not the
	// handler, fill the time.
	longLine = 8 << 10
)

// dispatch runs a call where its strategy says, and reports whether the caller
// still holds the reading role.
func (c *Conn) dispatch(call *Call, lineLen int) bool {
	route := call.route
	switch {
	case call.held:
		c.park(call)
		return true
	case call.Apart, c.opt.Strategy == Goroutines, route == nil && c.opt.Strategy == Adaptive:
		go c.run(call.own())
		return true
	case c.opt.Strategy == InPlace:
		call.turn = c.beginTurnUnwatched()
		c.run(call)
		return c.endTurn(call.turn)
	case route.slow.Load():
		if route.away.Add(1) >= route.rest.Load() {
			route.away.Store(0)
			route.slow.Store(false)
		}
		go c.run(call.own())
		return true
	}
	return c.runInPlace(call, lineLen)
}

// runInPlace runs a handler on the goroutine that read its line. One run in
// sampleEvery is timed: the clock costs as much as a small handler.
func (c *Conn) runInPlace(call *Call, lineLen int) bool {
	route := call.route
	timed := route.runs.Add(1)%sampleEvery == 0 && lineLen < longLine
	var start time.Time
	if timed {
		start = time.Now()
	}
	call.turn = c.beginTurn()
	c.run(call)
	if !c.endTurn(call.turn) {
		route.leave()
		c.flush() // the role moved on while the handler ran
		return false
	}
	switch {
	case !timed:
	case time.Since(start) <= slowAfter:
		route.late.Store(0)
		route.rest.Store(0)
	case route.late.Add(1) >= 2:
		route.leave()
	}
	return true
}

// run runs the handler of one call.
func (c *Conn) run(call *Call) {
	defer c.exited(call)
	if c.opt.Observe != nil {
		c.tell(Event{Kind: Entered, ID: string(call.ID), Method: call.Method})
	}
	c.app.Run(call)
	call.returned.Store(true)
	if c.opt.Observe != nil {
		c.tell(Event{Kind: Returned, ID: string(call.ID), Method: call.Method})
	}
}
