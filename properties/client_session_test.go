package properties

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// Shows C-CANCEL-3, C-LCANCEL-2, C-ID-3, C-ID-4, C-ERA-1.
func TestClientSessionKeepsItsPromises(t *testing.T) {
	for _, mode := range model.Modes() {
		for _, opt := range []machine.ClientOptions{{}, {CancelProbe: true}, {Relisten: true}, {Retries: 2}} {
			opt.Mode = mode
			ClientSession(t, opt)
		}
	}
}

func callRow(from model.CallState, on model.CallEvent, to model.CallState, do model.CallEffect) machine.ClientTables {
	return machine.ClientTables{Call: changed(model.Call, from, on, to, do)}
}

func negotiationRow(from model.NegotiationState, on model.NegotiationEvent, to model.NegotiationState, do model.NegotiationEffect) machine.ClientTables {
	return machine.ClientTables{Negotiation: changed(model.Negotiation(model.ModeAuto), from, on, to, do)}
}

// seededClients are sessions that break one promise each.
var seededClients = []struct {
	bug    string
	tables machine.ClientTables
}{
	{"a call that was not written is cancelled", callRow(model.CallQueued, model.CallOnCancel, model.CallCancelled, model.CallDoSendCancelled)},
	{"the caller of a timed-out call hears nothing", callRow(model.CallSent, model.CallOnTimeout, model.CallTimedOut, model.CallDoNothing)},
	{"a lost call hangs", callRow(model.CallSent, model.CallOnLost, model.CallSent, model.CallDoNothing)},
	{"a queued call hangs when the connection is lost for good", callRow(model.CallQueued, model.CallOnLost, model.CallQueued, model.CallDoNothing)},

	{"no fallback", negotiationRow(model.NegotiationProbing, model.NegotiationOnOtherError, model.NegotiationFailed, model.NegotiationDoFail)},
	{"no fallback from silence", negotiationRow(model.NegotiationProbing, model.NegotiationOnTimeout, model.NegotiationFailed, model.NegotiationDoFail)},
	{"a fallback from -32022", negotiationRow(model.NegotiationProbing, model.NegotiationOnVersionRefused, model.NegotiationInitialising, model.NegotiationDoInitialize)},
	{"a fallback from a settled modern server", negotiationRow(model.NegotiationReprobing, model.NegotiationOnOtherError, model.NegotiationInitialising, model.NegotiationDoInitialize)},
	{"initialize after a DiscoverResult", negotiationRow(model.NegotiationProbing, model.NegotiationOnDiscovered, model.NegotiationInitialising, model.NegotiationDoInitialize)},
	{"a late DiscoverResult takes over", negotiationRow(model.NegotiationInitialising, model.NegotiationOnInitializeModern, model.NegotiationModern, model.NegotiationDoSettleModern)},
	{"a failed initialize settles", negotiationRow(model.NegotiationInitialising, model.NegotiationOnInitializeFailed, model.NegotiationLegacy, model.NegotiationDoSettleLegacy)},
	{"a process that died of the probe is probed again", negotiationRow(model.NegotiationProbing, model.NegotiationOnExit, model.NegotiationIdle, model.NegotiationDoNothing)},

	{"a listen ends without a word", machine.ClientTables{Subscription: changed(model.Subscription, model.SubscriptionLive, model.SubscriptionOnResult, model.SubscriptionGraceful, model.SubscriptionDoNothing)}},
	{"a lost listen is forgotten", machine.ClientTables{Subscription: changed(model.Subscription, model.SubscriptionLive, model.SubscriptionOnGiveUp, model.SubscriptionLost, model.SubscriptionDoNothing)}},
	{"a process is started beside another", machine.ClientTables{Process: changed(model.Process, model.ProcessRunning, model.ProcessOnShutdown, model.ProcessExited, model.ProcessDoCloseStdin)}},
}

// The property must find every one of them. What it finds is printed, shrunk.
func TestClientSessionPropertyFindsSeededBugs(t *testing.T) {
	moves := ClientMoves()
	for _, c := range seededClients {
		t.Run(c.bug, func(t *testing.T) {
			opt := machine.ClientOptions{Tables: c.tables}
			found, runs := search(moves, 5000, func(m []ClientMove) error { return NewClientTwin(opt).PlayAll(m) })
			require.NotNil(t, found, "nobody noticed")
			err := NewClientTwin(opt).PlayAll(found)
			require.ErrorIs(t, err, ErrBrokenPromise)
			t.Logf("after %d runs, by %d moves: %v\n%v", runs, len(found), found, err)
		})
	}
}

// A property that never gets where it matters holds for the want of anything
// happening.
func TestClientMovesGetSomewhere(t *testing.T) {
	moves := ClientMoves()
	missing := []machine.ClientDo{
		machine.ClientDoProbe, machine.ClientDoReprobe, machine.ClientDoInitialize, machine.ClientDoSkip, machine.ClientDoSendCancelled,
		machine.ClientDoPong, machine.ClientDoServeRequest, machine.ClientDoDrop, machine.ClientDoReady, machine.ClientDoReport,
		machine.ClientDoResolve, machine.ClientDoFail, machine.ClientDoAbort, machine.ClientDoLose, machine.ClientDoUnsupported, machine.ClientDoGrant,
		machine.ClientDoDeliver, machine.ClientDoReopen, machine.ClientDoEnd, machine.ClientDoSettleModern, machine.ClientDoSettleLegacy,
		machine.ClientDoApply, machine.ClientDoGiveUp, machine.ClientDoStart, machine.ClientDoCloseInput,
		machine.ClientDoTerminate, machine.ClientDoKill, machine.ClientDoReap,
	}
	for seed := 0; seed < 5000 && len(missing) > 0; seed++ {
		w := NewClientTwin(machine.ClientOptions{Relisten: true})
		w.saw = func(a machine.ClientAction) {
			missing = slices.DeleteFunc(missing, func(do machine.ClientDo) bool { return do == a.Do })
		}
		require.NoError(t, w.PlayAll(moves.Example(seed)))
	}
	require.Empty(t, missing)
}
