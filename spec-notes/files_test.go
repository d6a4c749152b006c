package specnotes

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/model"
)

func made(t *testing.T) map[string]string {
	files, err := Files(os.DirFS(".."))
	require.NoError(t, err)
	all := map[string]string{}
	for _, f := range files {
		require.NotContains(t, all, f.Name, "two documents of one name")
		all[f.Name] = f.Text
	}
	return all
}

func TestDocumentsAreUpToDate(t *testing.T) {
	want := made(t)
	for name, text := range want {
		have, err := os.ReadFile(name)
		require.NoError(t, err, "run make notes")
		if diff := cmp.Diff(text, string(have)); diff != "" {
			t.Errorf("%s is stale: run make notes\n%s", name, diff)
		}
	}
	there, err := filepath.Glob("*.md")
	require.NoError(t, err)
	exported, err := filepath.Glob("*.pml")
	require.NoError(t, err)
	for _, name := range append(there, exported...) {
		if _, made := want[name]; !made && byHand.MatchString(name) {
			continue
		}
		require.Contains(t, want, name, "nothing makes this document: remove it")
	}
}

// byHand are the harnesses for SPIN, and what make prove and make kills count.
var byHand = regexp.MustCompile(`^((server|client)-(harness|state|turn|frames|steps|properties)\.pml|(proved|kills)\.md)$`)

func TestFilesAreDeterministic(t *testing.T) {
	first, err := Files(os.DirFS(".."))
	require.NoError(t, err)
	for range 5 {
		again, err := Files(os.DirFS(".."))
		require.NoError(t, err)
		require.Equal(t, first, again)
	}
}

var link = regexp.MustCompile(`\]\(([a-z-]+\.md)(?:#([a-z0-9-]+))?\)`)

func TestLinksLeadSomewhere(t *testing.T) {
	all := made(t)
	n := 0
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			n++
			if byHand.MatchString(m[1]) {
				continue // a test of the root folder looks whether it is there
			}
			require.True(t, all[m[1]] != "", "%s links to %s", name, m[1])
			if m[2] != "" {
				require.Contains(t, all[m[1]], `<a id="`+m[2]+`"></a>`, name)
			}
		}
	}
	require.Greater(t, n, 1000)
}

func TestEveryRowIsOnItsPage(t *testing.T) {
	all := made(t)
	for _, p := range pages(model.Sheets()) {
		text, n := all[p.file()], 0
		for _, sh := range p.sheets {
			for _, r := range sh.Rows {
				require.Regexp(t, `(?m)^\| `+r.From+` \| `+r.On+` \| (\*\*)?`+r.To+`(\*\*)? \| (-|`+r.Do+`) \| `+r.Level.String()+` \|`, text, sh.Name)
			}
			n += len(sh.Rows)
		}
		require.Equal(t, n, len(regexp.MustCompile(`(?m)^\| .* \| (MUST|SHOULD|MAY|Policy) \| \[`).FindAllString(text, -1)), p.file())
	}
}

func TestReadmeKeepsWhatIsWritten(t *testing.T) {
	text := func(s string) fstest.MapFS { return fstest.MapFS{"spec-notes/README.md": {Data: []byte(s)}} }
	p := pages([]model.Sheet{{Name: "Door/one", Doc: "One."}, {Name: "Door/two", Doc: "Two."}})[:1]

	got, err := readme(text("before\n"+indexBegin+"yesterday\n"+indexEnd+"after\n"), p)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(got, "before\n"+indexBegin), got)
	require.True(t, strings.HasSuffix(got, indexEnd+"after\n"), got)
	require.Contains(t, got, "| [Door](door.md) | 2 | 0 | One. |\n")
	require.NotContains(t, got, "yesterday")

	for _, broken := range []string{"", indexBegin, indexEnd, indexEnd + indexBegin} {
		_, err := readme(text(broken), p)
		require.ErrorContains(t, err, "has lost")
	}
}
