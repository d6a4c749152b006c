package specnotes

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for ref, want := range map[string][]ID{
		"S-META-7":                 {"S-META-7"},
		"rules A5 and A9, S-VER-1": {"rules A5", "rules A9", "S-VER-1"},
		"rules A6, C2, C-ERA-4":    {"rules A6", "rules C2", "C-ERA-4"},
		"ladder, decisions E2":     {"ladder", "decisions E2"},
		"ladder 9, 20 to 22 and 27": {
			"ladder 9", "ladder 20", "ladder 21", "ladder 22", "ladder 27"},
		"policies ProbeWindow, rules B10 and C3": {"policies ProbeWindow", "rules B10", "rules C3"},
	} {
		ids, err := Parse(ref)
		require.NoError(t, err, ref)
		require.Equal(t, want, ids, ref)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, ref := range []string{
		"", "A5", "rules", "rules ", "rules a5", "rules A0", "rules D1", "rules A5 and", "rules A5,S-VER-1", "decisions B1",
		"ladder A1", "ladder 22 to 20", "ladder 0 to 3", "ladder 9 to 100", "rules A5 to A9", "rules 5 to 9", "policies probe", "S-META", "X-META-7", "cases 3",
	} {
		ids, err := Parse(ref)
		require.ErrorIs(t, err, ErrCitation, "%q gave %q", ref, ids)
	}
}

func TestLinks(t *testing.T) {
	text, err := links("ladder, rules A5, ladder 12 to 14, S-VER-1")
	require.NoError(t, err)
	require.Equal(t, "[ladder](clauses.md#ladder), [rules A5](clauses.md#rules-a5), "+
		"[ladder 12](clauses.md#ladder-12) to [ladder 14](clauses.md#ladder-14), [S-VER-1](clauses.md#s-ver-1)", text)
}
