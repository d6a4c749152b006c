package machine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

// agree fires every (state, event) pair of a table on its machine and compares
// with the dense look-up; it returns how many pairs there were.
func agree[S, E, O ~uint8](t *testing.T, tab *model.Table[S, E, O]) int {
	m := New(tab)
	for s := range tab.States {
		for e := range tab.Events {
			to, do, ok := tab.Step(S(s), E(e))
			c := Cursor[S]{At: S(s)}
			gotDo, gotOK := m.Fire(&c, E(e))
			asked := Cursor[S]{At: S(s)}
			moved := m.move(&asked, E(e)) // the rows that stay, too
			name := tab.Name + ": " + tab.States[s] + "/" + tab.Events[e]
			require.Equal(t, ok, gotOK, name)
			require.Equal(t, to, c.At, name)
			require.Equal(t, do, gotDo, name)
			require.Equal(t, ok, moved, name)
			require.Equal(t, to, asked.At, name)
		}
	}
	return len(tab.States) * len(tab.Events)
}

func TestEveryPairAgreesWithItsTable(t *testing.T) {
	n := 0
	for _, p := range model.Policies() {
		n += agree(t, model.Era(p, false)) + agree(t, model.Era(p, true))
	}
	for _, m := range model.Modes() {
		n += agree(t, model.Negotiation(m))
	}
	n += agree(t, model.Lifetime) + agree(t, model.LegacySession) + agree(t, model.Request) + agree(t, model.Outbound)
	n += agree(t, model.Call) + agree(t, model.Subscription) + agree(t, model.Process)
	t.Logf("%d pairs", n)
}

func TestAgreeBites(t *testing.T) {
	// A machine built from a mutant disagrees with the real table.
	rows := append([]model.Row[model.RequestState, model.RequestEvent, model.RequestEffect](nil), model.Request.Rows...)
	rows[0].To = model.RequestDropped
	m := New(model.Request.With(rows))
	c := Cursor[model.RequestState]{}
	m.Fire(&c, model.RequestOnStart)
	require.NotEqual(t, model.RequestRunning, c.At)
}

func TestFireAllocatesNothing(t *testing.T) {
	m := New(model.Request)
	var c Cursor[model.RequestState]
	n := testing.AllocsPerRun(200, func() {
		c.At = model.RequestReceived
		m.Fire(&c, model.RequestOnStart)
		m.Fire(&c, model.RequestOnFrame)
		m.Fire(&c, model.RequestOnResult)
		m.Fire(&c, model.RequestOnStart) // no row
	})
	require.Zero(t, n)
}

func BenchmarkFire(b *testing.B) {
	m := New(model.Request)
	var c Cursor[model.RequestState]
	b.ReportAllocs()
	for b.Loop() {
		c.At = model.RequestReceived
		m.Fire(&c, model.RequestOnStart)
		m.Fire(&c, model.RequestOnResult)
	}
}
