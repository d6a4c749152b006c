package specnotes

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// source reads a document of the protocol's description, which lies beside the
// module and not in it.
func source(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join("..", "..", "shared", "protocol", name))
	if err != nil {
		t.Skip("no protocol documents beside the module")
	}
	return string(text)
}

func TestCitedClausesExist(t *testing.T) {
	exist := map[ID]bool{"ladder": true}
	find := func(document, name, pattern string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(source(t, name), -1) {
			exist[ID(document+" "+m[1])] = true
		}
	}
	find("decisions", "decisions.md", `(?m)^- ([EACK]\d+) `)
	find("ladder", "ladder.md", `(?m)^\| (\d+) \|`)
	find("policies", "policies.md", `\b((?:First|Opening|Probe|Con)[A-Za-z]+)\b`)
	letter := ""
	for _, line := range strings.Split(source(t, "rules.md"), "\n") {
		if m := regexp.MustCompile(`^## ([A-C])\.`).FindStringSubmatch(line); m != nil {
			letter = m[1]
		} else if m := regexp.MustCompile(`^(\d+)\. `).FindStringSubmatch(line); m != nil {
			exist[ID("rules "+letter+m[1])] = true
		}
	}
	for _, c := range Clauses() {
		if !requirement.MatchString(string(c.ID)) {
			require.True(t, exist[c.ID], c.ID)
		}
	}
}

// Nothing is missing from the requirements, and nothing is invented.
func TestRequirementsAreThoseOfTheSpecification(t *testing.T) {
	type entry struct{ ID, Level, Era, Side string }
	exist := map[ID]entry{}
	for dec := json.NewDecoder(strings.NewReader(source(t, "requirements.jsonl"))); dec.More(); {
		var e entry
		require.NoError(t, dec.Decode(&e))
		exist[ID(e.ID)] = e
	}
	require.Len(t, Requirements(), len(exist), "every requirement has its line")
	for _, c := range Requirements() {
		e, ok := exist[c.ID]
		require.True(t, ok, c.ID)
		era, _, _ := strings.Cut(e.Era, " ")
		require.Equal(t, []string{e.Level, era}, []string{c.Level, c.Era}, c.ID)
		require.Equal(t, map[byte]string{'S': "server", 'C': "client"}[c.ID[0]], e.Side, c.ID)
	}
}
