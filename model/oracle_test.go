package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// talk is a conversation with the oracle, told in words.
type talk struct {
	*Oracle
	t    *testing.T
	next int
}

func newTalk(t *testing.T, eras ...*EraTable) *talk { return &talk{Oracle: NewOracle(eras...), t: t} }

func (k *talk) ask(c Class) int {
	id := k.next
	k.next++
	k.Send(Sent{Class: c, ID: id})
	return id
}

func (k *talk) cancel(id int) { k.Send(Sent{Class: ClassCancelled, Target: id}) }

// right expects the frame to be believed, wrong that it breaks a clause.
func (k *talk) right(f Seen) {
	k.t.Helper()
	found, ok := k.Saw(f)
	require.True(k.t, ok, "%+v: %+v", f, found)
}

func (k *talk) wrong(f Seen, clause string, level Level) {
	k.t.Helper()
	found, ok := k.Saw(f)
	require.False(k.t, ok, "%+v was believed", f)
	require.Equal(k.t, clause, found.Clause, found.Why)
	require.Equal(k.t, level, found.Level)
}

func (k *talk) quiet(clauses ...string) {
	k.t.Helper()
	var got []string
	for _, f := range k.Quiet() {
		got = append(got, f.Clause)
	}
	require.Equal(k.t, clauses, got)
}

func modernResult(id int) Seen     { return Seen{Kind: SeenResult, ID: id, Shape: ShapeModern} }
func discoverResult(id int) Seen   { return Seen{Kind: SeenResult, ID: id, Shape: ShapeDiscover} }
func legacyResult(id int) Seen     { return Seen{Kind: SeenResult, ID: id, Shape: ShapeLegacy} }
func initializeResult(id int) Seen { return Seen{Kind: SeenResult, ID: id, Shape: ShapeInitialize} }
func refusal(id, code int) Seen    { return Seen{Kind: SeenError, ID: id, Code: code} }
func about(k SeenKind, id int) Seen {
	return Seen{Kind: k, ID: id}
}

func TestOracleCancelMayLoseTheRaceButNotBehindABarrier(t *testing.T) {
	race := newTalk(t)
	call := race.ask(ClassEnveloped)
	race.cancel(call)
	barrier := race.ask(ClassEnveloped)
	race.right(modernResult(call)) // the cancel may not have been read yet
	race.right(modernResult(barrier))

	late := newTalk(t)
	call = late.ask(ClassEnveloped)
	late.cancel(call)
	barrier = late.ask(ClassEnveloped)
	late.right(modernResult(barrier)) // so the cancel was read
	require.True(t, late.Silent(call))
	late.wrong(modernResult(call), "S-CANCEL-1", MUST)
	require.False(t, late.Silent(call))
	late.wrong(modernResult(call), "S-MSG-8", MUST)
}

func TestOracleTakesTheObserversWordForReading(t *testing.T) {
	k := newTalk(t)
	call := k.ask(ClassEnveloped)
	n := k.Send(Sent{Class: ClassCancelled, Target: call})
	k.HasRead(n)
	k.wrong(refusal(call, -32603), "S-CANCEL-1", MUST)
}

func TestOracleLegacyAnswerAfterCancelIsOnlyDiscouraged(t *testing.T) {
	k := newTalk(t)
	k.right(initializeResult(k.ask(ClassInitialize)))
	k.Send(Sent{Class: ClassInitialized})
	call := k.ask(ClassBare)
	k.cancel(call)
	k.right(legacyResult(k.ask(ClassPing)))
	k.wrong(refusal(call, 0), "S-LCANCEL-4", SHOULD)
	k.wrong(legacyResult(call), "S-MSG-8", MUST)
}

func TestOracleCancelOfInitializeAndDiscoverIsIgnored(t *testing.T) {
	for _, c := range []Class{ClassInitialize, ClassDiscover} {
		k := newTalk(t)
		call := k.ask(c)
		k.cancel(call)
		k.right(refusal(k.ask(ClassUnsupportedVersion), -32022))
		if c == ClassInitialize {
			k.right(initializeResult(call))
		} else {
			k.right(discoverResult(call))
		}
	}
}

func TestOracleListen(t *testing.T) {
	open := func(t *testing.T) (*talk, int) {
		k := newTalk(t)
		id := k.ask(ClassListen)
		k.right(about(SeenAcknowledgement, id))
		return k, id
	}
	t.Run("acknowledgement, changes, result", func(t *testing.T) {
		k, id := open(t)
		k.right(about(SeenEvent, id))
		k.right(about(SeenEvent, id))
		k.right(modernResult(id))
		k.wrong(about(SeenEvent, id), "S-SUB-9", MUST)
		k.wrong(about(SeenCancelled, id), "S-SUB-9", MUST)
		k.wrong(about(SeenAcknowledgement, id), "S-SUB-9", MUST)
	})
	t.Run("cancelled, then perhaps the result", func(t *testing.T) {
		k, id := open(t)
		k.right(about(SeenCancelled, id))
		k.right(modernResult(id))
		k.wrong(modernResult(id), "S-MSG-8", MUST)
	})
	t.Run("change before acknowledgement", func(t *testing.T) {
		k := newTalk(t)
		k.wrong(about(SeenEvent, k.ask(ClassListen)), "S-SUB-3", MUST)
	})
	t.Run("two acknowledgements", func(t *testing.T) {
		k, id := open(t)
		k.wrong(about(SeenAcknowledgement, id), "S-SUB-2", MUST)
	})
	t.Run("result without acknowledgement", func(t *testing.T) {
		k := newTalk(t)
		k.wrong(modernResult(k.ask(ClassListen)), "S-SUB-2", MUST)
	})
	t.Run("refused", func(t *testing.T) {
		k := newTalk(t)
		k.right(refusal(k.ask(ClassListen), -32603))
	})
	t.Run("foreign stamp", func(t *testing.T) {
		k, _ := open(t)
		call := k.ask(ClassEnveloped)
		k.wrong(about(SeenEvent, call), "S-SUB-6", MUST)
		k.wrong(about(SeenAcknowledgement, call), "S-SUB-6", MUST)
		k.wrong(about(SeenEvent, -1), "S-SUB-6", MUST)
	})
	t.Run("no stamp", func(t *testing.T) {
		k, _ := open(t)
		k.wrong(Seen{Kind: SeenAnnouncement}, "S-SUB-6", MUST)
	})
	t.Run("no listen", func(t *testing.T) {
		k := newTalk(t)
		k.right(modernResult(k.ask(ClassEnveloped)))
		k.wrong(Seen{Kind: SeenAnnouncement}, "S-FRAME-8", MUST)
	})
	t.Run("progress", func(t *testing.T) {
		k, id := open(t)
		k.wrong(about(SeenProgress, id), "S-SUB-11", MUST)
	})
	t.Run("cancelled by us", func(t *testing.T) {
		k, id := open(t)
		k.cancel(id)
		k.right(modernResult(k.ask(ClassEnveloped)))
		k.wrong(about(SeenEvent, id), "S-CANCEL-12", MUST)
		k.wrong(about(SeenCancelled, id), "S-CANCEL-12", MUST)
		k.wrong(modernResult(id), "S-CANCEL-12", MUST)
	})
}

func TestOracleAnswers(t *testing.T) {
	for _, c := range []struct {
		name   string
		class  Class
		seen   func(id int) Seen
		clause string
	}{
		{"a version that is served", ClassUnsupportedVersion, modernResult, "S-VER-1"},
		{"a version that is refused wrongly", ClassUnsupportedVersion, func(id int) Seen { return refusal(id, -32601) }, "S-VER-1"},
		{"half an envelope that is served", ClassPartialEnvelope, modernResult, "S-META-7"},
		{"half an envelope that is refused wrongly", ClassPartialEnvelope, func(id int) Seen { return refusal(id, -32600) }, "S-META-7"},
		{"an unknown method that is served", ClassEnvelopedUnknown, modernResult, "S-ERR-12"},
		{"an unknown method that is refused wrongly", ClassEnvelopedUnknown, func(id int) Seen { return refusal(id, -32602) }, "S-ERR-12"},
		{"an enveloped initialize that is served", ClassClaimedInitialize, initializeResult, "S-REMOVED-1"},
		{"a discover that is refused", ClassDiscover, func(id int) Seen { return refusal(id, -32601) }, "S-DISC-1"},
		{"a discover with another result", ClassDiscover, modernResult, "S-DISC-2"},
		{"a result without resultType", ClassEnveloped, legacyResult, "S-RESP-4"},
		{"an initialize with another result", ClassInitialize, legacyResult, "S-LIFE-1"},
		{"bad params that are served", ClassBadListen, modernResult, "S-ERR-13"},
		{"progress of a refused request", ClassUnsupportedVersion, func(id int) Seen { return about(SeenProgress, id) }, "S-PROG-5"},
		{"a server's cancel of a call", ClassEnveloped, func(id int) Seen { return about(SeenCancelled, id) }, "S-CANCEL-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newTalk(t)
			k.wrong(c.seen(k.ask(c.class)), c.clause, MUST)
		})
	}
}

func TestOracleIdsAndTokens(t *testing.T) {
	k := newTalk(t)
	call := k.ask(ClassEnveloped)
	k.wrong(modernResult(-1), "S-RESP-1", MUST)
	k.wrong(Seen{Kind: SeenError, ID: -1, Anonymous: true}, "S-RESP-5", MUST)
	k.right(about(SeenProgress, call))
	k.right(modernResult(call))
	k.wrong(about(SeenProgress, call), "S-PROG-9", MUST)
	k.wrong(Seen{Kind: SeenLog}, "S-LOG-2", MUST)

	k = newTalk(t)
	k.Send(Sent{Class: ClassEnveloped, ID: 0, Logs: true})
	k.right(Seen{Kind: SeenLog})
	k.right(modernResult(0))
	k.wrong(Seen{Kind: SeenLog}, "S-LOG-2", MUST)
}

func TestOracleServerRequests(t *testing.T) {
	k := newTalk(t)
	k.right(modernResult(k.ask(ClassEnveloped)))
	k.wrong(Seen{Kind: SeenRequest}, "S-MSG-5", MUST)
	k.wrong(Seen{Kind: SeenPing}, "S-MSG-5", MUST)

	k = newTalk(t)
	k.wrong(Seen{Kind: SeenLog}, "S-LOG-2", MUST)
	shake := k.ask(ClassInitialize)
	k.right(Seen{Kind: SeenLog}) // a legacy server may log before it answers
	k.wrong(Seen{Kind: SeenRequest}, "S-LIFE-2", SHOULD)
	k.right(initializeResult(shake))
	k.right(Seen{Kind: SeenPing})
	k.wrong(Seen{Kind: SeenRequest}, "S-LIFE-2", SHOULD)
	k.Send(Sent{Class: ClassInitialized})
	k.right(Seen{Kind: SeenRequest}) // it may have been read
	k.right(Seen{Kind: SeenAnnouncement})
	k.right(Seen{Kind: SeenLog})
}

func TestOracleWaits(t *testing.T) {
	k := newTalk(t)
	call, listen, silenced := k.ask(ClassEnveloped), k.ask(ClassListen), k.ask(ClassEnveloped)
	k.cancel(silenced)
	k.quiet("S-MSG-7", "S-SUB-14")
	k.quiet() // said once
	k.right(modernResult(call))
	k.right(about(SeenAcknowledgement, listen))

	k = newTalk(t)
	k.ask(ClassPing)
	k.quiet("S-MSG-1")

	k = newTalk(t)
	k.right(about(SeenAcknowledgement, k.ask(ClassListen)))
	k.ask(ClassEnveloped)
	k.EOF()
	k.quiet("decisions C3") // the live listen owes nothing
}

// The answers that depend on the era are believed as far as the peer's policy
// allows, and not called more than a matter of policy beyond that.
func TestOracleEra(t *testing.T) {
	firstFrame, probeWindow := Era(FirstFrame, false), Era(ProbeWindow, false)

	t.Run("no hijack", func(t *testing.T) {
		k := newTalk(t, firstFrame)
		listen, late := k.ask(ClassListen), k.ask(ClassInitialize)
		k.right(about(SeenAcknowledgement, listen))
		k.wrong(initializeResult(late), "policies", POLICY)
	})
	t.Run("the refusal may come before the frame that locked", func(t *testing.T) {
		k := newTalk(t, firstFrame)
		call, late := k.ask(ClassEnveloped), k.ask(ClassInitialize)
		k.right(refusal(late, -32022))
		k.right(modernResult(call))
	})
	t.Run("locked without a frame", func(t *testing.T) { // rules A17
		k := newTalk(t, firstFrame)
		listen := k.ask(ClassListen)
		k.cancel(listen)
		k.right(refusal(k.ask(ClassInitialize), -32022))
	})
	t.Run("straggler", func(t *testing.T) { // rules A19
		k := newTalk(t, firstFrame)
		call := k.ask(ClassEnveloped)
		k.right(initializeResult(k.ask(ClassInitialize)))
		k.right(modernResult(call))
		k.right(refusal(k.ask(ClassEnveloped), -32600))
	})
	t.Run("errors never lock", func(t *testing.T) { // rules A7 and A8
		k := newTalk(t, firstFrame)
		k.right(refusal(k.ask(ClassUnsupportedVersion), -32022))
		k.right(refusal(k.ask(ClassEnvelopedUnknown), -32601))
		k.wrong(refusal(k.ask(ClassInitialize), -32022), "policies", POLICY)
	})
	t.Run("an envelope on the legacy side", func(t *testing.T) {
		k := newTalk(t, probeWindow)
		k.right(initializeResult(k.ask(ClassInitialize)))
		k.right(legacyResult(k.ask(ClassEnveloped)))
		k.right(legacyResult(k.ask(ClassUnsupportedVersion)))
	})
	t.Run("both eras at once", func(t *testing.T) {
		k := newTalk(t, Era(Concurrent, false))
		k.right(discoverResult(k.ask(ClassDiscover)))
		k.right(initializeResult(k.ask(ClassInitialize)))
		k.right(modernResult(k.ask(ClassEnveloped)))
		k.right(legacyResult(k.ask(ClassBare)))
		k.wrong(modernResult(k.ask(ClassBare)), "rules A21", SHOULD)
	})
	t.Run("any policy", func(t *testing.T) {
		k := newTalk(t)
		k.right(discoverResult(k.ask(ClassDiscover)))
		k.right(refusal(k.ask(ClassInitialize), 0))
		k.right(legacyResult(k.ask(ClassBare)))
	})
	t.Run("the mildest of the possible reproaches", func(t *testing.T) {
		k := newTalk(t, Era(Concurrent, false), firstFrame)
		k.right(initializeResult(k.ask(ClassInitialize)))
		k.wrong(legacyResult(k.ask(ClassEnveloped)), "policies", POLICY) // for Concurrent it would be S-RESP-4
	})
	t.Run("a bare request on a modern connection", func(t *testing.T) {
		k := newTalk(t, firstFrame)
		k.right(modernResult(k.ask(ClassEnveloped)))
		k.right(refusal(k.ask(ClassBare), -32602))
		k.right(refusal(k.ask(ClassPing), -32601)) // there is no such method, either
		k.wrong(refusal(k.ask(ClassBare), -32600), "S-META-7", MUST)
	})
	t.Run("a ping after the handshake", func(t *testing.T) {
		k := newTalk(t)
		k.right(initializeResult(k.ask(ClassInitialize)))
		k.wrong(refusal(k.ask(ClassPing), -32601), "S-PING-1", MUST)
	})
}

func BenchmarkOracle(b *testing.B) { // 16 calls, 8 cancels, 32 frames
	b.ReportAllocs()
	peak := 0
	for b.Loop() {
		o := NewOracle(Era(FirstFrame, false))
		for id := range OracleRequests {
			o.Send(Sent{Class: ClassEnveloped, ID: id})
		}
		for id := range OracleRequests {
			o.Saw(about(SeenProgress, id))
			o.Saw(modernResult(id))
			if id%2 == 0 {
				o.Send(Sent{Class: ClassCancelled, Target: id})
			}
		}
		peak = max(peak, o.Peak())
	}
	b.ReportMetric(float64(peak), "peak-worlds")
}
