package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/export"
	"github.com/eralock/eralock/model"
)

var claimed = regexp.MustCompile(`(?m)^ltl ([a-z_]+) \{`)

// Every statement of a harness has a seeded bug, and every seed a statement.
func TestEveryStatementHasASeed(t *testing.T) {
	for _, harness := range []string{"server", "client"} {
		text, err := os.ReadFile(filepath.Join("..", harness+"-properties.pml"))
		require.NoError(t, err)
		want := map[string]bool{}
		for _, m := range claimed.FindAllStringSubmatch(string(text), -1) {
			want[m[1]] = m[1] != everyMove
		}
		require.Greater(t, len(want), 10)
		for _, d := range seeds {
			if d.harness == harness {
				require.Contains(t, want, d.formula)
				want[d.formula] = false
			}
		}
		for name, missing := range want {
			require.False(t, missing, "no seed for %s", name)
		}
	}
}

// Every variant of a table is checked.
func TestEveryPolicyAndModeIsAModel(t *testing.T) {
	var want, have []string
	for _, sh := range model.Sheets() {
		if regexp.MustCompile("^(Era|Negotiation)/").MatchString(sh.Name) {
			want = append(want, export.PromelaVariant(sh))
		}
	}
	for _, m := range models {
		have = append(have, m.variant)
	}
	require.ElementsMatch(t, want, have)
}

func TestSeedsAreOneChangedRow(t *testing.T) {
	for _, d := range seeds {
		sheets, err := seeded(d.bug)
		require.NoError(t, err)
		changed := 0
		for i, sh := range model.Sheets() {
			require.Equal(t, sh.Name, sheets[i].Name)
			if sh.String() != sheets[i].String() {
				changed++
			}
		}
		require.Equal(t, 1, changed, d.bug)
	}
	_, err := seeded("Request: Running/Result does Sing")
	require.ErrorContains(t, err, "0 tables")
}

const report = `pan: ltl formula drains
State-vector 132 byte, depth reached 5703, errors: %
   104924 states, stored (285727 visited)
  9081442 states, matched
  9367169 transitions (= visited+matched)
`

func TestReportsAreRead(t *testing.T) {
	with := func(errors, more string) string {
		return regexp.MustCompile("%").ReplaceAllString(report, errors) + more
	}
	r, err := read(with("0", ""))
	require.NoError(t, err)
	require.Equal(t, search{broken: false, states: 104924, transitions: 9367169, depth: 5703}, r)
	r, err = read(with("1", "Warning: Search not completed\n"))
	require.NoError(t, err)
	require.True(t, r.broken)
	for _, incomplete := range []string{"", "pan: out of memory\n", with("0", "error: max search depth too small\n"), with("0", "Warning: Search not completed\n")} {
		_, err = read(incomplete)
		require.ErrorIs(t, err, errIncomplete, incomplete)
	}
}
