package properties

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// changed is a table with another target and effect in one row.
func changed[S, E, O ~uint8](table *model.Table[S, E, O], from S, on E, to S, do O) *model.Table[S, E, O] {
	rows := slices.Clone(table.Rows)
	i := slices.IndexFunc(rows, func(r model.Row[S, E, O]) bool { return r.From == from && r.On == on })
	if i < 0 || rows[i].To == to && rows[i].Do == do {
		panic(table.Name + ": nothing to change in that row")
	}
	rows[i].To, rows[i].Do = to, do
	return table.With(rows)
}

func era(p model.Policy, from model.EraState, on model.EraEvent, to model.EraState, do model.EraEffect) machine.Tables {
	return machine.Tables{Era: changed(model.Era(p, false), from, on, to, do)}
}

func request(from model.RequestState, on model.RequestEvent, to model.RequestState, do model.RequestEffect) machine.Tables {
	return machine.Tables{Request: changed(model.Request, from, on, to, do)}
}

func lifetime(from model.LifetimeState, on model.LifetimeEvent, to model.LifetimeState, do model.LifetimeEffect) machine.Tables {
	return machine.Tables{Lifetime: changed(model.Lifetime, from, on, to, do)}
}

func handshake(from model.LegacyState, on model.LegacyEvent, to model.LegacyState, do model.LegacyEffect) machine.Tables {
	return machine.Tables{Legacy: changed(model.LegacySession, from, on, to, do)}
}

func outbound(from model.OutboundState, on model.OutboundEvent, to model.OutboundState, do model.OutboundEffect) machine.Tables {
	return machine.Tables{Outbound: changed(model.Outbound, from, on, to, do)}
}

// seeded are sessions that break one rule each.
var seeded = []struct {
	bug    string
	policy model.Policy
	tables machine.Tables
}{
	{"a result after the cancel", 0, request(model.RequestCancelled, model.RequestOnResult, model.RequestDropped, model.RequestDoSendResult)},
	{"an error after the cancel", 0, request(model.RequestCancelled, model.RequestOnError, model.RequestDropped, model.RequestDoSendError)},
	{"progress after the cancel", 0, request(model.RequestCancelled, model.RequestOnFrame, model.RequestCancelled, model.RequestDoSendFrame)},
	{"progress after the answer", 0, request(model.RequestAnswered, model.RequestOnFrame, model.RequestAnswered, model.RequestDoSendFrame)},
	{"a change after the listen's result", 0, request(model.RequestAnswered, model.RequestOnEvent, model.RequestAnswered, model.RequestDoSendEvent)},
	{"changes are lost", 0, request(model.RequestAcknowledged, model.RequestOnEvent, model.RequestAcknowledged, model.RequestDoDiscard)},
	{"no acknowledgement", 0, request(model.RequestReceived, model.RequestOnAcknowledge, model.RequestAcknowledged, model.RequestDoNothing)},
	{"a cancelled listen goes on", 0, request(model.RequestAcknowledged, model.RequestOnCancelSilent, model.RequestAcknowledged, model.RequestDoNothing)},
	{"a listen ends without its result", 0, request(model.RequestAcknowledged, model.RequestOnClose, model.RequestAnswered, model.RequestDoNothing)},
	{"a listen that overflows ends with a result", 0, request(model.RequestAcknowledged, model.RequestOnSever, model.RequestAnswered, model.RequestDoSendResult)},
	{"an unsent answer survives the cancel", 0, request(model.RequestAnswered, model.RequestOnCancelSilent, model.RequestAnswered, model.RequestDoNothing)},
	{"a cancel does not end the context", 0, request(model.RequestRunning, model.RequestOnCancelSilent, model.RequestCancelled, model.RequestDoRetract)},
	{"a legacy cancel is not answered", 0, request(model.RequestRunning, model.RequestOnCancelAnswered, model.RequestCancelled, model.RequestDoCancel)},
	{"a modern cancel is answered", 0, request(model.RequestRunning, model.RequestOnCancelSilent, model.RequestCancelled, model.RequestDoCancelAndReply)},
	{"the deadline answers what was cancelled", 0, request(model.RequestCancelled, model.RequestOnExpire, model.RequestCancelled, model.RequestDoReplyClosed)},
	{"the deadline leaves calls without an answer", 0, request(model.RequestRunning, model.RequestOnExpire, model.RequestCancelled, model.RequestDoCancel)},
	{"a success is lost", 0, request(model.RequestStreaming, model.RequestOnResult, model.RequestAnswered, model.RequestDoDiscard)},

	{"the lock waits for the success", model.FirstFrame, machine.Tables{Era: model.Era(model.FirstSuccess, false)}},
	{"the lock comes at admission", 0, era(0, model.EraOpen, model.EraOnEnveloped, model.EraModern, model.EraDoServeModern)},
	{"a version that is not served locks", 0, era(0, model.EraOpen, model.EraOnUnsupportedVersion, model.EraModern, model.EraDoAnswerClass)},
	{"an unknown method locks", 0, era(0, model.EraOpen, model.EraOnEnvelopedUnknown, model.EraModern, model.EraDoRefuseMethod)},
	{"progress does not lock", 0, era(0, model.EraOpen, model.EraOnFrameOut, model.EraOpen, model.EraDoNothing)},
	{"a discover does not lock", 0, era(0, model.EraOpen, model.EraOnDiscoverOut, model.EraOpen, model.EraDoNothing)},
	{"a late initialize takes over", 0, era(0, model.EraModern, model.EraOnInitialize, model.EraModern, model.EraDoHandshake)},
	{"a straggler moves the era", 0, era(0, model.EraLegacy, model.EraOnResultOut, model.EraModern, model.EraDoLockModern)},
	{"a notification locks", 0, era(0, model.EraOpen, model.EraOnClaimedNotification, model.EraModern, model.EraDoNothing)},
	{"an envelope is served on legacy", 0, era(0, model.EraLegacy, model.EraOnEnveloped, model.EraLegacy, model.EraDoServeModern)},
	{"a bare request is served on modern", 0, era(0, model.EraModern, model.EraOnBare, model.EraModern, model.EraDoServeLegacy)},
	{"a discover closes the probe window", model.ProbeWindow, era(model.ProbeWindow, model.EraProbed, model.EraOnInitialize, model.EraModern, model.EraDoRefuseLate)},
	{"a grace that was not asked for", 0, machine.Tables{Era: model.Era(model.FirstFrame, true)}},

	{"end of input drops what is in flight", 0, lifetime(model.LifetimeServing, model.LifetimeOnEOF, model.LifetimeClosed, model.LifetimeDoAbandon)},
	{"the deadline closes without answers", 0, lifetime(model.LifetimeDraining, model.LifetimeOnDeadline, model.LifetimeClosed, model.LifetimeDoCloseOutput)},
	{"a draining server admits", 0, lifetime(model.LifetimeDraining, model.LifetimeOnRequest, model.LifetimeDraining, model.LifetimeDoAdmit)},
	{"cancels are not read while draining", 0, lifetime(model.LifetimeDraining, model.LifetimeOnCancel, model.LifetimeDraining, model.LifetimeDoNothing)},
	{"the drain never ends by itself", 0, lifetime(model.LifetimeDraining, model.LifetimeOnIdle, model.LifetimeDraining, model.LifetimeDoNothing)},
	{"an id in flight is admitted again", 0, lifetime(model.LifetimeServing, model.LifetimeOnDuplicate, model.LifetimeServing, model.LifetimeDoAdmit)},
	{"a broken pipe is not noticed", 0, lifetime(model.LifetimeServing, model.LifetimeOnBroken, model.LifetimeServing, model.LifetimeDoNothing)},

	{"a second initialize is answered", 0, handshake(model.LegacyReady, model.LegacyOnInitialize, model.LegacyReady, model.LegacyDoAnswer)},
	{"a request before initialize is served", model.ProbeWindow, handshake(model.LegacyUninitialised, model.LegacyOnRequest, model.LegacyUninitialised, model.LegacyDoServe)},
	{"the client is asked before initialized", 0, handshake(model.LegacyInitialised, model.LegacyOnAsk, model.LegacyInitialised, model.LegacyDoSend)},
	{"changes are told before initialized", 0, handshake(model.LegacyInitialised, model.LegacyOnNotify, model.LegacyInitialised, model.LegacyDoSend)},

	{"a cancelled call leaves its request to the client", 0, outbound(model.OutboundSent, model.OutboundOnCallCancelled, model.OutboundCancelled, model.OutboundDoNothing)},
	{"end of input leaves a handler waiting for the client", 0, outbound(model.OutboundSent, model.OutboundOnEOF, model.OutboundLost, model.OutboundDoNothing)},
}

// The property must find every one of them. What it finds is printed, shrunk.
func TestSessionPropertyFindsSeededBugs(t *testing.T) {
	moves := Moves()
	for _, c := range seeded {
		t.Run(c.bug, func(t *testing.T) {
			opt := machine.ServerOptions{Policy: c.policy, MaxListens: 2, Tables: c.tables}
			found, runs := search(moves, 5000, func(m []Move) error { return NewTwin(opt).PlayAll(m) })
			require.NotNil(t, found, "nobody noticed")
			err := NewTwin(opt).PlayAll(found)
			require.ErrorIs(t, err, ErrDisagree)
			t.Logf("after %d runs, by %d moves:\n%v", runs, len(found), err)
		})
	}
}
