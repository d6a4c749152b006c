package serve

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// exited settles a call whose handler ended its goroutine instead of returning, by
// runtime.Goexit as a test's FailNow does. The reading role, if the goroutine had
// it, moves on: the connection must not be deaf.
func (c *Conn) exited(call *Call) {
	if call.returned.Swap(true) {
		return
	}
	c.opt.Log.Error("a handler ended its goroutine", "method", call.Method)
	call.Leave() // if it is a listen's
	b := Buffer()
	*b = wire.AppendRefusal((*b)[:0], call.ID, *protocol.InternalError())
	call.Fail(b)
	if c.opt.Observe != nil {
		c.tell(Event{Kind: Returned, ID: string(call.ID), Method: call.Method})
	}
	if call.turn != 0 {
		c.handOff(call.turn)
	}
}
