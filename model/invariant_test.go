package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// biting names, for every invariant, a mutant that breaks it: one row another.
var biting = map[string]string{
	"silence":                        "Request: Cancelled/Result does SendResult",
	"silence-of-the-unsent":          "Request: Answered/CancelSilent does -",
	"silence-at-shutdown":            "Request: Cancelled/Expire does ReplyClosed",
	"modern-cancel-is-silent":        "Request: Running/CancelSilent does CancelAndReply",
	"legacy-cancel-is-answered":      "Request: Running/CancelAnswered does Cancel",
	"cancel-misses":                  "Lifetime: Serving/Cancel does AnswerFault",
	"cancel-stops-at-once":           "Request: Running/CancelSilent to Dropped",
	"late-initialize":                "Era/first-frame: Modern/Initialize does Handshake",
	"no-hijack":                      "Era/first-frame: Modern/Initialize does Handshake",
	"envelope-on-legacy":             "Era/first-frame: Legacy/Enveloped does ServeModern",
	"legacy-sees-no-modern-words":    "Era/first-frame: Legacy/Listen does ServeModern",
	"modern-sees-no-legacy-words":    "Era/first-frame: Modern/Bare does ServeLegacy",
	"bare-on-modern":                 "Era/first-frame: Modern/Bare does TeachBare",
	"bare-on-open":                   "Era/first-frame: Open/Bare does RefuseMethod",
	"bare-on-legacy":                 "Era/first-frame: Legacy/BareUnknown does RefuseBare",
	"bad-envelope":                   "Era/first-frame: Open/UnsupportedVersion does RefuseMethod",
	"claimed-initialize":             "Era/first-frame: Open/ClaimedInitialize does Handshake",
	"handshake-once":                 "LegacySession: Initialised/Initialize does Answer",
	"provisional-is-modern":          "Era/first-frame/grace: Probed/Bare does TeachBare",
	"lock-with-first-frame":          "Era/first-frame: Open/FrameOut to Open",
	"lock-with-first-success":        "Era/first-success: Open/ResultOut to Open",
	"modern-only-with-a-frame":       "Era/first-frame: Open/Enveloped to Modern",
	"refusals-never-lock":            "Era/first-frame: Open/UnsupportedVersion to Modern",
	"cancels-never-lock":             "Era/first-frame: Open/Notification to Modern",
	"locked-for-good":                "Era/first-frame: Legacy/ResultOut to Modern",
	"no-lock-without-its-frame":      "Lifetime: Serving/Cancel does RefuseDuplicate",
	"initialize-locks-legacy":        "Era/first-frame: Open/InitializeOut to Open",
	"legacy-only-by-initialize":      "Era/first-frame: Open/BadInitialize to Legacy",
	"probed-only-by-discover":        "Era/first-frame: Open/DiscoverOut to Probed",
	"stragglers-move-nothing":        "Era/first-frame: Legacy/ResultOut to Modern",
	"first-request-locks":            "Era/opening-request: Open/UnsupportedVersion to Open",
	"message-locks":                  "Era/probe-window: Open/Discover to Modern",
	"notification-chooses":           "Era/probe-window: Open/Notification to Open",
	"only-reading-commits":           "Era/opening-request: Modern/ResultOut to Legacy",
	"nothing-commits":                "Era/concurrent: Open/Discover to Modern",
	"notifications-never-lock":       "Era/first-frame: Open/ClaimedNotification to Modern",
	"acknowledged-first":             "Request: Received/Acknowledge does SendEvent",
	"acknowledgement-goes-out":       "Request: Running/Acknowledge does Discard",
	"only-listens-speak-so":          "Request: Running/Frame does SendEvent",
	"changes-flow":                   "Request: Acknowledged/Event does Discard",
	"ends-with-its-result":           "Request: Acknowledged/Close does SendCancelled",
	"deadline-ends-with-results":     "Request: Ending/Expire does ReplyClosed",
	"overflow-ends-abruptly":         "Request: Acknowledged/Sever does SendResult",
	"nothing-after-answer":           "Request: Answered/Frame does SendFrame",
	"one-answer":                     "Request: Cancelled/Error does SendError",
	"settled-means-answered":         "Request: Running/Result does Discard",
	"live-means-unanswered":          "Request: Running/Result to Running",
	"settled-stays":                  "Request: Answered/Frame to Streaming",
	"decided-at-once":                "Lifetime: Serving/Request does -",
	"running-has-handler":            "Request: Received/Start does -",
	"returned-means-settled":         "Request: Running/Error to Streaming",
	"handlers-answer-goes-out":       "Request: Streaming/Result does SendError",
	"handlers-frames-go-out":         "Request: Running/Frame does Discard",
	"modern-is-served":               "Era/first-frame: Open/Enveloped does RefuseMethod",
	"legacy-is-served":               "LegacySession: Initialised/Request does Teach",
	"ping":                           "Era/first-frame: Open/Ping does RefuseMethod",
	"notifications-are-not-answered": "Lifetime: Serving/Notification does AnswerFault",
	"notifications-move-no-request":  "LegacySession: Initialised/Initialized to Initialised",
	"handshake-moves-on":             "LegacySession: Initialised/Request to Initialised",
	"lines-that-are-no-message":      "Lifetime: Serving/MuteFault does AnswerFault",
	"duplicate-id":                   "Lifetime: Serving/Duplicate does RefuseBusy",
	"over-the-limit":                 "Lifetime: Serving/Overload does RefuseDraining",
	"draining-refuses":               "Lifetime: Draining/Request does Admit",
	"draining-drops":                 "Lifetime: Draining/Notification does Pass",
	"draining-lets-finish":           "Lifetime: Serving/EOF does Expire",
	"end-moves-forward":              "Lifetime: Draining/EOF to Serving",
	"end-is-heard":                   "Lifetime: Serving/EOF to Serving",
	"closed-means-closed":            "Lifetime: Serving/EOF to Closed",
	"nothing-after-close":            "Request: Cancelled/Result does SendResult",
	"all-settled-at-the-end":         "Lifetime: Serving/EOF does CloseOutput",
	"deadline-answers":               "Request: Running/Expire does Cancel",
	"broken-pipe-writes-nothing":     "Request: Running/CancelSilent does CancelAndReply",
	"idle-means-settled":             "Lifetime: Draining/Idle does RefuseDraining",
}

// byHand are the invariants that no row can break: the composition keeps them.
var byHand = map[string]Transition{
	"errors-never-lock":         {Out: []Emission{{Frame: FrameError, Slot: -1, Was: EraOpen, Is: EraModern}}},
	"inline-is-never-cancelled": {After: World{Slots: [MaxRequests]Slot{{State: RequestDropped, Kind: KindInitialize, Marks: MarkHushed}}}},
	"written-before-close":      {After: World{OutputClosed: true, Slots: [MaxRequests]Slot{{State: RequestAnswered, Kind: KindCall, Marks: MarkWaiting}}}},
	"listen-slots": {After: World{Slots: [MaxRequests]Slot{
		{State: RequestAcknowledged, Kind: KindListen, Marks: MarkAcked},
		{State: RequestAcknowledged, Kind: KindListen, Marks: MarkAcked},
		{State: RequestAcknowledged, Kind: KindListen, Marks: MarkAcked},
	}}},
}

// mutate puts the named mutant into sys.
func mutate(sys *System, name string) (found bool) {
	sys.Era.Mutants(pick(name, &sys.Era, &found))
	sys.Lifetime.Mutants(pick(name, &sys.Lifetime, &found))
	sys.Legacy.Mutants(pick(name, &sys.Legacy, &found))
	sys.Request.Mutants(pick(name, &sys.Request, &found))
	return found
}

func pick[S, E, O ~uint8](want string, into **Table[S, E, O], found *bool) func(string, *Table[S, E, O]) bool {
	return func(name string, m *Table[S, E, O]) bool {
		if name != want {
			return true
		}
		*into, *found = m, true
		return false
	}
}

func TestEveryInvariantBites(t *testing.T) {
	systems := []*System{}
	for _, p := range Policies() {
		for _, grace := range []bool{false, true} {
			hub, own := NewSystem(p, grace, 2), NewSystem(p, grace, 2)
			own.CustomListens = true
			systems = append(systems, hub, own)
		}
	}
	for _, v := range allInvariants(systems) {
		t.Run(v.Name, func(t *testing.T) {
			if hand, ok := byHand[v.Name]; ok {
				require.False(t, v.Holds(systems[0], &hand))
				return
			}
			require.Contains(t, biting, v.Name)
			require.True(t, broken(systems, v), "%s does not break it", biting[v.Name])
		})
	}
}

// broken reports whether v's mutant breaks v in one of the systems.
func broken(systems []*System, v Invariant) bool {
	for _, sys := range systems {
		mutant := *sys
		if v.For != nil && !v.For(&mutant) || !mutate(&mutant, biting[v.Name]) {
			continue
		}
		r := Explore(&mutant, ExploreOptions{Invariants: []Invariant{v}, Witnesses: []Witness{}})
		if r.Broken != nil && r.Broken.Invariant.Name == v.Name {
			return true
		}
	}
	return false
}

// allInvariants collects the invariants of all systems, each once.
func allInvariants(systems []*System) (all []Invariant) {
	seen := map[string]bool{}
	for _, sys := range systems {
		for _, v := range Invariants(sys) {
			if !seen[v.Name] {
				seen[v.Name] = true
				all = append(all, v)
			}
		}
	}
	return all
}

func TestInvariantsAreStatedAndCited(t *testing.T) {
	sys := NewSystem(FirstFrame, false, 2)
	for _, v := range Invariants(sys) {
		require.Regexp(t, `^[a-z]+(-[a-z]+)*$`, v.Name)
		require.Regexp(t, `^[A-Z].*\.$`, v.Says, v.Name)
		require.NotEmpty(t, v.Ref, v.Name)
	}
}
