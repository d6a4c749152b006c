package specnotes

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every report about servers is in the table, as it was reported.
func TestServerBugsAreAllThere(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", "bugs.jsonl"))
	if err != nil {
		t.Skip("no cases beside the module")
	}
	type report struct {
		ID, Repo, Side, Class string
		Number                any
	}
	var want []serverBug
	for dec := json.NewDecoder(strings.NewReader(string(text))); dec.More(); {
		var r report
		require.NoError(t, dec.Decode(&r))
		if r.Side == "server" || r.Side == "both" {
			number, err := json.Marshal(r.Number)
			require.NoError(t, err)
			want = append(want, serverBug{ID: r.ID, Where: r.Repo + "#" + strings.Trim(string(number), `"`), Class: r.Class})
		}
	}
	require.Greater(t, len(want), 80)
	var got []serverBug
	for _, b := range serverBugs() {
		got = append(got, serverBug{ID: b.ID, Where: b.Where, Class: b.Class})
	}
	require.ElementsMatch(t, want, got)
}

// What is named exists, and names the report.
func TestServerBugsAreShown(t *testing.T) {
	sources := goTests(t)
	for _, b := range serverBugs() {
		require.NotEmpty(t, b.Shown, b.ID)
		named := false
		for _, name := range strings.Fields(b.Shown) {
			text, ok := sources[name]
			if !isGoTest(name) {
				transcript, err := os.ReadFile(filepath.Join("..", "server", "testdata", name+".txt"))
				text, ok = string(transcript), err == nil
			}
			require.True(t, ok, "%s: there is no %s", b.ID, name)
			named = named || strings.Contains(text, b.ID)
		}
		require.True(t, named, "%s is named by none of %s", b.ID, b.Shown)
	}
}

// goTests are the tests of package server, each with its comment and its text.
func goTests(t *testing.T) map[string]string {
	files, err := filepath.Glob(filepath.Join("..", "server", "*_test.go"))
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
