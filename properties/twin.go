package properties

import (
	"errors"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// A Twin plays one interleaving on a machine.ServerSession and on the model at
// once. It is the shell of the session: it performs the actions, keeps the
// outbox and knows what runs. After every move
//
//   - the session stands where a step of the model leads,
//   - the frames it asked for are those of that step, in that order for each
//     request, written in that vocabulary, pinned where they carried the lock,
//   - what waits in the outbox is what the model says can still be taken back,
//   - every named invariant of the model holds for what was seen,
//   - contexts end, notifications are delivered, requests to the client are
//     settled, and slots are freed as the tables say.
//
// A Twin is not safe for concurrent use.
type Twin struct {
	ledger
	opt        machine.ServerOptions
	ses        *machine.ServerSession
	invariants []model.Invariant

	refs   [model.MaxRequests]machine.Ref
	seen   model.World // what the session showed so far, slots numbered like the ledger's
	ended  [model.MaxRequests]bool
	freed  [model.MaxRequests]bool
	outbox []entry
	asks   []ask
	asked  int
	ghosts []machine.Ref
	old    bool // the schema of this connection has no error without an id

	last   Move
	step   step
	acts   []machine.Action
	want   []model.Emission
	trace  []model.TraceStep
	pool   []model.TraceFrame
	played int
	fed    func(machine.Input, machine.Ref) // told of every input, or of a Written; may be nil
	saw    func(*model.Transition)          // told of every transition; may be nil
}

// entry is a frame that waits to be handed to the operating system.
type entry struct {
	ref    machine.Ref
	slot   int // -1: it belongs to no request that is held
	frame  model.Frame
	pinned bool
}

// ErrDisagree is wrapped by what Play returns when session and model part.
var ErrDisagree = errors.New("properties: the session is not what the model says")

// NewTwin starts an open connection. The tables of opt are the session's alone:
// the model keeps the standard ones, so that a mutant shows.
func NewTwin(opt machine.ServerOptions) *Twin {
	sys := model.NewSystem(opt.Policy, opt.DiscoverGrace, model.MaxRequests)
	sys.SilentLegacyCancel = opt.SilentLegacyCancel
	switch {
	case opt.MaxListens < 0:
		sys.Listens = 0
	case opt.MaxListens == 0:
		sys.Listens = machine.DefaultMaxListens
	default:
		sys.Listens = opt.MaxListens
	}
	return &Twin{
		ledger: newLedger(sys, opt.MaxInFlight), opt: opt, ses: machine.NewServerSession(opt),
		invariants: model.Invariants(sys), seen: sys.Start(),
	}
}

// Play makes one move, if it is possible, and compares. After an error the Twin
// is of no further use.
func (tw *Twin) Play(m Move) error {
	tw.last = m
	switch m.Kind {
	case Read:
		return tw.line(m.Class, m.ID, m.Old)
	case Cancel:
		i := tw.pick(m.Nth, model.Slot.Occupied)
		if i < 0 {
			return nil
		}
		return tw.line(model.ClassCancelled, tw.ids[i], false)
	case Write:
		return tw.write(m.Nth)
	case Result, Fail, Progress:
		return tw.handler(m.Kind, m.Nth)
	case Change, EndListen, Overflow:
		return tw.hub(m.Kind, m.Nth)
	case Announce, Leftover:
		return tw.speak(m.Kind, m.Nth)
	case Ask, AskPing, Answer, Refusal, Timeout:
		return tw.ask(m.Kind, m.Nth)
	}
	return tw.end(m.Kind)
}

// PlayAll plays moves until the first disagreement.
func (tw *Twin) PlayAll(moves []Move) error {
	for _, m := range moves {
		if err := tw.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// Played is how many moves were possible so far.
func (tw *Twin) Played() int { return tw.played }

// World is where the model stands.
func (tw *Twin) World() model.World { return tw.world }
