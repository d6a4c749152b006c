package specnotes

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCollectJoinsClausesAndCitations(t *testing.T) {
	known, err := index(Clauses())
	require.NoError(t, err)
	all, err := collect(Sources(), known)
	require.NoError(t, err)
	require.Len(t, all, len(known))
	for _, c := range all {
		if c.ID == "rules A9" { // cited many times by each of them
			require.Equal(t, []string{"Era", "Request", "Invariants"}, names(c.by))
			return
		}
	}
	require.Fail(t, "rules A9 is gone")
}

func names(sources []Source) (all []string) {
	for _, s := range sources {
		all = append(all, s.Name)
	}
	return all
}

func TestCollectMissesNothing(t *testing.T) {
	known, err := index(Clauses())
	require.NoError(t, err)

	_, err = collect(append(Sources(), Source{Name: "News", Refs: []string{"rules A5, S-NEWS-1", "C-NEWS-2"}}), known)
	require.ErrorIs(t, err, ErrUnknown)
	require.ErrorContains(t, err, "S-NEWS-1, cited by News")
	require.ErrorContains(t, err, "C-NEWS-2, cited by News")

	_, err = collect(append(Sources(), Source{Name: "News", Refs: []string{"rule 5"}}), known)
	require.ErrorIs(t, err, ErrCitation)
	require.ErrorContains(t, err, "News")

	_, err = collect(Sources()[1:3], known) // without the era and most others
	require.ErrorIs(t, err, ErrUncited)
	require.NotErrorIs(t, err, ErrUnknown)
	require.ErrorContains(t, err, "rules C3: remove it")
	require.ErrorContains(t, err, "policies OpeningRequest: remove it", "all of them are named")
}

func TestIndexRefusesTwoLinesForOneClause(t *testing.T) {
	_, err := index(append(Clauses(), Clause{ID: "ladder 9"}))
	require.ErrorContains(t, err, "ladder 9 has two lines")
}

func TestLinesAreLines(t *testing.T) {
	seen := map[string]ID{}
	lines := Clauses()
	for _, r := range Requirements() {
		if !slices.Contains(lines, r.Clause) {
			lines = append(lines, r.Clause)
		}
	}
	for _, c := range lines {
		require.Regexp(t, `^[^|\n]{15,200}\.$`, c.Text, c.ID)
		text := c.Text + string(c.ID[0]) // what binds both sides has one line
		require.Empty(t, seen[text], "%s has the line of another", c.ID)
		seen[text] = c.ID
		require.Equal(t, requirement.MatchString(string(c.ID)), c.Level != "" && c.Era != "", c.ID)
		ids, err := Parse(string(c.ID))
		require.NoError(t, err)
		require.Equal(t, []ID{c.ID}, ids)
	}
}
