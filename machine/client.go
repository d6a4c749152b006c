package machine

import "github.com/eralock/eralock/model"

// ClientOptions configure a ClientSession.
type ClientOptions struct {
	Mode model.Mode
	// Version is the modern version that the first probe carries.
	Version string
	// Retries is how often a probe that times out is sent again.
	Retries int
	// Known is the verdict of an earlier connection: the first process is not
	// probed if the mode has that era (C-ERA-2).
	Known Known
	// CancelProbe cancels a timed-out probe on the wire (decisions K3).
	CancelProbe bool
	// Relisten sends live listens again on the next process (decisions K7 and
	// K19); without it they end as lost.
	Relisten bool
	// Tables replace the standard ones; for tests of the tests.
	Tables ClientTables
}

// Known is what is known of a server that has not been started yet. The zero
// Known is nothing.
type Known struct {
	Lanes Lanes // its era
	// Version is the mutual version that its stored DiscoverResult has, if that is modern.
	Version string
}

// A ClientSession is a client's side of one server: one process after another,
// each with its negotiation, and the calls and subscriptions that callers wait
// for.
type ClientSession struct {
	opt ClientOptions
	m   clientMachines

	negotiation  Cursor[model.NegotiationState]
	process      Cursor[model.ProcessState]
	call         Cursor[model.CallState] // scratch: holds a slot's state during a Fire
	subscription Cursor[model.SubscriptionState]

	slots    clientSlots
	waiting  []Ref  // for the era, in the order of their coming; may hold freed ones
	version  string // that modern requests carry
	probed   string // that the probe carries
	retries  int    // how often the probe was sent again
	evidence string // mutual version of a DiscoverResult that came too late (decisions K3 and K4)

	launched bool // the process was asked for once
	up       bool // the streams are of use
	closed   bool

	out []ClientAction
}

// NewClientSession starts without a process: the first ClientOnCall asks for it.
func NewClientSession(opt ClientOptions) *ClientSession {
	s := &ClientSession{opt: opt, m: clientMachinesFor(opt.Tables, opt.Mode)}
	s.slots.byID = map[uint64]Ref{}
	s.negotiation.At, s.process.At = s.m.negotiation.table.Start, s.m.process.table.Start
	return s
}

// Step takes one input and appends to buf what is to be done, in order.
func (s *ClientSession) Step(in ClientInput, buf []ClientAction) []ClientAction {
	s.out = buf
	switch in.On {
	case ClientOnCall:
		s.admit(in)
	case ClientOnWrite:
		s.write(in.Ref)
	case ClientOnResult, ClientOnError:
		s.answer(in)
	case ClientOnProgress:
		s.progress(in.ID)
	case ClientOnAcknowledged:
		s.hear(in.ID, model.SubscriptionOnAcknowledged)
	case ClientOnEvent:
		s.hear(in.ID, model.SubscriptionOnEvent)
	case ClientOnRemoteCancel:
		s.hear(in.ID, model.SubscriptionOnRemoteCancel)
	case ClientOnPing, ClientOnRequest:
		s.asked(in.On)
	case ClientOnCancel:
		s.end(in.Ref, model.CallOnCancel)
	case ClientOnTimeout:
		s.timeout(in.Ref)
	case ClientOnUnsent:
		s.unsent(in.Ref)
	case ClientOnStarted:
		s.started()
	case ClientOnStartFailed:
		s.startFailed()
	case ClientOnLost, ClientOnBroken:
		s.lost(in.On)
	case ClientOnExit:
		s.exited()
	case ClientOnGrace:
		s.grace()
	case ClientOnClose:
		s.close()
	case ClientOnKill:
		s.kill()
	}
	out := s.out
	s.out = nil
	return out
}

// Era is the era that is settled, and the version that modern requests carry;
// ok is false before that, and again after the process is lost.
func (s *ClientSession) Era() (lane Lane, version string, ok bool) {
	switch s.negotiation.At {
	case model.NegotiationModern:
		return ModernLane, s.version, true
	case model.NegotiationLegacy:
		return LegacyLane, "", true
	}
	return LegacyLane, "", false
}

// Restarting reports whether the process that comes next was asked for by the
// negotiation and not by a caller (decisions K5).
func (s *ClientSession) Restarting() bool {
	return !s.up && s.negotiation.At == model.NegotiationInitialising
}

// Reprobing reports whether the answer to a probe would be the second one of a
// server that is settled as modern.
func (s *ClientSession) Reprobing() bool { return s.negotiation.At == model.NegotiationReprobing }

// Expects tells what a response with this id would answer: what the Answer of a
// ClientOnResult or ClientOnError depends on.
func (s *ClientSession) Expects(id uint64) (Ref, ClientKind) {
	ref, sl := s.slots.of(id)
	if sl == nil {
		return 0, KindNone
	}
	return ref, sl.kind
}

func (s *ClientSession) act(do ClientDo, ref Ref) {
	s.out = append(s.out, ClientAction{Do: do, Ref: ref})
}

func (s *ClientSession) fire(sl *clientSlot, e model.CallEvent) model.CallEffect {
	s.call.At = sl.call
	do, _ := s.m.call.Fire(&s.call, e)
	sl.call = s.call.At
	return do
}

func (s *ClientSession) fireListen(sl *clientSlot, e model.SubscriptionEvent) model.SubscriptionEffect {
	s.subscription.At = sl.sub
	do, _ := s.m.subscription.Fire(&s.subscription, e)
	sl.sub = s.subscription.At
	return do
}

func (s *ClientSession) fireProcess(e model.ProcessEvent) model.ProcessEffect {
	do, _ := s.m.process.Fire(&s.process, e)
	return do
}
