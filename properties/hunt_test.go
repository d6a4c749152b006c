package properties

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// search is hunt for a bug that has to be found within limit runs.
func search[E any](g *rapid.Generator[[]E], limit int, play func([]E) error) (found []E, runs int) {
	f, ok := hunt(g, 0, func(n int) bool { return n < limit }, always, func(_ int, e []E) bool { return play(e) != nil })
	if !ok {
		return nil, limit
	}
	return f.shrunk, f.run
}

func always() bool { return true }

func TestShrinkLeavesWhatFails(t *testing.T) {
	want := []Move{{Kind: EOF}, {Kind: Broken}}
	got := shrink([]Move{{Kind: Write}, {Kind: EOF}, {Kind: Close}, {Kind: Write}, {Kind: Broken}, {Kind: Fail}}, func(m []Move) bool {
		i, j := slices.Index(m, want[0]), slices.Index(m, want[1])
		return i >= 0 && j > i
	})
	require.Equal(t, want, got)
}

func TestHuntIsBounded(t *testing.T) {
	played := 0
	_, ok := hunt(Moves(), 0, func(n int) bool { return n < 7 }, always, func(int, []Move) bool { played++; return false })
	require.False(t, ok)
	require.Equal(t, 7, played)
	attempts := 0
	f, ok := hunt(Moves(), 0, func(int) bool { return true }, func() bool { return attempts < 20 }, func(_ int, m []Move) bool { attempts++; return len(m) > 3 })
	require.True(t, ok)
	require.LessOrEqual(t, attempts, 20)
	require.Greater(t, len(f.shrunk), 3)
}
