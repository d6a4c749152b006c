package machine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// clientWorld is everything around a ClientSession, and what is claimed of it:
// callers, the pipe, a server that says anything, a process that ends at will.
type clientWorld struct {
	t       *rapid.T
	session *machine.ClientSession
	mode    model.Mode
	cancels bool // ClientOptions.CancelProbe

	callers map[machine.Ref]int // how often each was settled
	kinds   map[machine.Ref]machine.ClientKind
	pipe    []machine.Ref          // waits for its turn
	written map[uint64]machine.Ref // by id, of all processes
	current []uint64               // ids written to this process
	killed  map[uint64]bool        // ids that were cancelled on the wire
	lastID  uint64

	starting, running, closed, reaped bool

	// The negotiation as the table has it.
	state model.NegotiationState
	probe machine.Ref // that decides now
}

func newClientWorld(t *rapid.T) *clientWorld {
	mode := rapid.SampledFrom(model.Modes()).Draw(t, "mode")
	w := &clientWorld{
		t: t, mode: mode, cancels: rapid.Bool().Draw(t, "cancel probe"),
		callers: map[machine.Ref]int{}, kinds: map[machine.Ref]machine.ClientKind{},
		written: map[uint64]machine.Ref{}, killed: map[uint64]bool{},
	}
	w.session = machine.NewClientSession(machine.ClientOptions{
		Mode: mode, Version: "2026-07-28", CancelProbe: w.cancels, Relisten: rapid.Bool().Draw(t, "relisten"),
	})
	return w
}

func (w *clientWorld) step(in machine.ClientInput) []machine.ClientAction {
	acts := w.session.Step(in, nil)
	for _, a := range acts {
		w.check(in, a)
	}
	return acts
}

// check holds one action against the claims.
func (w *clientWorld) check(in machine.ClientInput, a machine.ClientAction) {
	switch a.Do {
	case machine.ClientDoAdmit:
		w.callers[a.Ref], w.kinds[a.Ref] = 0, a.Kind
	case machine.ClientDoQueue, machine.ClientDoProbe, machine.ClientDoReprobe, machine.ClientDoInitialize:
		w.pipe = append(w.pipe, a.Ref)
		w.kinds[a.Ref] = a.Kind
	case machine.ClientDoWrite:
		w.checkWrite(a)
	case machine.ClientDoSendCancelled:
		ref, ok := w.written[a.ID]
		kind := w.kinds[ref]
		switch {
		case !ok || !slices.Contains(w.current, a.ID):
			w.t.Fatalf("%d is cancelled without having been written to this process", a.ID)
		case w.killed[a.ID]:
			w.t.Fatalf("%d is cancelled twice", a.ID)
		case kind == machine.KindInitialize || kind == machine.KindDiscover || kind == machine.KindProbe && !w.cancels:
			w.t.Fatalf("%s is cancelled on the wire", kind)
		}
		w.killed[a.ID] = true
	case machine.ClientDoPong, machine.ClientDoRefuseRequest, machine.ClientDoServeRequest:
		if lane, _, ok := w.session.Era(); ok && lane == machine.ModernLane || w.mode == model.ModeModern {
			w.t.Fatalf("a response is written to a modern server")
		}
	case machine.ClientDoStart:
		if w.starting || w.running {
			w.t.Fatalf("two processes at once")
		}
		w.starting, w.pipe, w.current = true, nil, nil
	case machine.ClientDoReap:
		w.reaped = true
	}
	if a.Do.Settles() {
		if w.callers[a.Ref]++; w.callers[a.Ref] > 1 {
			w.t.Fatalf("a caller is settled twice: %s after %+v", a.Do, in)
		}
	}
}

func (w *clientWorld) checkWrite(a machine.ClientAction) {
	if a.ID <= w.lastID {
		w.t.Fatalf("id %d is used again", a.ID)
	}
	w.lastID = a.ID
	w.written[a.ID], w.current = a.Ref, append(w.current, a.ID)
	lane, version, ok := w.session.Era()
	switch {
	case a.Kind == machine.KindProbe:
		if a.Lane != machine.ModernLane || a.Version == "" || w.mode == model.ModeLegacy {
			w.t.Fatalf("bad probe %+v", a)
		}
	case a.Kind == machine.KindInitialize:
		if a.Lane != machine.LegacyLane || a.Version != "" || w.mode == model.ModeModern {
			w.t.Fatalf("bad initialize %+v", a)
		}
	case !ok || a.Lane != lane || a.Version != version:
		w.t.Fatalf("a request goes out in no settled era: %+v", a)
	}
	if w.callers[a.Ref] > 0 {
		w.t.Fatalf("a settled request is written")
	}
}

// negotiates plays an input on the table beside the session, and requires that
// the session takes the step that the table says.
func (w *clientWorld) negotiates(e model.NegotiationEvent, in machine.ClientInput) {
	to, do, _ := model.Negotiation(w.mode).Step(w.state, e)
	acts := w.step(in)
	w.state = to
	want := map[model.NegotiationEffect]machine.ClientDo{
		model.NegotiationDoProbe: machine.ClientDoProbe, model.NegotiationDoReprobe: machine.ClientDoReprobe,
		model.NegotiationDoInitialize:   machine.ClientDoInitialize,
		model.NegotiationDoSettleModern: machine.ClientDoSettleModern, model.NegotiationDoSettleLegacy: machine.ClientDoSettleLegacy,
		model.NegotiationDoFail: machine.ClientDoGiveUp, model.NegotiationDoApply: machine.ClientDoApply,
	}
	for effect, action := range want {
		i := slices.IndexFunc(acts, func(a machine.ClientAction) bool { return a.Do == action })
		if (i >= 0) != (do == effect) {
			w.t.Fatalf("%v at %d: the table says effect %d, the session %v", in, e, do, acts)
		}
		if i >= 0 && acts[i].Ref != 0 {
			w.probe = acts[i].Ref
		}
	}
}

var probeAnswers = map[machine.Answer]model.NegotiationEvent{
	machine.AnswerDiscovered: model.NegotiationOnDiscovered, machine.AnswerLegacyOnly: model.NegotiationOnLegacyOnly,
	machine.AnswerNoOverlap: model.NegotiationOnNoOverlap, machine.AnswerUnusable: model.NegotiationOnUnusable,
	machine.AnswerUnmarked: model.NegotiationOnUnmarked, machine.AnswerVersionRefused: model.NegotiationOnVersionRefused,
	machine.AnswerVersionsForeign: model.NegotiationOnVersionsForeign, machine.AnswerVersionsUnknown: model.NegotiationOnOtherError,
	machine.AnswerModernError: model.NegotiationOnModernError, machine.AnswerOtherError: model.NegotiationOnOtherError,
}

var initializeAnswers = map[machine.Answer]model.NegotiationEvent{
	machine.AnswerInitialized: model.NegotiationOnInitialized, machine.AnswerNotInitialized: model.NegotiationOnInitializeFailed,
	machine.AnswerVersionRefused:  model.NegotiationOnInitializeModern,
	machine.AnswerVersionsForeign: model.NegotiationOnInitializeFailed, machine.AnswerOtherError: model.NegotiationOnInitializeFailed,
}

func answerInput(a machine.Answer, id uint64) machine.ClientInput {
	in := machine.ClientInput{On: machine.ClientOnError, Answer: a, ID: id}
	switch a {
	case machine.AnswerDiscovered, machine.AnswerLegacyOnly, machine.AnswerNoOverlap, machine.AnswerUnusable,
		machine.AnswerUnmarked, machine.AnswerInitialized, machine.AnswerNotInitialized:
		in.On = machine.ClientOnResult
	}
	if a == machine.AnswerDiscovered || a == machine.AnswerVersionRefused {
		in.Version = "2026-07-28"
	}
	return in
}

func draw[V any](w *clientWorld, label string, from []V) (v V) {
	if len(from) == 0 {
		w.t.Skip("no ", label)
	}
	return rapid.SampledFrom(from).Draw(w.t, label)
}

func sortedKeys[V any](m map[machine.Answer]V) (keys []machine.Answer) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// moves are what can happen next.
func (w *clientWorld) moves() map[string]func(*rapid.T) {
	only := func(ok bool, what string) {
		if !ok {
			w.t.Skip(what)
		}
	}
	one := func(on machine.ClientOn) func() {
		return func() { w.step(machine.ClientInput{On: on}) }
	}
	all := map[string]func(){
		"call": func() {
			kinds := []machine.ClientKind{machine.KindCall, machine.KindConnect, machine.KindPing, machine.KindDiscover, machine.KindListen}
			in := machine.ClientInput{On: machine.ClientOnCall, Kind: draw(w, "kind", kinds)}
			if in.Kind >= machine.KindDiscover {
				in.Lanes = machine.OnModern
			}
			w.step(in)
		},
		"started": func() {
			only(w.starting, "no process starts")
			w.starting, w.running = false, true
			switch {
			case w.closed:
				w.step(machine.ClientInput{On: machine.ClientOnStarted})
			case w.state == model.NegotiationInitialising: // after a restart
				acts := w.step(machine.ClientInput{On: machine.ClientOnStarted})
				w.probe = acts[0].Ref
			default:
				w.negotiates(model.NegotiationOnStart, machine.ClientInput{On: machine.ClientOnStarted})
			}
		},
		"start failed": func() {
			only(w.starting, "no process starts")
			w.starting = false
			w.negotiates(model.NegotiationOnExit, machine.ClientInput{On: machine.ClientOnStartFailed})
		},
		"write": func() {
			only(len(w.pipe) > 0, "nothing waits")
			ref := w.pipe[0]
			w.pipe = w.pipe[1:]
			w.step(machine.ClientInput{On: machine.ClientOnWrite, Ref: ref})
		},
		"negotiation answered": func() {
			id := w.idOf(w.probe)
			only(id != 0 && w.running, "no probe is out")
			if w.kinds[w.probe] == machine.KindProbe {
				a := draw(w, "answer", sortedKeys(probeAnswers))
				w.probe = 0
				w.negotiates(probeAnswers[a], answerInput(a, id))
			} else {
				a := draw(w, "answer", sortedKeys(initializeAnswers))
				w.probe = 0
				w.negotiates(initializeAnswers[a], answerInput(a, id))
			}
		},
		"negotiation timed out": func() {
			only(w.probe != 0 && w.running, "no probe")
			e := model.NegotiationOnTimeout
			if w.kinds[w.probe] == machine.KindInitialize {
				e = model.NegotiationOnInitializeFailed
			}
			ref := w.probe
			w.probe = 0
			w.negotiates(e, machine.ClientInput{On: machine.ClientOnTimeout, Ref: ref})
		},
		"frame": func() {
			id := draw(w, "id", append(w.current, w.lastID+7))
			on := draw(w, "frame", []machine.ClientOn{machine.ClientOnResult, machine.ClientOnError, machine.ClientOnProgress,
				machine.ClientOnAcknowledged, machine.ClientOnEvent, machine.ClientOnRemoteCancel})
			answered := on == machine.ClientOnResult || on == machine.ClientOnError
			only(!answered || w.kinds[w.written[id]] < machine.KindProbe, "the negotiation's")
			in := machine.ClientInput{On: on, ID: id}
			if on == machine.ClientOnError {
				in = answerInput(draw(w, "answer", []machine.Answer{machine.AnswerOtherError, machine.AnswerVersionRefused, machine.AnswerVersionsForeign}), id)
				in.Version = draw(w, "version", []string{"2026-07-28", "2027-05-05"})
			}
			w.step(in)
		},
		"server ping":    one(machine.ClientOnPing),
		"server request": one(machine.ClientOnRequest),
		"cancel":         func() { w.step(machine.ClientInput{On: machine.ClientOnCancel, Ref: draw(w, "ref", w.refs())}) },
		"timeout":        func() { w.step(machine.ClientInput{On: machine.ClientOnTimeout, Ref: draw(w, "ref", w.refs())}) },
		"grace":          one(machine.ClientOnGrace),
		"lost":           func() { w.ends(machine.ClientOnLost) },
		"exit":           func() { w.ends(machine.ClientOnExit) },
		"close": func() {
			w.closed, w.probe = true, 0
			w.step(machine.ClientInput{On: machine.ClientOnClose})
		},
	}
	out := map[string]func(*rapid.T){}
	for name, move := range all {
		out[name] = func(*rapid.T) { move() }
	}
	out[""] = func(*rapid.T) { w.invariant() }
	return out
}

// ends is the end of the streams, or of the process, which may come after the
// other.
func (w *clientWorld) ends(on machine.ClientOn) {
	if !w.running {
		w.t.Skip("no process")
	}
	w.running = on == machine.ClientOnLost
	first := len(w.pipe) > 0 || len(w.current) > 0 || w.probe != 0
	w.probe, w.pipe = 0, nil
	in := machine.ClientInput{On: on}
	if !first || w.closed {
		w.step(in)
		return
	}
	w.current = nil
	w.negotiates(model.NegotiationOnExit, in)
}

func (w *clientWorld) idOf(ref machine.Ref) uint64 {
	for _, id := range w.current {
		if w.written[id] == ref {
			return id
		}
	}
	return 0
}

func (w *clientWorld) refs() (refs []machine.Ref) {
	for ref := range w.callers {
		refs = append(refs, ref)
	}
	slices.Sort(refs)
	return refs
}

func (w *clientWorld) invariant() {
	lane, _, ok := w.session.Era()
	if !w.closed && ok != (w.state == model.NegotiationModern || w.state == model.NegotiationLegacy) {
		w.t.Fatalf("settled: the session says %v, the table is at %d", ok, w.state)
	}
	if ok && !w.closed && (lane == machine.ModernLane) != (w.state == model.NegotiationModern) {
		w.t.Fatalf("the session is %s, the table at %d", lane, w.state)
	}
}

// Whatever happens in whatever order: each caller is settled exactly once, no id
// is used twice, a request is cancelled on the wire at most once, after it was
// written and on the process that read it, and the negotiation takes the steps
// of its table and no others.
// Shows C-CANCEL-3, C-LCANCEL-2, C-ID-3, C-ID-4, C-ERA-1.
func TestClientSessionKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newClientWorld(t)
		t.Repeat(w.moves())
		w.closed = true
		w.step(machine.ClientInput{On: machine.ClientOnClose})
		for ref, n := range w.callers {
			if n != 1 && w.kinds[ref] < machine.KindProbe {
				t.Fatalf("%s %x was settled %d times", w.kinds[ref], ref, n)
			}
		}
	})
}
