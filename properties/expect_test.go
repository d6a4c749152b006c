package properties

import (
	"fmt"
	"slices"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/model"
)

// expected computes, by the model, what a server must have said by now. It is
// told what was done and nothing of the server.
type expected struct {
	ledger
	tokens  [model.MaxRequests]string // raw ids
	calls   [model.MaxRequests]int    // the number of a gated call, 0 for none
	outbox  []awaited
	written []awaited // handed over and seen: the whole output
	inhand  []awaited // handed over to a writer that is blocked
	act     int

	stalled, broken, blocked bool

	saw func(*model.Transition) // may be nil
}

// awaited is a frame that must come, if it is not taken back before.
type awaited struct {
	said
	slot   int // of the request, -1 for none that is known
	act    int // which act brought it: frames of one act, of different requests, may come in any order
	pinned bool
	event  bool
}

func canonical(token string) string {
	key, ok := wire.CanonicalID([]byte(token), nil)
	if !ok {
		return ""
	}
	return string(key)
}

// move makes a move of the model and notes the frames that it brings.
func (x *expected) move(m model.Move, s Sample) {
	if m.Asks() && m.Slot >= 0 {
		x.tokens[m.Slot], x.calls[m.Slot] = s.ID, 0
	}
	x.about(m)
	before := x.world
	out := x.step(m)
	if m.Cancels() && x.world.Slots[m.Slot] != before.Slots[m.Slot] {
		x.outbox = slices.DeleteFunc(x.outbox, func(a awaited) bool { return a.slot == int(m.Slot) && !a.pinned })
	}
	for _, e := range out {
		x.outbox = append(x.outbox, x.await(e, m, s))
	}
	for x.world.Life == model.LifetimeDraining && x.world.Idle() {
		x.step(model.Move{Kind: model.MoveIdle, Slot: -1})
	}
}

func (x *expected) step(m model.Move) []model.Emission {
	before := x.world
	after, out := x.sys.Step(before, m, nil)
	if x.saw != nil {
		x.saw(&model.Transition{Before: before, Move: m, After: after, Out: out})
	}
	x.world = after
	return out
}

// await puts an emission of the model into words.
func (x *expected) await(e model.Emission, m model.Move, s Sample) awaited {
	a := awaited{slot: int(e.Slot), act: x.act, pinned: e.Was != e.Is && e.Is == model.EraModern, event: e.Frame == model.FrameEvent}
	a.owner = s.ID
	kind := model.KindFree
	if e.Slot >= 0 {
		a.owner, kind = x.tokens[e.Slot], x.world.Slots[e.Slot].Kind
	}
	switch e.Frame {
	case model.FrameAcknowledgement:
		a.what = `acknowledged {"toolsListChanged":true}`
	case model.FrameProgress:
		a.what, a.owner = "progress", tokenOf(x.calls[e.Slot])
	case model.FrameEvent:
		a.what = "changed"
	case model.FrameCancelled:
		a.what = "cancelled stamped " + a.owner
	case model.FrameDiscoverResult:
		a.what = "result discover,modern,info"
	case model.FrameInitializeResult:
		a.what = "result initialize"
	case model.FramePong:
		a.what = "result "
	case model.FrameResult:
		a.what = x.resultOf(kind, e)
	default:
		a.what = fmt.Sprintf("error %d", codeOf(e, m))
		if e.Frame == model.FrameFault && !hasID(m.Class) {
			a.owner = ""
		}
	}
	return a
}

func (x *expected) resultOf(kind model.SlotKind, e model.Emission) string {
	what := "result content"
	switch {
	case kind == model.KindListen:
		return "result modern,info,stamped " + x.tokens[e.Slot]
	case x.calls[e.Slot] == 0:
		what = "result tools"
	}
	if e.Lane == model.LaneModern {
		what += ",modern,info"
	}
	return what
}

// tokenOf is the progress token of a gated call: a string, or a number.
func tokenOf(call int) string {
	if call%2 == 0 {
		return fmt.Sprintf("%d", call)
	}
	return fmt.Sprintf(`"t%d"`, call)
}

// hasID: of the lines that are no message, these have an id to answer with.
func hasID(c model.Class) bool {
	return c == model.ClassTooLong || c == model.ClassBadShape || c == model.ClassBadParams
}

// codeOf is the code of an error frame.
func codeOf(e model.Emission, m model.Move) int {
	switch e.Frame {
	case model.FrameError:
		return failCode
	case model.FrameRequestCancelled:
		return 0
	case model.FrameConnectionClosed:
		if e.Lane == model.LaneLegacy {
			return -32000
		}
		return -32603
	case model.FrameNoListenSlot, model.FrameBusy, model.FrameDraining:
		return -32603
	case model.FrameDuplicate, model.FrameEnvelope, model.FrameRepeated:
		return -32600
	case model.FrameLate:
		return -32022
	case model.FrameClaim, model.FrameMethod:
		return -32601
	case model.FrameFault:
		switch m.Class {
		case model.ClassMalformed:
			return -32700
		case model.ClassBadParams:
			return -32602
		}
		return -32600
	case model.FrameClassRefusal:
		if m.Class == model.ClassUnsupportedVersion {
			return -32022
		}
	}
	return -32602
}
