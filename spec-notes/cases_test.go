package specnotes

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every case that no pipe can show is a Go test that is named after it, and what
// a pipe case says beside its pipe is in the comment of one.
func TestInProcessCasesAreTests(t *testing.T) {
	for _, side := range []string{"server", "client"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", side+".jsonl"))
		if err != nil {
			t.Skip("no cases beside the module")
		}
		tests := goTests(t, side)
		found := 0
		for dec := json.NewDecoder(strings.NewReader(string(text))); dec.More(); {
			var c struct {
				ID, Exec  string
				InProcess []string `json:"in_process"`
			}
			require.NoError(t, dec.Decode(&c))
			switch {
			case c.Exec == "in-process":
				require.True(t, named(tests, c.ID), "%s case %s has no test", side, c.ID)
				found++
			case len(c.InProcess) > 0 && side == "client":
				require.True(t, mentioned(tests, c.ID), "%s case %s: no test says that it shows %q", side, c.ID, c.InProcess)
				found++
			}
		}
		require.Positive(t, found)
	}
}

func named(tests map[string]string, id string) bool {
	for name := range tests {
		if strings.HasPrefix(name, "Test"+id) {
			return true
		}
	}
	return false
}

func mentioned(tests map[string]string, id string) bool {
	for _, text := range tests {
		if strings.Contains(text, id) {
			return true
		}
	}
	return false
}
