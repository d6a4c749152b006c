package machine

import "github.com/eralock/eralock/model"

// maxRestarts is how often a listen brings a lost process back without having
// been acknowledged in between (decisions K19).
const maxRestarts = 2

// endings are the ends of model.Subscription in the shell's words.
var endings = [...]Ending{
	model.SubscriptionGraceful: EndGraceful,
	model.SubscriptionRemote:   EndRemote,
	model.SubscriptionClosed:   EndClosed,
	model.SubscriptionLost:     EndLost,
	model.SubscriptionRefused:  EndRefused,
}

// hear takes a notification that names a listen.
func (s *ClientSession) hear(id uint64, e model.SubscriptionEvent) {
	ref, sl := s.slots.of(id)
	if sl == nil || sl.kind != KindListen {
		return
	}
	switch s.fireListen(sl, e) {
	case model.SubscriptionDoGrant:
		sl.restarts, sl.granted = 0, true
		s.act(ClientDoGrant, ref)
	case model.SubscriptionDoDeliver:
		s.act(ClientDoDeliver, ref)
	case model.SubscriptionDoEnd:
		s.fire(sl, model.CallOnQuietEnd)
		s.ended(ref, sl)
	}
}

// listenAnswered ends a listen by its response.
func (s *ClientSession) listenAnswered(in ClientInput, ref Ref, sl *clientSlot) {
	e, of := model.SubscriptionOnError, model.CallOnError
	if in.On == ClientOnResult {
		e, of = model.SubscriptionOnResult, model.CallOnResult
	}
	s.fire(sl, of)
	if do := s.fireListen(sl, e); do == model.SubscriptionDoEnd || do == model.SubscriptionDoFail {
		s.ended(ref, sl)
	}
}

// leaveListen ends a listen of ours; its request has settled already what the
// wire hears of it. One that never was acknowledged is a call that failed, also
// while it waits for the next process.
func (s *ClientSession) leaveListen(ref Ref, sl *clientSlot) {
	s.fireListen(sl, model.SubscriptionOnClose)
	if sl.granted {
		s.ended(ref, sl)
		return
	}
	s.act(ClientDoAbort, ref)
	s.slots.release(ref, sl)
}

// loseListen is what becomes of a listen whose connection has ended: sent again
// on the next one, or over. It reports whether it waits.
func (s *ClientSession) loseListen(ref Ref, sl *clientSlot) bool {
	if sl.sub == model.SubscriptionOpening && sl.id == 0 && sl.restarts == 0 && !sl.resent {
		return false // never written: lost, or carried over, like any call
	}
	s.fire(sl, model.CallOnLost)
	sl.crashed = sl.restarts >= maxRestarts && !s.closed
	if !s.opt.Relisten || s.closed || sl.crashed {
		s.abandon(ref, sl)
		return true
	}
	if s.fireListen(sl, model.SubscriptionOnLost) != model.SubscriptionDoRestart {
		return true
	}
	sl.restarts++
	s.slots.unmint(sl)
	sl.call, sl.resent = s.m.call.table.Start, false // the next one is a new request
	s.out = append(s.out, ClientAction{Do: ClientDoReopen, Ref: ref, Kind: KindListen})
	s.wait(ref, sl)
	return true
}

// abandon ends a listen with the connection.
func (s *ClientSession) abandon(ref Ref, sl *clientSlot) {
	if do := s.fireListen(sl, model.SubscriptionOnGiveUp); do == model.SubscriptionDoEnd || do == model.SubscriptionDoFail {
		s.ended(ref, sl)
	}
}

func (s *ClientSession) ended(ref Ref, sl *clientSlot) {
	how := endings[sl.sub]
	if how == EndLost && sl.crashed {
		how = EndCrashed
	}
	s.out = append(s.out, ClientAction{Do: ClientDoEnd, Ref: ref, Kind: KindListen, Ending: how})
	s.slots.release(ref, sl)
}
