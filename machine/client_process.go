package machine

import "github.com/eralock/eralock/model"

// need asks for a process, unless there is one or one is on its way out: then
// exited asks again.
func (s *ClientSession) need() {
	switch {
	case s.closed:
	case !s.launched:
		s.launched = true
		s.act(ClientDoStart, 0)
	case s.fireProcess(model.ProcessOnNeed) == model.ProcessDoStart:
		s.act(ClientDoStart, 0)
	}
}

// wanted reports whether somebody waits for an era.
func (s *ClientSession) wanted() bool {
	for _, ref := range s.waiting {
		if s.slots.at(ref) != nil {
			return true
		}
	}
	return false
}

func (s *ClientSession) started() {
	switch s.fireProcess(model.ProcessOnStarted) {
	case model.ProcessDoServe:
		s.up = true
		s.begin()
	case model.ProcessDoCloseStdin:
		s.act(ClientDoCloseInput, 0)
	case model.ProcessDoKill:
		s.act(ClientDoKill, 0)
	}
}

func (s *ClientSession) startFailed() {
	if s.fireProcess(model.ProcessOnStartFailed) != model.ProcessDoFail {
		return
	}
	s.negotiate(model.NegotiationOnExit, ClientInput{On: ClientOnStartFailed})
	s.failWaiting()
}

// lost is the end of the streams: the process behind them is of no use any
// more, and is stopped (decisions K12). One that has ended its output ends
// itself; one whose pipe is broken has said nothing about its era.
func (s *ClientSession) lost(on ClientOn) {
	e := model.NegotiationOnExit
	if on == ClientOnBroken {
		e = model.NegotiationOnBroken
	}
	s.sever(e, ClientInput{On: on})
	s.shutdown()
}

// exited is the end of the process. Who waits, or brought it down with the
// probe, gets the next.
func (s *ClientSession) exited() {
	switch s.fireProcess(model.ProcessOnExit) {
	case model.ProcessDoLose, model.ProcessDoReap:
	default:
		return
	}
	s.sever(model.NegotiationOnExit, ClientInput{On: ClientOnExit})
	s.act(ClientDoReap, 0)
	if s.wanted() {
		s.need()
	}
}

// sever settles, once for each process, what was in flight. What was never
// handed to the pipe can wait for the next process, but only once: a server
// that dies again and again must not keep a caller for ever.
func (s *ClientSession) sever(e model.NegotiationEvent, in ClientInput) {
	if !s.up {
		return
	}
	s.up = false
	s.evidence = ""
	s.slots.each(func(ref Ref, sl *clientSlot) {
		switch {
		case sl.own():
			s.fire(sl, model.CallOnLost)
			s.slots.release(ref, sl)
		case sl.kind == KindListen && s.loseListen(ref, sl):
		case sl.place == atEra:
		case sl.call == model.CallQueued && !sl.carried:
			sl.carried = true
			s.wait(ref, sl)
		default:
			s.lose(ref, sl)
		}
	})
	s.negotiate(e, in)
}

func (s *ClientSession) lose(ref Ref, sl *clientSlot) {
	if s.fire(sl, model.CallOnLost) == model.CallDoLose {
		s.act(ClientDoLose, ref)
		s.slots.release(ref, sl)
	}
}

// failWaiting fails everybody who waits for an era that cannot be had
// (decisions K15).
func (s *ClientSession) failWaiting() {
	waiting := s.waiting
	s.waiting = nil
	for _, ref := range waiting {
		sl := s.slots.at(ref)
		switch {
		case sl == nil:
		case sl.kind == KindListen && sl.sub == model.SubscriptionReopening:
			s.abandon(ref, sl)
		default:
			s.lose(ref, sl)
		}
	}
}

// close settles everything and sends the process away.
func (s *ClientSession) close() {
	if s.closed {
		return
	}
	s.closed, s.up = true, false
	s.waiting = nil
	s.slots.each(func(ref Ref, sl *clientSlot) {
		switch {
		case sl.own():
			s.slots.release(ref, sl)
		case sl.kind == KindListen && s.loseListen(ref, sl):
		default:
			s.lose(ref, sl)
		}
	})
	s.shutdown()
}

// shutdown asks the process to go. One that is still starting is asked when it
// has started.
func (s *ClientSession) shutdown() {
	if s.fireProcess(model.ProcessOnShutdown) == model.ProcessDoCloseStdin {
		s.act(ClientDoCloseInput, 0)
	}
}

func (s *ClientSession) grace() {
	switch s.fireProcess(model.ProcessOnGrace) {
	case model.ProcessDoTerminate:
		s.act(ClientDoTerminate, 0)
	case model.ProcessDoKill:
		s.act(ClientDoKill, 0)
	}
}

func (s *ClientSession) kill() {
	if s.fireProcess(model.ProcessOnKill) == model.ProcessDoKill {
		s.act(ClientDoKill, 0)
	}
}
