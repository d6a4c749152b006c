package machine

import "github.com/eralock/eralock/model"

// ask is one request of ours to a legacy client.
type ask struct {
	id     string
	parent Ref
	state  model.OutboundState
}

// asks holds them.
type asks struct {
	slab[ask]
	byID map[string]Ref
}

func (a *asks) admit(id []byte, parent Ref) Ref {
	ref, k := a.add(ask{id: string(id), parent: parent})
	a.byID[k.id] = ref
	return ref
}

func (a *asks) release(r Ref, k *ask) {
	delete(a.byID, k.id)
	a.drop(r)
}

// ask admits a request of ours. On a modern connection, and for a modern
// request, it fails locally and nothing reaches the wire (rules C5).
func (s *ServerSession) ask(in Input) {
	e := model.LegacyOnAsk
	if in.Kind == Pinged {
		e = model.LegacyOnAskPing
	}
	sl := s.slots.at(in.Ref)
	modern := s.era.At == model.EraModern || sl != nil && sl.lane == ModernLane
	silent := in.Ref != 0 && (sl == nil || !sl.state.Live())
	if do, _ := s.m.legacy.Fire(&s.legacy, e); do != model.LegacyDoSend || modern || silent || s.lifetime.At != model.LifetimeServing {
		s.act(RefuseAsk, in.Ref, nil)
		return
	}
	s.act(SendAsk, s.asks.admit(in.ID, in.Ref), nil)
}

func (s *ServerSession) fireAsk(ref Ref, k *ask, e model.OutboundEvent) {
	s.outbound.At = k.state
	do, _ := s.m.outbound.Fire(&s.outbound, e)
	k.state = s.outbound.At
	switch do {
	case model.OutboundDoResolve, model.OutboundDoFail:
		s.act(SettleAsk, ref, nil)
	case model.OutboundDoSendCancelled:
		s.act(CancelAsk, ref, nil)
	case model.OutboundDoLose:
		s.act(LoseAsk, ref, nil)
	}
	if k.state != model.OutboundSent {
		s.asks.release(ref, k)
	}
}

// response correlates a response; an unknown one is dropped (ladder 9).
func (s *ServerSession) response(in Input) {
	if do, _ := s.m.lifetime.Fire(&s.lifetime, model.LifetimeOnResponse); do != model.LifetimeDoPass {
		return
	}
	ref, ok := s.asks.byID[string(in.ID)]
	if !ok {
		return
	}
	e := model.OutboundOnResult
	if in.Failure {
		e = model.OutboundOnError
	}
	s.fireAsk(ref, s.asks.at(ref), e)
}

func (s *ServerSession) timeoutAsk(ref Ref) {
	if k := s.asks.at(ref); k != nil {
		s.fireAsk(ref, k, model.OutboundOnTimeout)
	}
}

// cancelAsks cancels what a cancelled call still waits for (decisions C2).
func (s *ServerSession) cancelAsks(parent Ref) {
	s.asks.each(func(ref Ref, k *ask) {
		if k.parent == parent {
			s.fireAsk(ref, k, model.OutboundOnCallCancelled)
		}
	})
}

func (s *ServerSession) loseAsks() {
	s.asks.each(func(ref Ref, k *ask) { s.fireAsk(ref, k, model.OutboundOnEOF) })
}
