package specnotes

import (
	"os"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// The heart of the matter: every clause is shown, or has a reason.
func TestEveryClauseIsTraced(t *testing.T) {
	all, err := tracing(os.DirFS(".."))
	require.NoError(t, err)
	require.Len(t, all, len(Requirements()))
	shown := map[string]int{}
	for _, r := range all {
		for _, e := range r.evidence {
			shown[e.Kind]++
		}
	}
	for _, kind := range []string{"row", "invariant", "property", "check", "transcript", "test"} {
		require.Positive(t, shown[kind], "the search for each %s finds something", kind)
	}
}

func TestNothingUnknownIsCited(t *testing.T) {
	found, err := evidence(os.DirFS(".."))
	require.NoError(t, err)
	require.Empty(t, found.strangers())

	found.add("S-NEWS-7 to S-NEWS-8", Evidence{Kind: "test", Name: "TestNews"})
	require.Equal(t, []ID{"S-NEWS-7", "S-NEWS-8"}, found.strangers())
}

func TestReasonsAreNeeded(t *testing.T) {
	must := Requirement{Clause: Clause{ID: "S-A-1", Level: "MUST"}}
	may := Requirement{Clause: Clause{ID: "S-A-2", Level: "MAY"}}
	excused := Requirement{Clause: Clause{ID: "S-A-3", Level: "MUST"}, Why: "docs"}
	all := []Requirement{must, may, excused}
	row, test := Evidence{Kind: "row", Name: "Era"}, Evidence{Kind: "test", Name: "TestA"}

	_, err := join(all, trace{})
	require.ErrorIs(t, err, ErrNotShown)
	require.ErrorContains(t, err, "S-A-1")
	require.NotContains(t, err.Error(), "S-A-2")
	_, err = join(all, trace{"S-A-1": {row}})
	require.ErrorIs(t, err, ErrNotShown, "a row is a plan, and shows nothing")
	_, err = join(all, trace{"S-A-1": {row, test}, "S-A-3": {test}})
	require.ErrorIs(t, err, ErrStaleReason)
	traced, err := join(all, trace{"S-A-1": {row, test}})
	require.NoError(t, err)
	require.Equal(t, "row Era; test TestA", traced[0].shownBy())
	require.Equal(t, "*allows something and demands nothing*", traced[1].shownBy())
	require.Equal(t, "*about documentation, not frames*", traced[2].shownBy())
}

func TestEvidenceIsFoundInSources(t *testing.T) {
	found := trace{}
	root := fstest.MapFS{
		"server/x_test.go": {Data: []byte("package x\n\n// S-A-1 to S-A-3.\nfunc TestOne() {}\n\n// S-A-4: a helper.\nfunc help() {}\n\n" +
			"func FuzzTwo() {\n\tcheck(\"S-A-5\") // and S-A-6\n}\n")},
		"server/x.go":                 {Data: []byte("package x\n\n// S-A-7\nfunc TestNone() {}\n")},
		"properties/p.go":             {Data: []byte("package p\n\nconst refs = \"S-A-8\"\n\nvar one, two = property{name: \"one\", ref: refs}, property{name: \"two\", ref: \"S-A-9\"}\n")},
		"internal/check/clause.go":    {Data: []byte("package check\n\nvar all = []Clause{{\"S-A-10\", \"not S-A-11\"}}\n")},
		"internal/check/some_test.go": {Data: []byte("package check\n\n// S-A-12\nfunc TestIt() {}\n")},
		"client/testdata/t.txt":       {Data: []byte("# S-A-13: so\n> S-A-14\n")},
	}
	require.NoError(t, found.sources(root))
	require.NoError(t, found.transcripts(root))
	by := map[ID]string{}
	for id, all := range found {
		require.Len(t, all, 1, id)
		by[id] = all[0].Kind + " " + all[0].Name
	}
	require.Equal(t, map[ID]string{
		"S-A-1": "test server.TestOne", "S-A-2": "test server.TestOne", "S-A-3": "test server.TestOne",
		"S-A-5": "test server.FuzzTwo", "S-A-6": "test server.FuzzTwo",
		"S-A-8": "property one", "S-A-9": "property two", "S-A-10": "check `eralock check`", "S-A-13": "transcript t",
	}, by)
}

func TestRequirementLines(t *testing.T) {
	all, err := readRequirements("base", "# A | 2025-11-25/basic/index\nS-A-1 C-A-2 | MUST | both | One line.\nS-A-3 | MUST | modern | Two. | docs\nS-A-4 | MUST | modern | Three. | case S001 S002\n")
	require.NoError(t, err)
	require.Len(t, all, 4)
	require.Equal(t, Requirement{Clause: Clause{"C-A-2", "MUST", "both", "One line."}, Family: "A", Chapter: "base", Pages: []string{"2025-11-25/basic/index"}}, all[1])
	require.Equal(t, "[2025-11-25/basic/index](https://modelcontextprotocol.io/specification/2025-11-25/basic), [a/b](https://modelcontextprotocol.io/specification/a/b)", pageLinks(append(all[1].Pages, "a/b")))
	require.Equal(t, "docs", all[2].Why)
	require.Equal(t, []string{"S001", "S002"}, all[3].Cases)
	for _, bad := range []string{"# A | p\nS-B-1 | MUST | both | x", "# A | p\nS-A-1 | MUST | x", "# A | p\nS-A-1 | MUST | both | x | because", "# A\nS-A-1 | MUST | both | x", "S-A-1 | MUST | both | x"} {
		_, err := readRequirements("base", bad)
		require.Error(t, err, bad)
	}
}
