//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// SIGTERM ends a command like an interrupt does: with all that its server has
// started, not only the process that eralock itself started (decisions K11).
func TestTerminatedCommandsLeaveNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	for _, command := range [][]string{{"call"}, {"check", "-q", "-parallel", "1"}} {
		path := filepath.Join(t.TempDir(), "held")
		require.NoError(t, syscall.Mkfifo(path, 0o600))
		held, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		require.NoError(t, err)
		defer held.Close()

		wrapper := `exec 3>"$0"; sleep 1000 & kill -TERM $PPID; wait`
		code, out, errs := invoke(append(command, "--", "sh", "-c", wrapper, path)...)
		require.Equal(t, exitUsage, code, "%v: %s", command, errs)
		require.Empty(t, out)
		require.Equal(t, 1, strings.Count(errs, "\n"), errs)

		require.NoError(t, held.SetReadDeadline(time.Now().Add(time.Minute)))
		rest, err := io.ReadAll(held) // ends when nobody holds the fifo any more
		require.NoError(t, err, "the wrapper's child is alive")
		require.Empty(t, rest)
	}
}
