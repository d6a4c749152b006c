package specnotes

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every report about a side is in its table, as it was reported.
func TestBugsAreAllThere(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", "bugs.jsonl"))
	if err != nil {
		t.Skip("no cases beside the module")
	}
	type report struct {
		ID, Repo, Side, Class string
		Number                any
	}
	want := map[string][]bug{}
	for dec := json.NewDecoder(strings.NewReader(string(text))); dec.More(); {
		var r report
		require.NoError(t, dec.Decode(&r))
		number, err := json.Marshal(r.Number)
		require.NoError(t, err)
		b := bug{ID: r.ID, Where: r.Repo + "#" + strings.Trim(string(number), `"`), Class: r.Class}
		for _, side := range []string{"server", "client"} {
			if r.Side == side || r.Side == "both" {
				want[side] = append(want[side], b)
			}
		}
	}
	require.Greater(t, len(want["server"]), 80)
	require.Greater(t, len(want["client"]), 40)
	for _, table := range bugTables() {
		var got []bug
		for _, b := range table.bugs {
			got = append(got, bug{ID: b.ID, Where: b.Where, Class: b.Class})
		}
		require.ElementsMatch(t, want[table.side], got)
	}
}

func TestReportLinks(t *testing.T) {
	for where, path := range map[string]string{
		"a/b#12": "a/b/issues/12", "a/b#3d6450f": "a/b/commit/3d6450f", "a/b#GHSA-7683-3w9x-ch42": "a/b/security/advisories/GHSA-7683-3w9x-ch42",
	} {
		require.Equal(t, "["+where+"](https://github.com/"+path+")", reportLink(where))
	}
}

// What is named exists, and names the report.
func TestBugsAreShown(t *testing.T) {
	for _, table := range bugTables() {
		sources := goTests(t, table.side)
		for _, b := range table.bugs {
			require.NotEmpty(t, b.Shown, b.ID)
			named := false
			for _, name := range strings.Fields(b.Shown) {
				text, ok := sources[name]
				if !isGoTest(name) {
					transcript, err := os.ReadFile(filepath.Join("..", table.side, "testdata", name+".txt"))
					text, ok = string(transcript), err == nil
				}
				require.True(t, ok, "%s: there is no %s", b.ID, name)
				named = named || strings.Contains(text, b.ID)
			}
			require.True(t, named, "%s is named by none of %s", b.ID, b.Shown)
		}
	}
}

// goTests are the tests of a package, each with its comment and its text.
func goTests(t *testing.T, side string) map[string]string {
	files, err := filepath.Glob(filepath.Join("..", side, "*_test.go"))
	require.NoError(t, err)
	tests := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, piece := range strings.Split(string(text), "\n}\n") { // functions end so
			_, rest, ok := strings.Cut(piece, "\nfunc Test")
			if name, _, call := strings.Cut(rest, "("); ok && call {
				tests["Test"+name] = piece
			}
		}
	}
	require.NotEmpty(t, tests)
	return tests
}
