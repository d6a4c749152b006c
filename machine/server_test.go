package machine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// rig plays a session and writes its actions down, one word an action.
type rig struct {
	*ServerSession
	refs map[string]Ref
	buf  []Action
}

func newRig(opt ServerOptions) *rig {
	return &rig{ServerSession: NewServerSession(opt), refs: map[string]Ref{}}
}

func (g *rig) step(in Input) string {
	g.buf = g.Step(in, g.buf[:0])
	var words []string
	for _, a := range g.buf {
		w := a.Do.String()
		if a.Do == Refuse {
			w += ":" + a.Reason.String()
		}
		if a.Pin {
			w += "!"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// read plays a frame of a class; inline answers are given at once, as a shell does.
func (g *rig) read(c model.Class, id string) string {
	var raw []byte
	if id != "" {
		raw = []byte(id)
	}
	out := g.step(Input{Kind: FrameRead, Class: c, ID: raw})
	for _, a := range append([]Action(nil), g.buf...) {
		if a.Ref != 0 && id != "" {
			g.refs[id] = a.Ref
		}
		switch a.Do {
		case Handshake, Discover, Pong:
			out += " " + g.step(Input{Kind: Finished, Ref: a.Ref})
		case Listen:
			out += " " + g.step(Input{Kind: Acknowledged, Ref: a.Ref})
		}
	}
	return out
}

func (g *rig) on(k InputKind, id string) string { return g.step(Input{Kind: k, Ref: g.refs[id]}) }

func TestInitializeBehindLiveListenIsRefused(t *testing.T) { // rules A6
	g := newRig(ServerOptions{})
	require.Equal(t, "Listen Locked Send!", g.read(model.ClassListen, "L"))
	require.Equal(t, "Refuse:LateInitialize", g.read(model.ClassInitialize, "2"))
	require.Equal(t, "Refuse:LateInitialize", g.read(model.ClassInitialize, "3"))
	require.Equal(t, "Send", g.on(Happened, "L"))
	require.Equal(t, "Drain FinishListen CloseOutput", g.step(Input{Kind: EndOfInput}))
}

func TestFailuresNeverLock(t *testing.T) { // rules A7 and A8
	g := newRig(ServerOptions{})
	require.Equal(t, "Refuse:ByClass", g.read(model.ClassUnsupportedVersion, "1"))
	require.Equal(t, "Refuse:ByClass", g.read(model.ClassPartialEnvelope, "2"))
	require.Equal(t, "Refuse:UnknownMethod", g.read(model.ClassEnvelopedUnknown, "3"))
	require.Equal(t, "Run", g.read(model.ClassEnveloped, "4"))
	require.Equal(t, "Send", g.on(Failed, "4"))
	require.Equal(t, "Handshake Locked Send!", g.read(model.ClassInitialize, "5"))
	require.Equal(t, model.EraLegacy, g.Era())
	require.Equal(t, "Refuse:Envelope", g.read(model.ClassEnveloped, "6"))
	require.Equal(t, "Refuse:Repeated", g.read(model.ClassInitialize, "7"))
}

func TestProgressLocksThoughTheRequestFails(t *testing.T) { // rules A5
	g := newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "1")
	require.Equal(t, "Locked Send!", g.on(Emitted, "1"))
	require.Equal(t, "Send", g.on(Failed, "1"))
	require.Equal(t, "Refuse:LateInitialize", g.read(model.ClassInitialize, "2"))
}

func TestModernCancelIsSilence(t *testing.T) { // rules A9 to A11
	g := newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "1")
	require.Equal(t, "Retract CancelContext", g.read(model.ClassCancelled, "1"))
	require.Equal(t, model.EraOpen, g.Era())
	ref := g.refs["1"]
	require.Equal(t, "Run", g.read(model.ClassEnveloped, "1"), "the id is free at once")
	require.Equal(t, "Discard", g.step(Input{Kind: Emitted, Ref: ref}))
	require.Equal(t, "Discard Free", g.step(Input{Kind: Finished, Ref: ref}))
	require.Equal(t, "Discard", g.step(Input{Kind: Finished, Ref: ref}), "a freed handle says nothing")
	require.Equal(t, "Locked Send!", g.on(Finished, "1"))
}

func TestLegacyCancelIsAnswered(t *testing.T) { // rules A13
	g := newRig(ServerOptions{})
	g.read(model.ClassInitialize, "0")
	require.Equal(t, "Run", g.read(model.ClassBare, "1"))
	require.Equal(t, "Retract CancelContext ReplyCancelled", g.read(model.ClassCancelled, "1"))
	require.Equal(t, "", g.read(model.ClassCancelled, "1"))
	require.Equal(t, "Discard Free", g.on(Finished, "1"))
	require.Equal(t, "", g.read(model.ClassCancelled, "0"), "initialize cannot be cancelled")

	g = newRig(ServerOptions{SilentLegacyCancel: true})
	g.read(model.ClassInitialize, "0")
	g.read(model.ClassBare, "1")
	require.Equal(t, "Retract CancelContext", g.read(model.ClassCancelled, "1"))
}

func TestStragglerIsAnsweredOnLegacy(t *testing.T) { // rules A19
	g := newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "1")
	g.read(model.ClassInitialize, "2")
	require.Equal(t, "Send", g.on(Finished, "1"))
	require.Equal(t, ModernLane, g.buf[0].Lane)
	require.Equal(t, model.EraLegacy, g.Era())
}

func TestUnsentAnswerIsTakenBackUnlessItCarriedTheLock(t *testing.T) { // decisions C1, rules A17 and A18
	g := newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "1")
	g.on(Finished, "1")
	require.Equal(t, "", g.read(model.ClassCancelled, "1"), "pinned")
	require.True(t, g.Written(g.refs["1"]))

	g.read(model.ClassEnveloped, "2")
	g.on(Finished, "2")
	require.Equal(t, "Retract Free", g.read(model.ClassCancelled, "2"))
	require.False(t, g.Written(g.refs["2"]), "it is forgotten, and its answer with it")

	g.read(model.ClassBare, "9")
	require.Equal(t, "Retract Free", g.read(model.ClassCancelled, "9"), "what would have been refused is silent too")

	for silent, want := range map[bool]string{true: "Retract Free", false: ""} {
		g = newRig(ServerOptions{SilentLegacyCancel: silent})
		g.read(model.ClassInitialize, "0")
		g.read(model.ClassBare, "1")
		g.on(Finished, "1")
		require.Equal(t, want, g.read(model.ClassCancelled, "1"))
		require.Equal(t, !silent, g.Written(g.refs["1"]))
	}
}

func TestIDInFlight(t *testing.T) { // decisions A5
	g := newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "1")
	require.Equal(t, "Refuse:DuplicateID", g.read(model.ClassEnveloped, "1"))
	require.Zero(t, g.buf[0].Ref)
	g.on(Finished, "1")
	require.Equal(t, "Refuse:DuplicateID", g.read(model.ClassEnveloped, "1"), "until the answer is written")
	require.True(t, g.Written(g.buf[0].Ref) || g.Written(g.refs["1"]))
	require.Equal(t, "Run", g.read(model.ClassEnveloped, "1"))
}

func TestListenSlotsAreRecycled(t *testing.T) { // rules A12
	g := newRig(ServerOptions{MaxListens: 1})
	g.read(model.ClassListen, "a")
	require.Equal(t, "Refuse:NoListenSlot", g.read(model.ClassListen, "b"))
	require.Equal(t, "Retract CancelContext Free", g.read(model.ClassCancelled, "a"))
	require.Equal(t, "Listen Send", g.read(model.ClassListen, "c"))
	require.Equal(t, "FinishListen", g.on(ListenClosed, "c"))
	require.Equal(t, "Listen Send", g.read(model.ClassListen, "d"))
	require.Equal(t, "Retract SendCancelled Free", g.on(ListenFailed, "d"))
	require.Equal(t, "Listen Send", g.read(model.ClassListen, "e"))

	g = newRig(ServerOptions{MaxListens: -1})
	require.Equal(t, "Refuse:NoListenSlot", g.read(model.ClassListen, "a"))
	require.Equal(t, model.EraOpen, g.Era())
}

func TestDrain(t *testing.T) { // decisions C3
	g := newRig(ServerOptions{})
	for i := range 3 {
		g.read(model.ClassEnveloped, fmt.Sprint(i))
	}
	g.read(model.ClassCancelled, "1")
	require.Equal(t, "Drain", g.step(Input{Kind: EndOfInput}))
	require.Equal(t, "Locked Send!", g.on(Finished, "0"))
	require.Equal(t, "CancelContext ReplyClosed CloseOutput", g.step(Input{Kind: DeadlineHit}))
	require.Equal(t, "Discard Free", g.on(Finished, "1"))
	require.Equal(t, "Discard Free", g.on(Finished, "2"))

	g = newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "0")
	require.Equal(t, "Drain", g.step(Input{Kind: CloseAsked}))
	require.Equal(t, "Refuse:Draining", g.read(model.ClassEnveloped, "1"))
	require.Equal(t, "Retract CancelContext", g.read(model.ClassCancelled, "0"))
	require.Equal(t, "Discard Free CloseOutput", g.on(Finished, "0"))
}

func TestBrokenOutput(t *testing.T) { // decisions C9
	g := newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "1")
	require.Equal(t, "Retract CancelContext Abandon", g.step(Input{Kind: OutputBroken}))
	require.Equal(t, "Discard Free", g.on(Finished, "1"))
}

func TestAsk(t *testing.T) { // rules C5, decisions C2
	g := newRig(ServerOptions{})
	g.read(model.ClassInitialize, "0")
	require.Equal(t, "RefuseAsk", g.step(Input{Kind: Asked, ID: []byte("s1")}), "before initialized")
	require.Equal(t, "Deliver", g.read(model.ClassInitialized, ""))
	g.read(model.ClassBare, "1")
	require.Equal(t, "SendAsk", g.step(Input{Kind: Asked, Ref: g.refs["1"], ID: []byte("s1")}))
	require.Equal(t, "SettleAsk", g.read(model.ClassResponse, "s1"))
	require.Equal(t, "", g.read(model.ClassResponse, "s1"), "a second answer is dropped")
	require.Equal(t, "SendAsk", g.step(Input{Kind: Asked, Ref: g.refs["1"], ID: []byte("s2")}))
	require.Equal(t, "Retract CancelContext ReplyCancelled CancelAsk", g.read(model.ClassCancelled, "1"))
	require.Equal(t, "RefuseAsk", g.step(Input{Kind: Asked, Ref: g.refs["1"], ID: []byte("s3")}), "its call is silent")

	g = newRig(ServerOptions{})
	g.read(model.ClassEnveloped, "1")
	require.Equal(t, "RefuseAsk", g.step(Input{Kind: Asked, Ref: g.refs["1"], ID: []byte("s1")}))
}

func TestMuteFaults(t *testing.T) { // decisions A3
	g := newRig(ServerOptions{})
	require.Equal(t, "AnswerFault", g.read(model.ClassMalformed, ""))
	out := g.step(Input{Kind: FrameRead, Class: model.ClassInitialize, ID: []byte("0")})
	require.Equal(t, "Handshake", out)
	g.step(Input{Kind: Finished, Ref: g.buf[0].Ref, OldSchema: true})
	require.Equal(t, "", g.read(model.ClassMalformed, ""))
	require.Equal(t, "AnswerFault", g.read(model.ClassBadShape, "7"), "with an id it is answered")
}

func TestDiscoverGrace(t *testing.T) { // decisions E14
	g := newRig(ServerOptions{DiscoverGrace: true})
	require.Equal(t, "Discover Send", g.read(model.ClassDiscover, "1"))
	require.Equal(t, "Refuse:NoEnvelope", g.read(model.ClassBare, "2"))
	require.Equal(t, "Handshake Locked Send!", g.read(model.ClassInitialize, "3"))

	g = newRig(ServerOptions{DiscoverGrace: true})
	g.read(model.ClassDiscover, "1")
	g.read(model.ClassListen, "L")
	require.Equal(t, "Refuse:LateInitialize", g.read(model.ClassInitialize, "3"))
}

func TestStepAllocatesOnlyTheID(t *testing.T) {
	s := NewServerSession(ServerOptions{})
	id, buf := []byte("12345"), make([]Action, 0, 8)
	n := testing.AllocsPerRun(500, func() {
		buf = s.Step(Input{Kind: FrameRead, Class: model.ClassEnveloped, ID: id}, buf[:0])
		ref := buf[0].Ref
		buf = s.Step(Input{Kind: Finished, Ref: ref}, buf[:0])
		s.Written(ref)
	})
	require.LessOrEqual(t, n, 1.0)
}

func BenchmarkCall(b *testing.B) {
	s := NewServerSession(ServerOptions{})
	id, buf := []byte("12345"), make([]Action, 0, 8)
	b.ReportAllocs()
	for b.Loop() {
		buf = s.Step(Input{Kind: FrameRead, Class: model.ClassEnveloped, ID: id}, buf[:0])
		ref := buf[0].Ref
		buf = s.Step(Input{Kind: Finished, Ref: ref}, buf[:0])
		s.Written(ref)
	}
}
