package eralock

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	relativeLink = regexp.MustCompile(`\]\(([^)\s:]+)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.+)$`)
	noAnchor     = regexp.MustCompile(`[^\w\- ]`)
)

// TestLinksResolve: every relative link in every document leads to a file or a
// folder of the repository, and its fragment to an anchor or a heading.
func TestLinksResolve(t *testing.T) {
	root, n := os.DirFS("."), 0
	require.NoError(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == ".git" || name == "bin"):
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		for _, m := range relativeLink.FindAllStringSubmatch(string(text), -1) {
			n++
			require.True(t, resolves(root, name, m[1]), "%s links to %s, which is not there", name, m[1])
		}
		return err
	}))
	require.Greater(t, n, 1000)
}

func resolves(root fs.FS, from, link string) bool {
	file, fragment, _ := strings.Cut(link, "#")
	to := from
	if file != "" {
		to = path.Join(path.Dir(from), file)
	}
	if _, err := fs.Stat(root, to); err != nil {
		return false
	}
	if fragment == "" {
		return true
	}
	text, err := fs.ReadFile(root, to)
	if err != nil {
		return false
	}
	if strings.Contains(string(text), `<a id="`+fragment+`">`) {
		return true
	}
	for _, h := range heading.FindAllStringSubmatch(string(text), -1) {
		if strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-") == fragment {
			return true
		}
	}
	return false
}

func TestBrokenLinksAreFound(t *testing.T) {
	root := os.DirFS(".")
	for link, there := range map[string]bool{
		"spec-notes/era.md": true, "server/": true, "#a-server": true, "spec-notes/clauses.md#rules-a1": true,
		"spec-notes/eras.md": false, "#no-such-heading": false, "spec-notes/clauses.md#rules-a0": false, "server/#a": false,
	} {
		require.Equal(t, there, resolves(root, "README.md", link), link)
	}
}
