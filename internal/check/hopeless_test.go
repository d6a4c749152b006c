package check

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is no server is found out as soon as it can be known, and said in words
// that help: why, and what it wrote to its standard error last.
func TestNoServer(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	for script, want := range map[string][]string{
		`cat`:                                {"it repeats what it is sent"},
		`echo welcome; exit 1`:               {"it ended by itself (exit status 1)", `it begins with "welcome"`},
		`yes`:                                {"no messages", `"y"`},
		`echo one >&2; echo two >&2; exit 3`: {"it ended by itself (exit status 3)", "standard error", "one\n  two"},
		`while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done | head -c 30000000; sleep 1000`: {"a line of more than 16 MiB"},
	} {
		_, err := Run(t.Context(), Options{Command: []string{"sh", "-c", script}})
		require.ErrorIs(t, err, ErrUnserved, script)
		for _, words := range want {
			require.ErrorContains(t, err, words, script)
		}
		require.NotContains(t, err.Error(), "sleep", script)
	}
}

// A banner before the first message is a server's fault, not the end of the run.
func TestBannerIsNotHopeless(t *testing.T) {
	c := &conn{}
	for range maxJunk - 1 {
		m := read([]byte("starting…"))
		require.Empty(t, c.hopeless(&m))
	}
	for _, line := range []string{`{"jsonrpc":"2.0","id":1,"result":{}}`, "more"} {
		m := read([]byte(line))
		require.Empty(t, c.hopeless(&m))
	}
}
