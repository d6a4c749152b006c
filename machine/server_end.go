package machine

import "github.com/eralock/eralock/model"

// end moves the connection towards its end.
func (s *ServerSession) end(e model.LifetimeEvent) {
	do, _ := s.m.lifetime.Fire(&s.lifetime, e)
	if e == model.LifetimeOnEOF || e == model.LifetimeOnBroken || e == model.LifetimeOnDeadline {
		s.loseAsks() // no answer can come any more
	}
	switch do {
	case model.LifetimeDoDrain:
		s.act(Drain, 0, nil)
		s.slots.each(func(ref Ref, sl *slot) {
			if sl.state == model.RequestAcknowledged {
				s.closeListen(ref)
			}
		})
	case model.LifetimeDoExpire:
		s.slots.each(s.expire)
		s.act(CloseOutput, 0, nil)
	case model.LifetimeDoAbandon:
		s.slots.each(func(ref Ref, sl *slot) {
			if !sl.state.Settled() {
				s.silence(ref, sl, model.RequestOnCancelSilent)
			}
		})
		s.act(Abandon, 0, nil)
	}
}

// expire settles what the drain did not wait for; cancelled requests stay
// silent (rules A11).
func (s *ServerSession) expire(ref Ref, sl *slot) {
	if sl.state.Settled() {
		return
	}
	switch do, _ := s.fire(sl, model.RequestOnExpire); do {
	case model.RequestDoReplyClosed:
		s.slots.detach(sl)
		s.act(CancelContext, ref, sl)
		s.act(ReplyClosed, ref, sl)
	case model.RequestDoSendResult:
		s.slots.detach(sl)
		s.leaveListen(sl)
		if sl.handled {
			s.act(CancelContext, ref, sl)
		}
		s.commitAs(FinishListen, ref, sl, model.EraOnResultOut)
	}
}

// idle closes a draining connection once nothing is in flight.
func (s *ServerSession) idle() {
	if s.slots.active > 0 || s.lifetime.At == model.LifetimeServing {
		return // not worth a Fire: the table has no row for it
	}
	if do, _ := s.m.lifetime.Fire(&s.lifetime, model.LifetimeOnIdle); do == model.LifetimeDoCloseOutput {
		s.act(CloseOutput, 0, nil)
	}
}
