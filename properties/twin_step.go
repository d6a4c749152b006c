package properties

import (
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// A step is what the session did about one move.
type step struct {
	move   model.Move
	number int // of the request that the move is about
	held   int // the slot that the frame just read gets, or -1

	out       []model.Emission // frames that belong to the model
	announced int              // and one that does not
	answered  []askAct         // what a handler that asks is told
	asks      []askAct         // what is done about earlier asks
	wantAsks  []askAct
	aside     bool // the model stands still

	locked, drain, deliver bool
	closed, gone           bool
	stray                  string // an action that makes no sense
}

// advance makes move m of the model and feeds in to the session, then compares.
func (tw *Twin) advance(m model.Move, in machine.Input) error {
	s := tw.start(m)
	if m.Asks() && m.Slot >= 0 {
		s.held = int(m.Slot)
		tw.vacate(s.held)
	}
	s.number = tw.about(m)
	before := tw.world
	tw.world, tw.want = tw.sys.Step(before, m, tw.want[:0])
	tw.expectAsks(&before)
	tw.feed(in)
	return tw.compare(before)
}

// start begins a step.
func (tw *Twin) start(m model.Move) *step {
	tw.played++
	s := &tw.step
	*s = step{move: m, held: -1, out: s.out[:0], answered: s.answered[:0], asks: s.asks[:0], wantAsks: s.wantAsks[:0]}
	return s
}

// vacate forgets what was in a slot: a new request takes it.
func (tw *Twin) vacate(i int) {
	if tw.refs[i] != 0 {
		tw.ghosts = append(tw.ghosts, tw.refs[i])
	}
	tw.refs[i], tw.ended[i], tw.freed[i], tw.seen.Slots[i] = 0, false, false, model.Slot{}
}

// feed steps the session and performs what it asks for.
func (tw *Twin) feed(in machine.Input) {
	if tw.fed != nil {
		tw.fed(in, 0)
	}
	from := len(tw.acts)
	tw.acts = tw.ses.Step(in, tw.acts)
	for i := from; i < len(tw.acts); i++ {
		tw.perform(in, tw.acts[i])
	}
	tw.acts = tw.acts[:from]
}

// perform is what a shell does with one action. What is answered inline is
// answered at once, as a shell must (decisions E3).
func (tw *Twin) perform(in machine.Input, a machine.Action) {
	s := &tw.step
	switch a.Do {
	case machine.Run, machine.Handshake, machine.Discover, machine.Pong, machine.Listen:
		tw.begin(in, a)
	case machine.Send:
		tw.send(in, a)
	case machine.Refuse:
		if a.Ref != 0 {
			tw.bind(a)
		}
		tw.add(a, refusals[a.Reason], true)
	case machine.AnswerFault:
		tw.add(a, model.FrameFault, true)
	case machine.CancelContext:
		if i := tw.slotOf(a.Ref); i >= 0 {
			tw.ended[i] = true
		}
	case machine.Retract:
		tw.retract(a.Ref)
	case machine.ReplyCancelled:
		tw.add(a, model.FrameRequestCancelled, true)
	case machine.ReplyClosed:
		tw.add(a, model.FrameConnectionClosed, true)
	case machine.FinishListen:
		tw.add(a, model.FrameResult, true)
	case machine.SendCancelled:
		tw.add(a, model.FrameCancelled, true)
	case machine.SendAsk, machine.RefuseAsk:
		s.answered = append(s.answered, askAct{a.Do, a.Ref})
	case machine.CancelAsk, machine.SettleAsk, machine.LoseAsk:
		s.asks = append(s.asks, askAct{a.Do, a.Ref})
	case machine.Deliver:
		s.deliver = true
	case machine.Locked:
		s.locked = true
	case machine.Drain:
		s.drain = true
	case machine.Free:
		if i := tw.slotOf(a.Ref); i >= 0 {
			tw.freed[i], tw.seen.Slots[i].State = true, model.RequestDropped
		}
	case machine.CloseOutput:
		s.closed = true
	case machine.Abandon:
		s.gone = true
	}
}

// begin is a request that is admitted.
func (tw *Twin) begin(in machine.Input, a machine.Action) {
	tw.bind(a)
	i := tw.slotOf(a.Ref)
	switch {
	case i < 0:
	case a.Do == machine.Run:
		tw.seen.Slots[i].Marks |= model.MarkHandler
	case a.Do == machine.Listen:
		tw.feed(machine.Input{Kind: machine.Acknowledged, Ref: a.Ref})
	default:
		tw.feed(machine.Input{Kind: machine.Finished, Ref: a.Ref, OldSchema: in.OldSchema})
		if a.Do == machine.Handshake {
			tw.old = in.OldSchema
		}
	}
}

// bind gives the request that was just read its handle.
func (tw *Twin) bind(a machine.Action) {
	s := &tw.step
	if s.held < 0 || tw.refs[s.held] != 0 {
		s.stray = a.Do.String() + " for a request that was not admitted"
		return
	}
	tw.refs[s.held] = a.Ref
	tw.seen.Slots[s.held].Lane = a.Lane
}

func (tw *Twin) slotOf(ref machine.Ref) int {
	for i, r := range tw.refs {
		if r == ref && ref != 0 {
			return i
		}
	}
	return -1
}
