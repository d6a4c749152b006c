package model

import (
	"testing"

	"pgregory.net/rapid"
)

// honest is a server that follows the tables, behind two pipes that take their
// time, and an oracle that sees only what comes out of them.
type honest struct {
	sys    *System
	world  World
	oracle *Oracle
	inbox  []Sent
	outbox []Seen
	ids    [MaxRequests]int // which request a slot stands for
	class  [OracleRequests]Class
	sent   int
}

func drawHonest(t *rapid.T) *honest {
	policy, grace := rapid.SampledFrom(Policies()).Draw(t, "policy"), rapid.Bool().Draw(t, "grace")
	h := &honest{sys: NewSystem(policy, grace, MaxRequests)}
	h.sys.SilentLegacyCancel = rapid.Bool().Draw(t, "silent")
	h.world = h.sys.Start()
	if rapid.Bool().Draw(t, "known") {
		h.oracle = NewOracle(Era(policy, grace))
	} else {
		h.oracle = NewOracle()
	}
	return h
}

// An oracle that is told the policy, or all of them, believes every
// conversation of a server that follows it.
func TestOracleBelievesTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHonest(t)
		for range rapid.IntRange(0, 40).Draw(t, "moves") {
			switch rapid.IntRange(0, 3).Draw(t, "who") {
			case 0:
				h.say(t)
			case 1:
				h.read()
			case 2:
				h.work(t)
			case 3:
				h.hear(t)
			}
		}
		for h.read() { // as far as it has room
		}
		for len(h.outbox) > 0 {
			h.hear(t)
		}
		h.silences(t)
	})
}

var spoken = []Class{
	ClassInitialize, ClassBadInitialize, ClassClaimedInitialize, ClassDiscover, ClassBareDiscover, ClassPartialEnvelope,
	ClassUnsupportedVersion, ClassEnveloped, ClassEnvelopedUnknown, ClassListen, ClassBadListen, ClassBareListen, ClassBare,
	ClassBareUnknown, ClassPing, ClassInitialized, ClassNotification, ClassClaimedNotification, ClassCancelled,
	ClassEnveloped, ClassListen, ClassCancelled, // more of what has a life
}

func (h *honest) say(t *rapid.T) {
	s := Sent{Class: rapid.SampledFrom(spoken).Draw(t, "class"), Logs: true}
	switch {
	case s.Class.Request() && h.sent == OracleRequests:
		return
	case s.Class.Request():
		s.ID = h.sent
		h.class[s.ID] = s.Class
		h.sent++
	case s.Class == ClassCancelled && h.sent == 0:
		return
	case s.Class == ClassCancelled:
		s.Target = rapid.IntRange(0, h.sent-1).Draw(t, "target")
	}
	h.inbox = append(h.inbox, s)
	h.oracle.Send(s)
}

func (h *honest) read() bool {
	if len(h.inbox) == 0 {
		return false
	}
	s, slot := h.inbox[0], int8(-1)
	if s.Class.Request() {
		if slot = h.free(); slot < 0 {
			return false // it reads no further until something is done
		}
		h.ids[slot] = s.ID
	}
	if s.Class == ClassCancelled {
		slot = h.slotOf(s.Target)
	}
	h.inbox = h.inbox[1:]
	h.step(Move{Kind: MoveRead, Class: s.Class, Slot: slot})
	return true
}

func (h *honest) free() int8 {
	for i := range h.world.Slots {
		if s := h.world.Slots[i]; s.Kind == KindFree || s.Done() {
			return int8(i)
		}
	}
	return -1
}

func (h *honest) slotOf(id int) int8 {
	for i := range h.world.Slots {
		if h.world.Slots[i].Occupied() && h.ids[i] == id {
			return int8(i)
		}
	}
	return -1
}

// work is a step of a handler or of the hub.
func (h *honest) work(t *rapid.T) {
	var moves []Move
	h.sys.Moves(&h.world, func(m Move) {
		if m.Kind >= MoveStart {
			moves = append(moves, m)
		}
	})
	if len(moves) > 0 {
		h.step(rapid.SampledFrom(moves).Draw(t, "move"))
	}
}

// step hands what it emits to the operating system at once.
func (h *honest) step(m Move) {
	var out []Emission
	h.world, out = h.sys.Step(h.world, m, nil)
	for _, e := range out {
		h.outbox = append(h.outbox, h.seen(e))
	}
	h.world, _ = h.sys.Step(h.world, Move{Kind: MoveWrite, Slot: -1}, nil)
}

func (h *honest) seen(e Emission) Seen {
	id := h.ids[e.Slot]
	s := e.look(h.class[id])
	s.ID = id
	return s
}

func (h *honest) hear(t *rapid.T) {
	if len(h.outbox) == 0 {
		return
	}
	f := h.outbox[0]
	h.outbox = h.outbox[1:]
	found, ok := h.oracle.Saw(f)
	if !ok && (found.Clause != "S-LCANCEL-4" || h.sys.SilentLegacyCancel) {
		t.Fatalf("%+v of %s is not believed: %+v", f, h.class[f.ID], found)
	}
}

// silences: only what a handler still works on is missed.
func (h *honest) silences(t *rapid.T) {
	for _, found := range h.oracle.Quiet() {
		if h.slotOf(found.ID) < 0 && !h.unread(found.ID) {
			t.Fatalf("%s is missed, but it was settled: %+v", h.class[found.ID], found)
		}
	}
}

func (h *honest) unread(id int) bool {
	for _, s := range h.inbox {
		if s.Class.Request() && s.ID == id {
			return true
		}
	}
	return false
}
