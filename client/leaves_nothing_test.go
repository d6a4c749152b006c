package client_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/eralock/eralock/client"
)

// leavesNothing runs f and requires that no goroutine, no process and no
// descriptor is left of it.
func leavesNothing(t *testing.T, how string, f func(t *testing.T, server client.Server)) {
	t.Helper()
	server, pids := ourServer(t, how)
	before, running := descriptors(t), goleak.IgnoreCurrent()
	f(t, server)
	requireGone(t, pids())
	requireNoGoroutines(t, running)
	requireNoDescriptors(t, before)
}

// requireNoGoroutines waits for goroutines that are about to end, on a busy
// machine longer than goleak does.
func requireNoGoroutines(t *testing.T, running goleak.Option) {
	t.Helper()
	for start := time.Now(); ; {
		err := goleak.Find(running)
		if err == nil {
			return
		}
		require.Less(t, time.Since(start), time.Minute, err)
	}
}

// requireNoDescriptors requires that nothing is open that was not before. What
// an earlier test left to the garbage collector may be closed meanwhile.
func requireNoDescriptors(t *testing.T, before map[string]string) {
	t.Helper()
	for fd, file := range descriptors(t) {
		require.Equal(t, before[fd], file, "descriptor %s is left open", fd)
	}
}

// descriptors are the open ones, each with what it is of; none where the system
// does not say.
func descriptors(t *testing.T) map[string]string {
	const dir = "/proc/self/fd"
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	open := map[string]string{}
	for _, e := range entries {
		if file, err := os.Readlink(dir + "/" + e.Name()); err == nil { // not the directory's own
			open[e.Name()] = file
		}
	}
	return open
}
