package machine

import "github.com/eralock/eralock/model"

// acknowledge opens a listen: the acknowledgement is its first frame, and the
// lock and that frame are one step.
func (s *ServerSession) acknowledge(ref Ref) {
	if sl := s.granted(ref, model.RequestOnAcknowledge, model.RequestDoSendAcknowledgement); sl != nil {
		s.enterListen(sl)
		s.commit(ref, sl, model.EraOnFrameOut)
	}
}

// happen is a change that a listen asked for.
func (s *ServerSession) happen(ref Ref) {
	if sl := s.granted(ref, model.RequestOnEvent, model.RequestDoSendEvent); sl != nil {
		s.commit(ref, sl, model.EraOnFrameOut)
	}
}

// closeListen ends a listen gracefully: its result is its last frame.
func (s *ServerSession) closeListen(ref Ref) {
	sl := s.slots.at(ref)
	if sl == nil {
		return
	}
	if do, _ := s.fire(sl, model.RequestOnClose); do != model.RequestDoFinishListen {
		return
	}
	if sl.handled {
		s.act(CancelContext, ref, sl) // it is told, and then returns
		return
	}
	s.leaveListen(sl)
	if do, _ := s.fire(sl, model.RequestOnResult); do == model.RequestDoSendResult {
		s.commitAs(FinishListen, ref, sl, model.EraOnResultOut)
	}
}

// severListen ends a listen that cannot keep up: notifications/cancelled with
// its id, and nothing after it (decisions C4).
func (s *ServerSession) severListen(ref Ref) {
	sl := s.slots.at(ref)
	if sl == nil {
		return
	}
	if do, _ := s.fire(sl, model.RequestOnSever); do != model.RequestDoSendCancelled {
		return
	}
	s.slots.detach(sl)
	s.act(Retract, ref, sl)
	s.act(SendCancelled, ref, sl)
	if sl.handled {
		s.act(CancelContext, ref, sl)
	}
	s.leaveListen(sl)
	s.settleListen(ref, sl)
	s.forget(ref, sl)
}

// enterListen takes a subscription slot: at the acknowledgement, or with the
// start of a handler, which may acknowledge when it likes.
func (s *ServerSession) enterListen(sl *slot) {
	if !sl.counted {
		sl.counted = true
		s.listens++
	}
}

// leaveListen gives a subscription slot back (rules A12).
func (s *ServerSession) leaveListen(sl *slot) {
	if sl.counted {
		sl.counted = false
		s.listens--
	}
}

// settleListen settles a silent listen at once, unless a handler of its own has
// to return first.
func (s *ServerSession) settleListen(ref Ref, sl *slot) {
	if sl.kind == listen && !sl.handled && sl.state == model.RequestCancelled {
		s.fire(sl, model.RequestOnError)
	}
}

// announce is a change as the plain notification of a legacy connection.
func (s *ServerSession) announce() {
	if do, _ := s.m.legacy.Fire(&s.legacy, model.LegacyOnNotify); do == model.LegacyDoSend && s.lifetime.At == model.LifetimeServing {
		s.act(Send, 0, nil)
		return
	}
	s.discard(0)
}
