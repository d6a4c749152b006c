package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// clientSystems are all kinds of clients, small ones.
func clientSystems(calls int) (all []*ClientSystem) {
	for _, m := range Modes() {
		all = append(all, NewClientSystem(m, calls))
		if m != ModeLegacy {
			known := NewClientSystem(m, calls)
			known.KnownModern = true
			all = append(all, known)
		}
	}
	known := NewClientSystem(ModeAuto, calls)
	known.KnownLegacy = true
	return append(all, known)
}

func TestEveryNegotiation(t *testing.T) {
	for _, sys := range clientSystems(policyRequests) {
		r := ExploreClient(sys, SearchOptions{Workers: 2})
		t.Logf("%s: %d worlds, %d steps, depth %d", sys.Negotiation.Name, r.States, r.Edges, r.Depth)
		if r.Broken != nil {
			t.Fatal(r.Broken)
		}
		require.Empty(t, r.Missing, "never seen")
		require.False(t, r.Limited)
	}
}

// clientBites names, for every claim of a client, a mutant that breaks it.
var clientBites = map[string]string{
	"modern-is-never-initialized":    "Negotiation/modern: Probing/Discovered does Initialize",
	"probes-first":                   "Negotiation/modern: Idle/Start to Legacy",
	"modes":                          "Negotiation/modern: Idle/Start to Initialising",
	"held-until-the-verdict":         "Negotiation/modern: Idle/Start to Modern",
	"verdict-is-cached":              "Negotiation/modern: Probing/Discovered to Probing",
	"one-fallback":                   "Negotiation/modern: Probing/Exit does Initialize",
	"one-second-probe":               "Negotiation/modern: Idle/Start does Reprobe",
	"falls-back":                     "Negotiation/modern: Probing/LegacyOnly does Initialize",
	"second-probe":                   "Negotiation/modern: Probing/VersionRefused does -",
	"usable-answers-settle":          "Negotiation/modern: Probing/Discovered does -",
	"initialized-follows-its-result": "Negotiation/modern: Idle/Start does SettleLegacy",
	"settles-by-an-answer":           "Negotiation/modern: Idle/Start to Modern",
	"settled-until-the-end":          "Negotiation/modern: Modern/Discovered to Idle",
	"a-dead-process-settles-nothing": "Negotiation/modern: Modern/Exit to Modern",
	"what-fails-is-over":             "Negotiation/modern: Idle/Start to Failed",
	"a-refusal-fails":                "Negotiation/modern: Probing/ModernError does -",
	"starts-anew":                    "Negotiation/modern: Failed/Exit to Idle",
	"settled-once":                   "Call: Sent/Progress does Resolve",
	"the-table-knows":                "Call: Queued/Write to Answered",
	"outcome-is-the-answers":         "Call: Sent/Result does Drop",
	"late-is-dropped":                "Call: Answered/Result does Resolve",
	"cancels-what-is-written":        "Call: Queued/Cancel does SendCancelled",
	"refused-version-is-sent-again":  "Call: Sent/VersionRefused to Sent",
	"turns-are-used":                 "Call: Queued/Write does -",
	"lost-with-the-connection":       "Call: Sent/Lost does -",
	"carried-once":                   "Call: Queued/Lost does -",
	"wanted-is-started":              "Call: Queued/Cancel does -",
	"step-by-step":                   "Process: StdinClosed/Grace does Kill",
	"reaped":                         "Process: Running/Exit does -",
	"starts-are-used":                "Process: Starting/Started to Exited",
	"closed-is-closed":               "Call: Queued/Lost does -",
	"every-call-settles":             "Call: Sent/Timeout does -",
}

// mutateClient puts the named mutant into sys.
func mutateClient(sys *ClientSystem, name string) (found bool) {
	for _, try := range []func(func(string, *NegotiationTable) bool){sys.Negotiation.Mutants, func(y func(string, *NegotiationTable) bool) { Additions(sys.Negotiation, y) }} {
		try(pick(name, &sys.Negotiation, &found))
	}
	sys.Call.Mutants(pick(name, &sys.Call, &found))
	sys.Process.Mutants(pick(name, &sys.Process, &found))
	return found
}

func TestEveryClaimOfAClientBites(t *testing.T) {
	for _, c := range ClientClaims() {
		if c.Name == clientDeadlock.Name || c.Name == "one-process" {
			continue // no row can break them: the composition keeps them
		}
		require.Contains(t, clientBites, c.Name)
		broken, found := false, false
		for _, sys := range clientSystems(1) {
			if !mutateClient(sys, clientBites[c.Name]) {
				continue
			}
			found = true
			r := ExploreClient(sys, SearchOptions{Only: c.Name})
			broken = broken || r.Broken != nil && r.Broken.Invariant.Name == c.Name
		}
		require.True(t, found, "there is no mutant %s", clientBites[c.Name])
		require.True(t, broken, "%s does not break %s", clientBites[c.Name], c.Name)
	}
}

// Mistakes that real clients made, each with the shortest exchange that shows it.
func TestBrokenNegotiationsGiveTheShortestExchange(t *testing.T) {
	for _, c := range []struct {
		name, mutant, want string
	}{
		{"a refused version falls back", "Negotiation/auto: Probing/VersionRefused does Initialize", `
modern-is-never-initialized (rules B2, B3, B12 and B13, C-ERA-5): Once an answer has shown a modern server, initialize is not sent to it.
  client                               server
  (call #1)
  (starts the process)
  (the process runs)
  (asks for server/discover)
  > server/discover
                                       < error -32022, a mutual version, to server/discover
  (asks for initialize)
`},
		{"a call is lost with an answer that says nothing", "Negotiation/auto: Probing/OtherError to Failed", `
what-fails-is-over (rules B12, decisions K15): A negotiation that fails fails who waits, and sends the process away.
  client                               server
  (call #1)
  (starts the process)
  (the process runs)
  (asks for server/discover)
  > server/discover
                                       < error, to server/discover
  (asks for initialize)
`},
		{"a cancel before its request", "Call: Queued/Cancel does SendCancelled", `
cancels-what-is-written (C-CANCEL-1, C-CANCEL-3, decisions K3 and K8): A cancel is written exactly when a call is given up that was written and is not answered; nothing of the client's own is cancelled.
  client                               server
  (call #1)
  (starts the process)
  (cancel #1)
  > cancelled #1
  (call ends #1)
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := NewClientSystem(ModeAuto, 1)
			require.True(t, mutateClient(sys, c.mutant))
			r := ExploreClient(sys, SearchOptions{})
			require.NotNil(t, r.Broken)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), r.Broken.String()); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

func TestOneProcessBites(t *testing.T) {
	for _, s := range clientStatements() {
		if s.Name == "one-process" {
			require.False(t, s.holds(&ClientTransition{Before: ClientWorld{Process: ProcessRunning, Past: PastLaunched}, Out: []ClientEmission{{Out: OutStart}}}))
			return
		}
	}
	t.Fatal("it is gone")
}

func TestClientStepDoesNotAllocate(t *testing.T) {
	sys, buf := NewClientSystem(ModeAuto, 2), make([]ClientEmission, 0, 24)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		w, _ := sys.Step(sys.Start(), ClientMove{Kind: ClientCalls}, buf)
		sys.Step(w, ClientMove{Kind: ClientStarted, Slot: -1}, buf)
	}))
}
