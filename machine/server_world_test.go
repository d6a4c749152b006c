package machine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/eralock/eralock/machine"
	. "github.com/eralock/eralock/model"
)

// twin is a ServerSession beside the world that it should be.
type twin struct {
	s    *machine.ServerSession
	refs [MaxRequests]machine.Ref
	ids  [MaxRequests]string
	next int
	buf  []machine.Action
}

func (x *twin) do(in machine.Input) []machine.Action {
	n := len(x.buf)
	x.buf = x.s.Step(in, x.buf)
	return x.buf[n:]
}

func (x *twin) read(c Class, id string) (ref machine.Ref) {
	for _, a := range append([]machine.Action(nil), x.do(machine.Input{Kind: machine.FrameRead, Class: c, ID: []byte(id)})...) {
		if a.Ref != 0 && a.Do != machine.CancelContext && a.Do != machine.Retract {
			ref = a.Ref
		}
		switch a.Do {
		case machine.Handshake, machine.Discover, machine.Pong:
			x.do(machine.Input{Kind: machine.Finished, Ref: a.Ref})
		case machine.Listen:
			x.do(machine.Input{Kind: machine.Acknowledged, Ref: a.Ref})
		}
	}
	return ref
}

var kinds = map[MoveKind]machine.InputKind{
	MoveFrame: machine.Emitted, MoveEvent: machine.Happened, MoveResult: machine.Finished, MoveError: machine.Failed,
	MoveCloseListen: machine.ListenClosed, MoveSever: machine.ListenFailed, MoveEOF: machine.EndOfInput, MoveClose: machine.CloseAsked,
	MoveStart: machine.Begun, MoveAcknowledge: machine.Acknowledged, MoveDeadline: machine.DeadlineHit, MoveBroken: machine.OutputBroken,
}

func (x *twin) play(m Move, before World) (frames int, pins int) {
	x.buf = x.buf[:0]
	switch {
	case m.Asks():
		x.next++
		id := fmt.Sprint(x.next)
		ref := x.read(m.Class, id)
		x.refs[m.Slot], x.ids[m.Slot] = ref, id
	case m.Kind == MoveRead:
		id := "999999"
		if m.Slot >= 0 {
			id = x.ids[m.Slot]
		}
		x.read(m.Class, id)
	case m.Kind == MoveDuplicate:
		x.read(m.Class, x.ids[m.Slot])
	case m.Kind == MoveWrite:
		for i := range x.refs {
			if s := before.Slots[i]; s.Kind != KindFree && s.Marks&(MarkWaiting|MarkPinned) != 0 && s.State == RequestAnswered {
				x.s.Written(x.refs[i])
			}
		}
	case m.Slot >= 0:
		x.do(machine.Input{Kind: kinds[m.Kind], Ref: x.refs[m.Slot]})
	default:
		x.do(machine.Input{Kind: kinds[m.Kind]})
	}
	for _, a := range x.buf {
		switch a.Do {
		case machine.Send, machine.Refuse, machine.AnswerFault, machine.ReplyCancelled, machine.ReplyClosed, machine.FinishListen, machine.SendCancelled:
			frames++
			if a.Pin {
				pins++
			}
		}
	}
	return
}

func TestSessionIsTheWorld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(Policies()).Draw(t, "policy")
		grace := rapid.Bool().Draw(t, "grace")
		sys := NewSystem(p, grace, 4)
		sys.SilentLegacyCancel = rapid.Bool().Draw(t, "silent")
		sys.Queued, sys.CustomListens = rapid.Bool().Draw(t, "queued"), rapid.Bool().Draw(t, "custom listens")
		x := &twin{s: machine.NewServerSession(machine.ServerOptions{Policy: p, DiscoverGrace: grace, Hold: sys.Queued, ListenHandlers: sys.CustomListens, SilentLegacyCancel: sys.SilentLegacyCancel, MaxListens: 2})}
		w := sys.Start()
		n := rapid.IntRange(1, 40).Draw(t, "n")
		for k := 0; k < n; k++ {
			var moves []Move
			sys.Moves(&w, func(m Move) {
				if m.Kind == MoveIdle || m.Kind == MoveMuteFault || m.Asks() && m.Slot < 0 || (m.Kind == MoveBroken || m.Kind == MoveEOF || m.Kind == MoveClose || m.Kind == MoveDeadline) && k < n*2/3 {
					return
				}
				if m.Kind == MoveDuplicate && sys.Queued && w.Slots[m.Slot].State == RequestAnswered {
					return // it may be the code 0 answer of a call that was waiting: the world keeps its id, the session has freed it (decisions C1)
				}
				moves = append(moves, m)
			})
			if len(moves) == 0 {
				return
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			before := w
			var out []Emission
			w, out = sys.Step(w, m, nil)
			frames, pins := x.play(m, before)
			if w.Life == LifetimeDraining && w.Idle() {
				w, out = sys.Step(w, Move{Kind: MoveIdle, Slot: -1}, out)
			}
			wantPins := 0
			for _, e := range out {
				if e.Was != e.Is && e.Is >= EraLegacy {
					wantPins++
				}
			}
			require.Equal(t, len(out), frames, "%v %v %v", m, out, x.buf)
			require.Equal(t, wantPins, pins, "pins %v %v %v", m, out, x.buf)
			require.Equal(t, w.Era, x.s.Era(), "era %v", m)
			require.Equal(t, w.Life, x.s.Lifetime(), "life %v", m)
			require.Equal(t, w.Legacy, x.s.Legacy(), "legacy %v", m)
			for i := range w.Slots {
				s := w.Slots[i]
				if s.Kind == KindFree {
					continue
				}
				st, ok := x.s.State(x.refs[i])
				if ok {
					require.Equal(t, s.State, st, "%v slot %d", m, i)
				} else if w.Life != LifetimeClosed {
					require.True(t, s.State == RequestDropped || s.Done(), "%v slot %d %v", m, i, s)
				}
			}
		}
	})
}
