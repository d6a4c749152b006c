package serve

import "time"

const (
	// slowAfter is how long a handler may hold the reading role without being
	// called slow; twice in a row, and its next calls get their own goroutine.
	slowAfter = 100 * time.Microsecond
	// retryAfter is how many calls a slow handler spends away from the role
	// before it is tried in place again.
	retryAfter = 256
	// longLine is the line length from which parsing and copying, not the
	// handler, fill the time.
	longLine = 8 << 10
)

// dispatch runs a call where its strategy says, and reports whether the caller
// still holds the reading role.
func (c *Conn) dispatch(call *Call, lineLen int) bool {
	route := call.route
	switch {
	case c.opt.Strategy == Goroutines, route == nil && c.opt.Strategy == Adaptive:
		go c.run(call.own())
		return true
	case c.opt.Strategy == InPlace:
		call.turn = c.beginTurnUnwatched()
		c.run(call)
		return c.endTurn(call.turn)
	case route.slow.Load():
		if route.away++; route.away >= retryAfter {
			route.away = 0
			route.slow.Store(false)
		}
		go c.run(call.own())
		return true
	}
	start := time.Now()
	call.turn = c.beginTurn()
	c.run(call)
	if !c.endTurn(call.turn) {
		c.flush() // the role moved on while the handler ran
		return false
	}
	if lineLen < longLine && time.Since(start) > slowAfter {
		if route.late++; route.late >= 2 {
			route.late = 0
			route.slow.Store(true)
		}
	} else {
		route.late = 0
	}
	return true
}

// run runs the handler of one call.
func (c *Conn) run(call *Call) {
	if c.opt.Observe != nil {
		c.tell(Event{Kind: Entered, ID: string(call.ID), Method: call.Method})
	}
	c.app.Run(call)
	call.returned.Store(true)
	if c.opt.Observe != nil {
		c.tell(Event{Kind: Returned, ID: string(call.ID), Method: call.Method})
	}
}
