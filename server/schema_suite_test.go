package server

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// suiteFolder is where the official JSON Schema test suite lies: jsonschema-go
// carries it along.
func suiteFolder(t *testing.T) string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	folder := filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata")
	if _, missing := os.Stat(folder); err != nil || missing != nil {
		t.Skip("the official JSON Schema test suite is not here")
	}
	return folder
}

type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// Every verdict of the official suite is ours as well, whichever path gives
// it. Left out are the groups that are refused by design: references that lead
// out of the schema (S-SCHEMA-2), and defaults that do not fit.
func TestSchemaSuite(t *testing.T) {
	verdicts := map[string]int{}
	eachSuiteGroup(t, func(draft, file, dialect string, g *suiteGroup) { verdicts[draft] += judgeGroup(t, file, dialect, g) })
	for draft, n := range verdicts {
		require.Greater(t, n, 800, draft)
	}
}

func eachSuiteGroup(t *testing.T, see func(draft, file, dialect string, g *suiteGroup)) {
	folder := suiteFolder(t)
	for draft, dialect := range map[string]string{"draft2020-12": "", "draft7": dialectDraft07} {
		files, err := filepath.Glob(filepath.Join(folder, draft, "*.json"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			var groups []suiteGroup
			require.NoError(t, json.Unmarshal(data, &groups))
			for _, g := range groups {
				see(draft, filepath.Base(file), dialect, &g)
			}
		}
	}
}

// judgeGroup returns how many verdicts were compared.
func judgeGroup(t *testing.T, file, dialect string, g *suiteGroup) int {
	check, err := newSchemaCheck(inDialect(g.Schema, dialect))
	if file == "default.json" && err != nil {
		require.ErrorContains(t, err, "default of")
		return 0
	}
	if err != nil {
		require.ErrorIs(t, err, errExternalRef, "%s: %s: %s", file, g.Description, g.Schema)
		return 0
	}
	for _, c := range g.Tests {
		err := check.check(c.Data)
		require.Equal(t, c.Valid, err == nil, "%s: %s: %s\n%v\n%s\n%s", file, g.Description, c.Description, err, g.Schema, c.Data)
	}
	return len(g.Tests)
}

// inDialect names the dialect in a schema that does not.
func inDialect(schema json.RawMessage, dialect string) []byte {
	if dialect == "" || schema[0] != '{' || strings.Contains(string(schema), `"$schema"`) {
		return schema
	}
	rest := strings.TrimSpace(string(schema[1:]))
	if rest != "}" {
		rest = "," + rest
	}
	return []byte(`{"$schema":"` + dialect + `"` + rest)
}
