package properties

import (
	"slices"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// move makes one thing happen, and reports whether it was possible.
func (w *ClientTwin) move(m ClientMove) bool {
	switch m.Kind {
	case ClientCall:
		in := machine.ClientInput{On: machine.ClientOnCall, Kind: clientKinds[m.How%len(clientKinds)]}
		if in.Kind >= machine.KindDiscover {
			in.Lanes = machine.OnModern
		}
		w.step(in)
	case ClientStarted, ClientStartFailed:
		return w.starts(m.Kind)
	case ClientWrite:
		ref, ok := nth(w.pipe, 0)
		if !ok {
			return false
		}
		w.pipe = w.pipe[1:]
		w.step(machine.ClientInput{On: machine.ClientOnWrite, Ref: ref})
	case ClientSettle:
		return w.settle(m.Nth)
	case ClientSilence:
		return w.silence()
	case ClientFrame:
		return w.frame(m)
	case ClientPing:
		w.step(machine.ClientInput{On: machine.ClientOnPing})
	case ClientRequest:
		w.step(machine.ClientInput{On: machine.ClientOnRequest})
	case ClientCancel, ClientTimeout:
		return w.leaves(m)
	case ClientGrace:
		w.step(machine.ClientInput{On: machine.ClientOnGrace})
	case ClientLost:
		return w.ends(machine.ClientOnLost)
	case ClientBroken:
		return w.ends(machine.ClientOnBroken)
	case ClientExit:
		return w.ends(machine.ClientOnExit)
	case ClientClose:
		w.closed, w.probe = true, 0
		w.step(machine.ClientInput{On: machine.ClientOnClose})
	}
	return true
}

func (w *ClientTwin) starts(kind ClientMoveKind) bool {
	if !w.starting {
		return false
	}
	w.starting, w.running = false, kind == ClientStarted
	in := machine.ClientInput{On: machine.ClientOnStarted}
	switch {
	case kind == ClientStartFailed:
		in.On = machine.ClientOnStartFailed
		w.negotiates(model.NegotiationOnExit, in)
	case w.closed:
		w.step(in)
	case w.state == model.NegotiationInitialising: // after a restart
		w.probe = 0
		for _, a := range w.step(in) {
			if a.Do == machine.ClientDoInitialize {
				w.probe = a.Ref
			}
		}
		if w.probe == 0 {
			w.broken("a process that was started again is not initialised")
		}
	default:
		w.retries = 0
		w.negotiates(model.NegotiationOnStart, in)
	}
	return true
}

// settle answers what decides about the era.
func (w *ClientTwin) settle(n int) bool {
	id := w.idOf(w.probe)
	if id == 0 || !w.running {
		return false
	}
	answers := probeAnswers
	if w.kinds[w.probe] == machine.KindInitialize {
		answers = initializeAnswers
	}
	a := answers[n%len(answers)]
	w.probe = 0
	w.negotiates(a.event, answerInput(a.answer, id))
	return true
}

func (w *ClientTwin) silence() bool {
	if w.probe == 0 || !w.running {
		return false
	}
	e := model.NegotiationOnTimeout
	switch {
	case w.kinds[w.probe] == machine.KindInitialize:
		e = model.NegotiationOnInitializeFailed
	case w.state == model.NegotiationProbing && w.retries < w.opt.Retries:
		w.retries++
		e = model.NegotiationOnSilence
	}
	ref := w.probe
	w.probe = 0
	w.negotiates(e, machine.ClientInput{On: machine.ClientOnTimeout, Ref: ref})
	return true
}

// frame is anything that a server may say about an id, also about one that was
// never used.
func (w *ClientTwin) frame(m ClientMove) bool {
	id, _ := nth(append(slices.Clone(w.current), w.lastID+7), m.Nth)
	kind := w.kinds[w.written[id]]
	frames := callFrames
	if kind == machine.KindListen {
		frames = listenFrames
	}
	in := frames[m.How%len(frames)]
	answers := in.On == machine.ClientOnResult || in.On == machine.ClientOnError
	if answers && kind >= machine.KindProbe {
		return false // settle does that
	}
	if in.Answer == machine.AnswerDiscovered && kind != machine.KindDiscover && kind != machine.KindPing {
		return false // the shell looks at no other result
	}
	in.ID = id
	w.step(in)
	return true
}

func (w *ClientTwin) leaves(m ClientMove) bool {
	ref, ok := nth(w.refs(), m.Nth)
	if !ok {
		return false
	}
	on := machine.ClientOnCancel
	if m.Kind == ClientTimeout {
		on = machine.ClientOnTimeout
	}
	w.step(machine.ClientInput{On: on, Ref: ref})
	return true
}

// ends is the end of the streams, or of the process, which may come after the
// other.
func (w *ClientTwin) ends(on machine.ClientOn) bool {
	if !w.running {
		return false
	}
	w.running = on != machine.ClientOnExit
	first := len(w.pipe) > 0 || len(w.current) > 0 || w.probe != 0
	w.probe, w.pipe = 0, nil
	in := machine.ClientInput{On: on}
	if !first || w.closed {
		w.step(in)
		return true
	}
	w.current = nil
	e := model.NegotiationOnExit
	if on == machine.ClientOnBroken {
		e = model.NegotiationOnBroken
	}
	w.negotiates(e, in)
	return true
}

func (w *ClientTwin) idOf(ref machine.Ref) uint64 {
	for _, id := range w.current {
		if w.written[id] == ref {
			return id
		}
	}
	return 0
}

func (w *ClientTwin) refs() (refs []machine.Ref) {
	for ref := range w.callers {
		refs = append(refs, ref)
	}
	slices.Sort(refs)
	return refs
}
