package fuzz

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// seedsVariable makes the test below write the archives: make ossfuzz.
const seedsVariable = "ERALOCK_SEEDS"

// The seed archives for the fleets of others are made of the committed corpora,
// the same bytes on every machine.
func TestSeedArchivesAreFresh(t *testing.T) {
	corpora, err := filepath.Glob("testdata/fuzz/Fuzz*")
	require.NoError(t, err)
	for _, target := range declaredTargets(t) {
		require.Contains(t, corpora, "testdata/fuzz/"+target, "a target without a corpus")
		archive := "ossfuzz/" + target + "_seed_corpus.zip"
		want := seedArchive(t, "testdata/fuzz/"+target)
		if os.Getenv(seedsVariable) != "" {
			require.NoError(t, os.WriteFile(archive, want, 0o644))
		}
		have, err := os.ReadFile(archive)
		require.NoError(t, err, "make ossfuzz")
		require.True(t, bytes.Equal(want, have), "%s is stale: make ossfuzz", archive)
	}
}

func declaredTargets(t *testing.T) (all []string) {
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`).FindAllSubmatch(text, -1) {
			all = append(all, string(m[1]))
		}
	}
	slices.Sort(all)
	return all
}

// seedArchive holds the bytes of each entry of a corpus: other engines know
// nothing of Go's encoding. Nothing in it depends on when or where it was made.
func seedArchive(t *testing.T, dir string) []byte {
	entries, err := filepath.Glob(dir + "/*")
	require.NoError(t, err)
	slices.Sort(entries)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range entries {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		w, err := z.CreateHeader(&zip.FileHeader{Name: filepath.Base(name), Method: zip.Store})
		require.NoError(t, err)
		_, err = w.Write(rawSeed(t, string(text)))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

// rawSeed are the byte arguments of an entry in Go's encoding.
func rawSeed(t *testing.T, text string) (raw []byte) {
	for line := range strings.SplitSeq(text, "\n") {
		quoted, ok := strings.CutPrefix(line, "[]byte(")
		if !ok {
			continue
		}
		s, err := strconv.Unquote(strings.TrimSuffix(quoted, ")"))
		require.NoError(t, err)
		raw = append(raw, s...)
	}
	return raw
}
