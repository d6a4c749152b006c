package properties

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	killsPage = "../spec-notes/kills.md"
	// killsVariable makes the test below write the page: make kills.
	killsVariable = "ERALOCK_KILLS"
)

const killsHead = `# The kill table

Every mutant is our own server or client behind a wire that breaks one rule, as released ones have done. The suites
` + "`properties.Server` and `properties.Client`" + ` have to kill each of them; this is who did, and the exchange that was left
after shrinking. *Seen in* names reports in the trackers of public projects (B) and observations of released peers (O).
*Run* is the exchange of its property in which it was found; an exchange without steps is one that is written down.
` + "`make kills`" + ` writes this page; a test holds it against the mutants and runs them all.

`

func row(d doomed) string {
	return fmt.Sprintf("| %s | %s | %s | %s |", d.name, d.rule, d.seen, d.by)
}

// The page lists the mutants that there are. What a run of the suite adds, which
// run it was and the exchange, is a record and not compared.
func TestKillsPageIsFresh(t *testing.T) {
	if os.Getenv(killsVariable) != "" {
		writeKills(t)
	}
	page, err := os.ReadFile(killsPage)
	require.NoError(t, err)
	listed := 0
	for _, line := range strings.Split(string(page), "\n") {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| Mutant") {
			listed++
		}
	}
	all := allDoomed()
	require.Equal(t, len(all), listed, "the page is stale: make kills")
	for _, d := range all {
		require.Contains(t, string(page), row(d), "the page is stale: make kills")
	}
}

func writeKills(t *testing.T) {
	var b strings.Builder
	b.WriteString(killsHead)
	side := ""
	longest := time.Duration(0)
	for _, d := range allDoomed() {
		if d.side != side {
			side = d.side
			fmt.Fprintf(&b, "## Mutant %ss\n\n| Mutant | Rule | Seen in | Killed by | Run | Steps | What is left of the exchange |\n|---|---|---|---|---|---|---|\n", side)
		}
		start := time.Now()
		f := d.judge(t, Only(d.by)).Failed(d.by)
		longest = max(longest, time.Since(start))
		require.NotNil(t, f, d.name)
		fmt.Fprintf(&b, "%s %d | %d | %s |\n", row(d), f.Run, f.Steps, inOneLine(f.Exchange))
	}
	require.Less(t, longest, 30*time.Second)
	require.NoError(t, os.WriteFile(killsPage, []byte(strings.Replace(b.String(), "## Mutant clients", "\n## Mutant clients", 1)), 0o644))
}

// inOneLine tells an exchange: what is said, by whom, under which id.
func inOneLine(exchange string) string {
	const most = 14
	var told []string
	for _, line := range strings.Split(exchange, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			told = append(told, "`"+strings.ReplaceAll(retold(line), "|", "¦")+"`")
		}
	}
	if len(told) > most {
		told = append(told[:most/2], append([]string{"…"}, told[len(told)-most/2:]...)...)
	}
	return strings.Join(told, " ")
}

func retold(line string) string {
	side, text, _ := strings.Cut(line, " ")
	s := spokenOf([]byte(strings.TrimSpace(text)))
	id := ""
	if s.ID != nil {
		id = " " + string(s.ID)
	}
	switch {
	case s.Method != "":
		if s.Params.RequestID != nil {
			id = " " + string(s.Params.RequestID)
		}
		return side + " " + s.Method + id
	case s.Error != nil:
		return fmt.Sprintf("%s error %d%s", side, s.Error.Code, id)
	case s.Result != nil:
		return side + " result" + id
	}
	if !json.Valid([]byte(text)) && strings.HasPrefix(text, "{") {
		return shortMessage(side, text)
	}
	quoted := strings.ReplaceAll(strings.ToValidUTF8(line, "?"), "`", "'")
	if r := []rune(quoted); len(r) > 40 {
		quoted = string(r[:40]) + "…"
	}
	return quoted
}

// shortMessage reads what is left of a message that was shortened for the eye.
func shortMessage(side, text string) string {
	part := func(name string) string {
		_, rest, ok := strings.Cut(text, `"`+name+`":`)
		if !ok {
			return ""
		}
		end := strings.IndexAny(rest, ",}")
		if end < 0 {
			return ""
		}
		return " " + strings.Trim(rest[:end], `{`)
	}
	switch method := strings.Trim(part("method"), ` "`); {
	case method != "":
		return side + " " + method + part("id") + part("requestId")
	case strings.Contains(text, `"error"`):
		return side + " error" + part("code") + part("id")
	}
	return side + " result" + part("id")
}
