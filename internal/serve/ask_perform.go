package serve

import (
	"context"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
)

// performAsk does what the session says about requests of ours. Their frames
// belong to no request of the client's in the outbox: what a cancelled call
// asked is cancelled by a frame of its own, never taken back, so that the client
// reads no cancel of a request that it was not sent (S-LCANCEL-1).
func (c *Conn) performAsk(a machine.Action, p *pending) {
	if a.Do == machine.RefuseAsk {
		recycle(p.buf)
		p.ask.end(ErrCannotAsk)
		return
	}
	if a.Do == machine.SendAsk {
		p.ask.ref = a.Ref
		c.keepAsk(p.ask)
		c.append(entry{buf: p.buf})
		return
	}
	k := c.takeAsk(a.Ref)
	if k == nil {
		return
	}
	switch a.Do {
	case machine.CancelAsk:
		b := Buffer()
		*b = wire.AppendCancelled((*b)[:0], k.id, "the answer is not needed any more", nil)
		c.append(entry{buf: b})
		k.end(context.Canceled)
	case machine.SettleAsk:
		k.settle(p.frame)
	case machine.LoseAsk:
		k.end(ErrAskLost)
	}
}

func (c *Conn) keepAsk(k *Ask) {
	i := k.ref.Slot()
	for i >= len(c.asks) {
		c.asks = append(c.asks, nil)
	}
	c.asks[i] = k
}

func (c *Conn) takeAsk(ref machine.Ref) *Ask {
	i := ref.Slot()
	if i < 0 || i >= len(c.asks) || c.asks[i] == nil || c.asks[i].ref != ref {
		return nil
	}
	k := c.asks[i]
	c.asks[i] = nil
	return k
}
