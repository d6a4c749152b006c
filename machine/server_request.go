package machine

import "github.com/eralock/eralock/model"

// commit fires the era's event for a frame of sl that is no error and is about
// to be appended, and appends it. A frame that takes the lock is pinned.
func (s *ServerSession) commit(ref Ref, sl *slot, e model.EraEvent) { s.commitAs(Send, ref, sl, e) }

func (s *ServerSession) commitAs(do Do, ref Ref, sl *slot, e model.EraEvent) {
	pin := false
	if sl.lane == ModernLane || e == model.EraOnInitializeOut {
		was := s.era.At
		s.enter(e)
		pin = was != s.era.At && s.era.At >= model.EraLegacy
	}
	if sl.state.Settled() {
		sl.pinned = pin
	}
	s.out = append(s.out, Action{Do: do, Ref: ref, Lane: sl.lane, Pin: pin})
}

func (s *ServerSession) discard(ref Ref) { s.out = append(s.out, Action{Do: Discard, Ref: ref}) }

// granted fires what a handler has a frame for, and returns the slot if the
// frame may go out; otherwise it is discarded.
func (s *ServerSession) granted(ref Ref, e model.RequestEvent, want model.RequestEffect) *slot {
	if sl := s.slots.at(ref); sl != nil {
		if do, _ := s.fire(sl, e); do == want {
			return sl
		}
	}
	s.discard(ref)
	return nil
}

// emit is a progress or a log message of a running request.
func (s *ServerSession) emit(ref Ref) {
	if sl := s.granted(ref, model.RequestOnFrame, model.RequestDoSendFrame); sl != nil {
		s.commit(ref, sl, model.EraOnFrameOut)
	}
}

// finish is the success of a request.
func (s *ServerSession) finish(ref Ref, oldSchema bool) {
	sl := s.slots.at(ref)
	if sl == nil {
		s.discard(ref)
		return
	}
	do, _ := s.fire(sl, model.RequestOnResult)
	if do != model.RequestDoSendResult {
		s.drop(ref, sl)
		return
	}
	s.leaveListen(sl)
	switch sl.kind {
	case initialize:
		s.oldSchema = oldSchema
		s.m.legacy.Fire(&s.legacy, model.LegacyOnResult)
		s.commit(ref, sl, model.EraOnInitializeOut)
	case discover:
		s.commit(ref, sl, model.EraOnDiscoverOut)
	default:
		s.commit(ref, sl, model.EraOnResultOut)
	}
}

// fail is the error of a request; an error never locks (rules A8).
func (s *ServerSession) fail(ref Ref) {
	sl := s.slots.at(ref)
	if sl == nil {
		s.discard(ref)
		return
	}
	switch do, _ := s.fire(sl, model.RequestOnError); do {
	case model.RequestDoSendError:
		s.leaveListen(sl)
		s.act(Send, ref, sl)
	case model.RequestDoSendResult: // a listen that ends gracefully, whatever its handler says
		s.leaveListen(sl)
		s.commitAs(FinishListen, ref, sl, model.EraOnResultOut)
	default:
		s.drop(ref, sl)
	}
}

// drop discards what a silent request said, and forgets it once it is settled.
func (s *ServerSession) drop(ref Ref, sl *slot) {
	s.discard(ref)
	s.forget(ref, sl)
}

// forget frees a request that ended in silence; one that was answered stays
// until its answer is written.
func (s *ServerSession) forget(ref Ref, sl *slot) {
	if sl.state == model.RequestDropped {
		s.slots.release(ref, sl)
		s.act(Free, ref, nil)
	}
}

// cancel finds the request that a notifications/cancelled names. One that is
// unknown, settled and written, or uncancellable is ignored (ladder 31).
func (s *ServerSession) cancel(id []byte) {
	ref, ok := s.slots.byID.find(id)
	if !ok {
		return
	}
	sl := s.slots.at(ref)
	if sl.kind == discover || sl.kind == initialize || sl.pinned && sl.state.Settled() {
		return
	}
	e := model.RequestOnCancelSilent
	if sl.lane == LegacyLane && !s.opt.SilentLegacyCancel {
		e = model.RequestOnCancelAnswered
	}
	s.silence(ref, sl, e)
}

func (s *ServerSession) silence(ref Ref, sl *slot, e model.RequestEvent) {
	do, _ := s.fire(sl, e)
	switch do {
	case model.RequestDoCancel:
		s.slots.detach(sl)
		s.act(Retract, ref, sl)
		s.act(CancelContext, ref, sl)
	case model.RequestDoCancelAndReply:
		s.slots.detach(sl)
		s.act(Retract, ref, sl)
		s.act(CancelContext, ref, sl)
		s.act(ReplyCancelled, ref, sl)
	case model.RequestDoRetract:
		s.slots.detach(sl)
		s.act(Retract, ref, sl)
	default:
		return
	}
	s.cancelAsks(ref)
	s.leaveListen(sl)
	s.settleListen(ref, sl)
	s.forget(ref, sl)
}
