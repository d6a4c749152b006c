package machine

import "github.com/eralock/eralock/model"

// ServerOptions configure a ServerSession. Limits of zero take the default.
type ServerOptions struct {
	Policy model.Policy
	// DiscoverGrace makes a lock whose only frames are DiscoverResults
	// provisional (decisions E14).
	DiscoverGrace bool
	// SilentLegacyCancel leaves out the code 0 answer (decisions C2).
	SilentLegacyCancel bool
	// SilentFaults never answers a line without a readable id (decisions A2).
	SilentFaults bool
	// MaxInFlight is how many requests may be in flight; default 65,536.
	MaxInFlight int
	// MaxListens is how many listens may be open: default 100, negative for none.
	MaxListens int
	// Hold keeps requests that need a handler until Opened (decisions E15).
	Hold bool
	// ListenHandlers gives every listen a handler of its own (rules A20): it
	// is started with Run, and Acknowledged, Finished or Failed follow.
	ListenHandlers bool
	// Tables replace the standard ones; for tests of the tests.
	Tables Tables
}

// Default limits.
const (
	DefaultMaxInFlight = 65536
	DefaultMaxListens  = 100
)

// A ServerSession is one connection as a server sees it.
type ServerSession struct {
	opt ServerOptions
	m   serverMachines

	era      Cursor[model.EraState]
	lifetime Cursor[model.LifetimeState]
	legacy   Cursor[model.LegacyState]
	request  Cursor[model.RequestState] // scratch: holds a slot's state during a Fire
	outbound Cursor[model.OutboundState]

	slots     slots
	asks      asks
	listens   int
	oldSchema bool
	held      bool // until the start-up is done
	out       []Action
}

// NewServerSession starts an open connection.
func NewServerSession(opt ServerOptions) *ServerSession {
	if opt.MaxInFlight == 0 {
		opt.MaxInFlight = DefaultMaxInFlight
	}
	if opt.MaxListens == 0 {
		opt.MaxListens = DefaultMaxListens
	}
	s := &ServerSession{opt: opt, m: serverMachinesFor(opt.Tables, opt.Policy, opt.DiscoverGrace)}
	s.slots.byID = newIDIndex()
	s.asks.byID = map[string]Ref{}
	s.era.At, s.lifetime.At = s.m.era.table.Start, s.m.lifetime.table.Start
	s.legacy.At = s.m.legacy.table.Start
	s.held = opt.Hold
	return s
}

// Step takes one input and appends to buf what is to be done, in order.
func (s *ServerSession) Step(in Input, buf []Action) []Action {
	s.out = buf
	switch in.Kind {
	case FrameRead:
		s.frame(in)
	case Acknowledged:
		s.acknowledge(in.Ref)
	case Emitted:
		s.emit(in.Ref)
	case Happened:
		s.happen(in.Ref)
	case Finished:
		s.finish(in.Ref, in.OldSchema)
	case Failed:
		s.fail(in.Ref)
	case ListenClosed:
		s.closeListen(in.Ref)
	case ListenFailed:
		s.severListen(in.Ref)
	case Announced:
		s.announce()
	case Asked, Pinged:
		s.ask(in)
	case AskTimedOut:
		s.timeoutAsk(in.Ref)
	case Opened:
		s.held = false
	case Begun:
		s.begin(in.Ref)
	case EndOfInput:
		s.end(model.LifetimeOnEOF)
	case CloseAsked:
		s.end(model.LifetimeOnClose)
	case DeadlineHit:
		s.end(model.LifetimeOnDeadline)
	case OutputBroken:
		s.end(model.LifetimeOnBroken)
	}
	s.idle()
	out := s.out
	s.out = nil
	return out
}

// Written tells the session that the last frame of ref was handed to the
// operating system: no cancel can reach it any more, and its id is free. It
// reports whether ref is forgotten now.
func (s *ServerSession) Written(ref Ref) bool {
	sl := s.slots.at(ref)
	if sl == nil || !sl.state.Settled() {
		return false
	}
	s.slots.release(ref, sl)
	return true
}

// Era is what the connection has committed to.
func (s *ServerSession) Era() model.EraState { return s.era.At }

// Lifetime is how far the connection is from its end.
func (s *ServerSession) Lifetime() model.LifetimeState { return s.lifetime.At }

// Legacy is how far the handshake is.
func (s *ServerSession) Legacy() model.LegacyState { return s.legacy.At }

// State is where the request behind ref stands; ok is false once it is freed.
func (s *ServerSession) State(ref Ref) (st model.RequestState, ok bool) {
	if sl := s.slots.at(ref); sl != nil {
		return sl.state, true
	}
	return 0, false
}

// InFlight visits the requests that are read and not settled. A listen that is
// live counts.
func (s *ServerSession) InFlight(yield func(ref Ref, state model.RequestState)) {
	s.slots.each(func(r Ref, sl *slot) {
		if !sl.state.Settled() {
			yield(r, sl.state)
		}
	})
}

func (s *ServerSession) act(d Do, r Ref, sl *slot) {
	a := Action{Do: d, Ref: r}
	if sl != nil {
		a.Lane = sl.lane
	}
	s.out = append(s.out, a)
}

// fire moves a slot's request.
func (s *ServerSession) fire(sl *slot, e model.RequestEvent) (model.RequestEffect, bool) {
	was := sl.state
	s.request.At = was
	do, ok := s.m.request.Fire(&s.request, e)
	sl.state = s.request.At
	if !was.Settled() && sl.state.Settled() {
		s.slots.active--
	}
	return do, ok
}
