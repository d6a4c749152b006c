package serve

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
)

// refusal is the error for a reason that the session named.
func (c *Conn) refusal(why machine.Reason, p *pending) wire.Refusal {
	cfg := c.app.Classify()
	switch why {
	case machine.LateInitialize:
		return cfg.LateInitialize(p.frame)
	case machine.Repeated:
		return wire.AlreadyInitialized()
	case machine.ClaimedInitialize:
		return cfg.ClaimedInitialize()
	case machine.Envelope:
		return wire.EnvelopeOnLegacy()
	case machine.NoEnvelope:
		return cfg.MissingEnvelope(p.frame)
	case machine.NoHandshake:
		return cfg.NoHandshake(p.frame)
	case machine.UnknownMethod:
		return wire.MethodNotFound(p.frame)
	case machine.DuplicateID:
		return wire.DuplicateID()
	case machine.Draining:
		return wire.Draining()
	case machine.Busy:
		return wire.Busy()
	case machine.NoListenSlot:
		return wire.NoListenSlot()
	}
	return *p.refusal
}
