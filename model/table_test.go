package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSheetsAreCompleteAndOrdered(t *testing.T) {
	seen := map[string]bool{}
	for _, sh := range Sheets() {
		require.False(t, seen[sh.Name], sh.Name)
		seen[sh.Name] = true
		require.NotEmpty(t, sh.Doc, sh.Name)
		require.NotEmpty(t, sh.Rows, sh.Name)
		require.Equal(t, "-", sh.Effects[0], sh.Name)
	}
}

func TestNewRefusesRowsOutOfOrder(t *testing.T) {
	rows := append([]Row[RequestState, RequestEvent, RequestEffect](nil), Request.Rows...)
	rows[0], rows[1] = rows[1], rows[0]
	require.Panics(t, func() { Request.With(rows) })
	require.Panics(t, func() { Request.With(append(Request.Rows[:1:1], Request.Rows[0])) })
}

func TestNoRowIsAValue(t *testing.T) {
	to, do, ok := Request.Step(RequestAnswered, RequestOnStart)
	require.False(t, ok)
	require.Equal(t, RequestAnswered, to)
	require.Equal(t, RequestDoNothing, do)
}

func TestMutantsDifferInOneRow(t *testing.T) {
	n := 0
	Lifetime.Mutants(func(name string, m *LifetimeTable) bool {
		n++
		differ := 0
		for s := range Lifetime.States {
			for e := range Lifetime.Events {
				a, ado, aok := Lifetime.Step(LifetimeState(s), LifetimeEvent(e))
				b, bdo, bok := m.Step(LifetimeState(s), LifetimeEvent(e))
				if a != b || ado != bdo || aok != bok {
					differ++
				}
			}
		}
		require.Equal(t, 1, differ, name)
		return true
	})
	want := len(Lifetime.Rows) * (len(Lifetime.States) - 1 + len(Lifetime.Effects) - 1 + 1)
	require.Equal(t, want, n)
}
