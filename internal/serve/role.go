package serve

import "time"

// The reading role. One goroutine at a time reads lines. Before it runs a
// handler in place, or writes, it begins a turn; if the turn takes longer than
// two ticks of the watcher, or its handler asks for its context's Done, the role
// moves to a fresh goroutine and the old one leaves the loop when it comes back.
// So EOF and cancels are always read (decisions C10).

const tick = time.Millisecond

// unwatched marks a turn that keeps the role however long it takes, unless it
// asks the client something.
const unwatched = 1 << 63

// beginTurn marks the start of something that may take long. Once the turn is
// in holder another goroutine may have the role, and c.turn.
func (c *Conn) beginTurn() uint64 {
	c.turn++
	turn := c.turn
	c.holder.Store(turn)
	if c.ticking.CompareAndSwap(false, true) {
		c.watcher.Reset(tick)
	}
	return turn
}

func (c *Conn) beginTurnUnwatched() uint64 {
	c.turn++
	turn := c.turn | unwatched
	c.holder.Store(turn)
	return turn
}

// endTurn reports whether the caller still holds the role.
func (c *Conn) endTurn(turn uint64) bool { return c.holder.CompareAndSwap(turn, 0) }

// handOff gives the role of a running turn to a fresh goroutine. The line that
// the turn still uses keeps its buffer.
func (c *Conn) handOff(turn uint64) bool {
	if !c.holder.CompareAndSwap(turn, 0) {
		return false
	}
	c.lines.Detach()
	go c.readLoop()
	return true
}

// watch runs on the timer's goroutine, and only while turns are being taken.
func (c *Conn) watch() {
	turn := c.watchable()
	if turn != 0 && turn == c.watched {
		c.handOff(turn)
		turn = 0
	}
	c.watched = turn
	if turn == 0 {
		c.ticking.Store(false)
		if c.watchable() == 0 || !c.ticking.CompareAndSwap(false, true) {
			return
		}
	}
	c.watcher.Reset(tick)
}

// watchable is the turn that is running, 0 if there is none to watch.
func (c *Conn) watchable() uint64 {
	if turn := c.holder.Load(); turn&unwatched == 0 {
		return turn
	}
	return 0
}
