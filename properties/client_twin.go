package properties

import (
	"errors"
	"fmt"
	"slices"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// ErrBrokenPromise is what a ClientTwin wraps.
var ErrBrokenPromise = errors.New("the client session breaks a promise")

// A ClientTwin plays moves on a machine.ClientSession, without a goroutine: it is
// the callers, the pipe, a server that says anything, and a process that ends at
// will. Beside the session it plays the table of the negotiation, and holds the
// session to it.
//
// What is claimed: each caller is settled exactly once; no id is used twice; a
// request is written in the settled era only; it is cancelled on the wire at most
// once, after it was written and on the process that read it, initialize never; no
// response goes to a modern server; two processes never run at once; and the
// negotiation takes the steps of its table and no others.
type ClientTwin struct {
	opt     machine.ClientOptions
	session *machine.ClientSession
	err     error

	callers map[machine.Ref]int // how often each was settled
	kinds   map[machine.Ref]machine.ClientKind
	pipe    []machine.Ref          // waits for its turn
	written map[uint64]machine.Ref // by id, of all processes
	current []uint64               // ids written to this process
	killed  map[uint64]bool        // ids that were cancelled on the wire
	lastID  uint64

	starting, running, closed bool

	state   model.NegotiationState // as the table has it
	probe   machine.Ref            // that decides now
	retries int                    // of the probe, on this process
	said    []string
	saw     func(machine.ClientAction) // each action; may be nil
}

// NewClientTwin starts without a process. The session gets opt; its tables may be
// broken ones, the twin's are the standard ones.
func NewClientTwin(opt machine.ClientOptions) *ClientTwin {
	opt.Version = "2026-07-28"
	return &ClientTwin{
		opt: opt, session: machine.NewClientSession(opt), callers: map[machine.Ref]int{}, kinds: map[machine.Ref]machine.ClientKind{},
		written: map[uint64]machine.Ref{}, killed: map[uint64]bool{},
	}
}

// PlayAll plays moves, then closes the client: every caller hears of its call.
func (w *ClientTwin) PlayAll(moves []ClientMove) error {
	for _, m := range moves {
		if err := w.Play(m); err != nil {
			return err
		}
	}
	w.Play(ClientMove{Kind: ClientClose})
	for ref, n := range w.callers {
		if n != 1 && w.kinds[ref] < machine.KindProbe {
			w.broken("%s %x was settled %d times", w.kinds[ref], ref, n)
		}
	}
	return w.err
}

// Play plays one move, if it is possible.
func (w *ClientTwin) Play(m ClientMove) error {
	if w.err == nil && w.move(m) {
		w.settled()
	}
	return w.err
}

// broken keeps the first broken promise, and how it came to that.
func (w *ClientTwin) broken(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("%w: %s, after %v", ErrBrokenPromise, fmt.Sprintf(format, args...), w.said)
	}
}

func (w *ClientTwin) step(in machine.ClientInput) []machine.ClientAction {
	w.said = append(w.said, fmt.Sprint(in))
	acts := w.session.Step(in, nil)
	for _, a := range acts {
		if w.saw != nil {
			w.saw(a)
		}
		w.check(in, a)
	}
	return acts
}

// check holds one action against the claims.
func (w *ClientTwin) check(in machine.ClientInput, a machine.ClientAction) {
	switch a.Do {
	case machine.ClientDoAdmit:
		w.callers[a.Ref], w.kinds[a.Ref] = 0, a.Kind
	case machine.ClientDoQueue, machine.ClientDoProbe, machine.ClientDoReprobe, machine.ClientDoInitialize:
		w.pipe = append(w.pipe, a.Ref)
		w.kinds[a.Ref] = a.Kind
	case machine.ClientDoWrite:
		w.checkWrite(a)
	case machine.ClientDoSendCancelled:
		w.checkCancelled(a.ID)
	case machine.ClientDoPong, machine.ClientDoRefuseRequest, machine.ClientDoServeRequest:
		if lane, _, ok := w.session.Era(); ok && lane == machine.ModernLane || w.opt.Mode == model.ModeModern {
			w.broken("a response is written to a modern server")
		}
	case machine.ClientDoStart:
		if w.starting || w.running {
			w.broken("two processes at once")
		}
		w.starting, w.pipe, w.current = true, nil, nil
	}
	if a.Do.Settles() {
		if w.callers[a.Ref]++; w.callers[a.Ref] > 1 {
			w.broken("a caller is settled twice: %s after %+v", a.Do, in)
		}
	}
}

func (w *ClientTwin) checkCancelled(id uint64) {
	ref, ok := w.written[id]
	kind := w.kinds[ref]
	switch {
	case !ok || !slices.Contains(w.current, id):
		w.broken("%d is cancelled without having been written to this process", id)
	case w.killed[id]:
		w.broken("%d is cancelled twice", id)
	case kind == machine.KindInitialize || kind == machine.KindDiscover || kind == machine.KindProbe && !w.opt.CancelProbe:
		w.broken("%s is cancelled on the wire", kind)
	}
	w.killed[id] = true
}

func (w *ClientTwin) checkWrite(a machine.ClientAction) {
	if a.ID <= w.lastID {
		w.broken("id %d is used again", a.ID)
	}
	w.lastID = a.ID
	w.written[a.ID], w.current = a.Ref, append(w.current, a.ID)
	lane, version, ok := w.session.Era()
	switch {
	case a.Kind == machine.KindProbe:
		if a.Lane != machine.ModernLane || a.Version == "" || w.opt.Mode == model.ModeLegacy {
			w.broken("a bad probe %+v", a)
		}
	case a.Kind == machine.KindInitialize:
		if a.Lane != machine.LegacyLane || a.Version != "" || w.opt.Mode == model.ModeModern {
			w.broken("a bad initialize %+v", a)
		}
	case !ok || a.Lane != lane || a.Version != version:
		w.broken("a request goes out in no settled era: %+v", a)
	}
	if w.callers[a.Ref] > 0 {
		w.broken("a settled request is written")
	}
}

// settled: the session and the table agree about the era.
func (w *ClientTwin) settled() {
	lane, _, ok := w.session.Era()
	if w.closed {
		return
	}
	if ok != (w.state == model.NegotiationModern || w.state == model.NegotiationLegacy) {
		w.broken("settled: the session says %v, the table is at %d", ok, w.state)
	}
	if ok && (lane == machine.ModernLane) != (w.state == model.NegotiationModern) {
		w.broken("the session is %s, the table at %d", lane, w.state)
	}
}
