package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// tight checks that a table keeps its contract, that the contract notices
// every single-row mutant, and that no state is out of reach.
func tight[S, E, O ~uint8](t *testing.T, table *Table[S, E, O], c Contract[S, E], unreached ...string) {
	t.Helper()
	require.Empty(t, Breaches(table, c))
	require.Equal(t, unreached, Unreached(table), table.Name)
	total, alive := 0, []string(nil)
	Kills(table, c, nil, func(k Kill) {
		total++
		if k.Alive() {
			alive = append(alive, k.Mutant)
		}
	})
	t.Logf("%s: %d of %d mutants killed by the contract", table.Name, total-len(alive), total)
	require.Empty(t, alive)
	for _, clause := range c {
		require.True(t, bites(table, clause), "no mutant breaks: %s", clause.Says)
	}
}

// bites reports whether some mutant breaks the clause.
func bites[S, E, O ~uint8](table *Table[S, E, O], clause Clause[S, E]) (broken bool) {
	notice := func(_ string, m *Table[S, E, O]) bool {
		broken = len(Breaches(m, Contract[S, E]{clause})) > 0
		return !broken
	}
	table.Mutants(notice)
	if !broken {
		Additions(table, notice)
	}
	return broken
}

func TestServerContractsAreTight(t *testing.T) {
	tight(t, Request, RequestContract())
	tight(t, Lifetime, LifetimeContract())
	tight(t, LegacySession, LegacyContract())
	for _, p := range Policies() {
		tight(t, Era(p, false), EraContract(p, false), outOfReach(p, false)...)
		tight(t, Era(p, true), EraContract(p, true), outOfReach(p, true)...)
	}
}

// outOfReach lists the states that a policy has no use for.
func outOfReach(p Policy, grace bool) []string {
	switch {
	case p == Concurrent:
		return []string{"Probed", "Legacy", "Modern"}
	case p == ProbeWindow, grace && p != OpeningRequest:
		return nil
	}
	return []string{"Probed"}
}

func TestClientContractsAreTight(t *testing.T) {
	tight(t, Outbound, OutboundContract())
	tight(t, Call, CallContract())
	tight(t, Subscription, SubscriptionContract())
	tight(t, Process, ProcessContract())
	tight(t, Negotiation(ModeAuto), NegotiationContract(ModeAuto))
	tight(t, Negotiation(ModeModern), NegotiationContract(ModeModern), "Initialising", "Legacy")
	tight(t, Negotiation(ModeLegacy), NegotiationContract(ModeLegacy), "Probing", "Reprobing", "Modern")
}
