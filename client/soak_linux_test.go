package client_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// TestSoak plays random calls, cancels, listens, kills and restarts against the
// fixture server for as long as ERALOCK_SOAK says (make soak: 30 minutes). At the
// end nothing is left: no goroutine, no descriptor, no process, no memory.
func TestSoak(t *testing.T) {
	bin, length := os.Getenv("ERALOCK_BIN"), os.Getenv("ERALOCK_SOAK")
	if bin == "" || length == "" {
		t.Skip("skipped: make soak sets ERALOCK_BIN and ERALOCK_SOAK")
	}
	d, err := time.ParseDuration(length)
	require.NoError(t, err)
	runtime.GC()
	goroutines, files := runtime.NumGoroutine(), openFiles()

	s := &soak{bin: bin, until: time.Now().Add(d)}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	c, err := client.Connect(ctx, client.CommandFunc(s.command), client.RequestTimeout(10*time.Second), client.Graces(time.Second, time.Second))
	cancel()
	require.NoError(t, err)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() { s.work(t, c, rand.New(rand.NewPCG(uint64(i), 1))) })
	}
	wg.Go(func() { s.murder(t) })
	half := heapAfter(t, s.until.Add(-d/2))
	wg.Wait()
	require.NoError(t, c.Close())

	t.Logf("%d answered, %d failed as they should, %d kills, %d processes", s.answered.Load(), s.failed.Load(), s.kills.Load(), s.started.Load())
	require.NotZero(t, s.answered.Load())
	require.Positive(t, s.kills.Load())
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= goroutines+1 }, 10*time.Second, 10*time.Millisecond, "goroutines")
	require.Eventually(t, func() bool { return openFiles() <= files }, 10*time.Second, 10*time.Millisecond, "descriptors")
	require.Less(t, heapAfter(t, time.Now()), 2*half+16<<20, "heap, bytes")
	require.Empty(t, children(t), "processes")
}

// children are the process ids of this process's children.
func children(t *testing.T) (pids []int) {
	lists, err := filepath.Glob("/proc/self/task/*/children")
	require.NoError(t, err)
	for _, l := range lists {
		text, err := os.ReadFile(l)
		if err != nil {
			continue // the thread has gone
		}
		for _, word := range strings.Fields(string(text)) {
			pid, err := strconv.Atoi(word)
			require.NoError(t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}

// heapAfter is the heap that is live at a time.
func heapAfter(t *testing.T, at time.Time) uint64 {
	t.Helper()
	time.Sleep(time.Until(at))
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func openFiles() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0 // no such system: nothing to compare
	}
	return len(entries)
}

type soak struct {
	bin   string
	until time.Time

	answered, failed, kills, started atomic.Int64
}

func (s *soak) command() *exec.Cmd {
	s.started.Add(1)
	return exec.Command(s.bin, "serve")
}

// murder kills the server now and then.
func (s *soak) murder(t *testing.T) {
	r := rand.New(rand.NewPCG(99, 1))
	for time.Now().Before(s.until) {
		time.Sleep(time.Duration(200+r.IntN(800)) * time.Millisecond)
		for _, pid := range children(t) {
			if syscall.Kill(pid, syscall.SIGKILL) == nil {
				s.kills.Add(1)
			}
		}
	}
}

func (s *soak) work(t *testing.T, c *client.Client, r *rand.Rand) {
	for time.Now().Before(s.until) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(60))*time.Millisecond+time.Millisecond)
		if r.IntN(3) > 0 {
			cancel()
			ctx, cancel = context.WithTimeout(context.Background(), 30*time.Second)
		}
		err := s.step(ctx, c, r)
		cancel()
		if err == nil {
			s.answered.Add(1)
			continue
		}
		s.failed.Add(1)
		if !explained(err) {
			t.Errorf("an error that nothing explains: %v", err)
			return
		}
	}
}

// explained reports whether kills and cancels can lead to an error. A server
// that is killed while it is probed is taken for a legacy one the next time
// (decisions K5), which has no listen.
func explained(err error) bool {
	for _, kind := range []error{client.ErrCancelled, client.ErrTimeout, client.ErrSubscriptionLost, client.ErrWrongEra} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return errors.As(err, new(*client.ConnectionLostError))
}

func (s *soak) step(ctx context.Context, c *client.Client, r *rand.Rand) error {
	switch r.IntN(6) {
	case 0:
		_, err := c.CallTool(ctx, "slow", map[string]any{"ms": r.IntN(50)})
		return err
	case 1:
		_, err := c.ListTools(ctx)
		return err
	case 2:
		_, err := c.CallTool(ctx, "progress", map[string]any{"n": 3, "delayMs": 1}, client.OnProgress(func(protocol.ProgressParams) {}))
		return err
	case 3:
		sub, err := c.Listen(ctx, protocol.Filter{ToolsListChanged: true})
		if err != nil {
			return err
		}
		return sub.Close()
	}
	_, err := c.CallTool(ctx, "echo", map[string]any{"text": "soak"})
	return err
}
