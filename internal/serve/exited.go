package serve

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
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
	if call.turn != 0 {
		c.handOff(call.turn)
	}
	if c.opt.Observe != nil {
		c.tell(Event{Kind: Returned, ID: string(call.ID), Method: call.Method})
	}
}

// readerExited does the same for the goroutine that reads, which ended in what the
// program has to say about a handshake, in its observer, or in how it decodes
// arguments. Another one reads on.
func (c *Conn) readerExited(rd *reading) {
	switch rd.step {
	case inTurn: // the role has moved on, or the watcher moves it
		return
	case judging:
		c.opt.Log.Error("the check of a handshake ended its goroutine")
		rd.refusal = *protocol.InternalError()
		c.admit(rd, model.ClassBadInitialize, nil)
	case preparing:
		if call := rd.run.call; call != nil {
			c.exited(call)
		}
	}
	go c.readLoop()
}
