package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestEveryPairOfOurs(t *testing.T) {
	states := 0
	eachPolicy(func(p Policy, grace bool) {
		for _, m := range Modes() {
			for _, meeting := range []Meeting{Fresh, Foreign, Stored} {
				if m == ModeLegacy && meeting != Fresh {
					continue
				}
				for _, size := range [][2]int{{1, 0}, {0, 1}} {
					proof := ProductProof(p, grace, m, meeting, size[0], size[1])
					r := proof.Walk(2)
					states += r.States
					if r.Broken != nil {
						t.Fatal(proof.Tables, " ", proof.Bounds, ": ", r.Broken)
					}
					require.Empty(t, r.Missing, "%s, %s: never seen", proof.Tables, proof.Bounds)
				}
			}
		}
	})
	t.Logf("%d worlds", states)
}

// pairBites names, for every claim of a pair, a mutant of the server and one of
// the client that break it; empty where a side alone cannot.
var pairBites = map[string][2]string{
	"agreed-era":                       {"Era/first-frame: Open/DiscoverOut to Open", "Negotiation/auto: Probing/Discovered to Legacy"},
	"server-understands":               {"Era/first-frame: Modern/Enveloped does RefuseBare", "Negotiation/auto: Probing/Discovered to Legacy"},
	"client-understands":               {"Request: Answered/Frame does SendFrame", "Call: Sent/Result dropped"},
	"one-vocabulary":                   {"Era/first-frame: Legacy/Bare does ServeModern", ""},
	"one-outcome":                      {"", "Call: Sent/Progress does Resolve"},
	"answers-arrive":                   {"", "Call: Sent/Result does Drop"},
	"finds-the-era":                    {"Era/first-frame: Open/Discover does RefuseMethod", "Negotiation/auto: Probing/Discovered to Failed"},
	"late-fallback-is-found":           {"", "Negotiation/auto: Initialising/InitializeModern to Legacy"},
	"a-settled-era-is-not-initialized": {"", "Negotiation/auto: Probing/Discovered does Initialize"},
	"calls-are-held":                   {"", "Negotiation/auto: Probing/OtherError does SettleModern"},
	"input-ends-once":                  {"Lifetime: Serving/EOF to Serving", ""},
	"every-request-settles":            {"Request: Running/Result does Discard", "Negotiation/auto: Probing/Discovered does -"},
}

// mutatePair puts the named mutant into sys.
func mutatePair(sys *PairSystem, name string) (found bool) {
	server := *sys.Server
	sys.Server = &server
	if mutate(sys.Server, name) {
		return true
	}
	sys.Negotiation.Mutants(pick(name, &sys.Negotiation, &found))
	sys.Call.Mutants(pick(name, &sys.Call, &found))
	sys.Subscription.Mutants(pick(name, &sys.Subscription, &found))
	return found
}

func TestEveryClaimOfAPairBites(t *testing.T) {
	for _, c := range PairClaims() {
		if c.Name == pairDeadlock.Name {
			continue // no row can break it alone: every-request-settles finds what is stuck
		}
		names, known := pairBites[c.Name]
		require.True(t, known, c.Name)
		for _, name := range names {
			if name == "" {
				continue
			}
			broken, found := false, false
			for _, sys := range []*PairSystem{NewPairSystem(FirstFrame, false, ModeAuto, 1, 0), NewPairSystem(FirstFrame, false, ModeModern, 0, 1)} {
				if !mutatePair(sys, name) {
					continue
				}
				found = true
				r := ExplorePair(sys, SearchOptions{Only: c.Name})
				broken = broken || r.Broken != nil && r.Broken.Invariant.Name == c.Name
			}
			require.True(t, found, "there is no mutant %s", name)
			require.True(t, broken, "%s does not break %s", name, c.Name)
		}
	}
}

// Seeded defects of either side, each with the shortest exchange that shows it.
func TestBrokenPairsGiveTheShortestExchange(t *testing.T) {
	for _, c := range []struct {
		name, mutant  string
		calls, listen int
		want          string
	}{
		{"the server forgets its lock", "Era/first-frame: Modern/Initialize does Handshake", 1, 0, `
agreed-era (rules A5, B2 and C2, S-ERA-4): The era that the client has settled is the one that the server has locked; one that it knows from before is never the other.
  client                               server
  (wants call #1)
  > server/discover
  (no answer in time to server/discover)
  > initialize
                                       (reads discover)
                                       < DiscoverResult of server/discover   [Open -> Modern]
                                       (reads initialize)
                                       < InitializeResult of initialize
  (reads DiscoverResult of server/discover)
  (reads InitializeResult of initialize)
`},
		{"the server answers what was cancelled", "Request: Cancelled/Result does SendResult", 1, 0, `
client-understands (S-MSG-8, S-SUB-2, S-SUB-3, S-SUB-9, S-PROG-9, C-PROG-3): The client reads only what its model allows: nothing before its request was written, nothing after its answer, no change before the acknowledgement.
  client                               server
  (wants call #1)
  > server/discover
                                       (reads discover)
                                       < DiscoverResult of server/discover   [Open -> Modern]
  (reads DiscoverResult of server/discover)
  > call #1
                                       (reads enveloped)
                                       (close)
                                       (deadline)
                                       < error: connection closed of call #1
  (reads error: connection closed of call #1)
                                       (handler returns call #1)
                                       < result of call #1
  (reads result of call #1)
`},
		{"the client goes on without an era", "Negotiation/auto: Probing/OtherError does SettleLegacy", 1, 0, `
calls-are-held (rules B1 and B5): A call leaves the client only when the era is settled.
  client                               server
  (wants call #1)
  > server/discover
                                       (close)
                                       (reads discover)
                                       < error: shutting down of server/discover
                                       (deadline)
  (reads error: shutting down of server/discover)
  > notifications/initialized
  > call #1
`},
		{"the client does not hear the end of a listen", "Subscription: Live/Result does Drop", 0, 1, `
answers-arrive (S-RESP-1, S-RESP-5, S-SUB-7): A request that is not given up gets what its handler said.
  client                               server
  (wants listen)
  > server/discover
                                       (reads discover)
                                       < DiscoverResult of server/discover   [Open -> Modern]
  (reads DiscoverResult of server/discover)
  > listen
                                       (reads listen)
                                       < acknowledgement of listen
                                       (close)
                                       < result of listen
                                       (deadline)
  (reads acknowledgement of listen)
  (reads result of listen)
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := NewPairSystem(FirstFrame, false, ModeAuto, c.calls, c.listen)
			require.True(t, mutatePair(sys, c.mutant))
			r := ExplorePair(sys, SearchOptions{})
			require.NotNil(t, r.Broken)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), r.Broken.String()); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}
