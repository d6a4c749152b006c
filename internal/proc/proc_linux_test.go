package proc_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/internal/proc"
)

func TestChildDiesWithItsHost(t *testing.T) {
	r := start(t, "host", proc.Options{})
	require.Equal(t, "ready\n", r.line(), "the host's child")
	require.NoError(t, r.Signal(syscall.SIGKILL)) // reaches no other group
	r.exit()
	r.allDead()
}

// inDyingThread runs f on a thread that ends with f: a goroutine that ends
// locked takes its thread along. It returns when the thread is gone. The main
// thread cannot be ended so; it is kept busy until f has run on another.
func inDyingThread(t *testing.T, f func()) {
	t.Helper()
	release := make(chan struct{})
	defer close(release)
	thread := make(chan int)
	run := func() {
		runtime.LockOSThread()
		tid := syscall.Gettid()
		if tid == os.Getpid() {
			defer runtime.UnlockOSThread()
			thread <- tid
			<-release
			return
		}
		f()
		thread <- tid
	}
	go run()
	tid := receive(t, thread, "the thread's function")
	if tid == os.Getpid() {
		go run()
		tid = receive(t, thread, "the thread's function")
	}
	require.Eventually(t, func() bool {
		_, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", tid))
		return os.IsNotExist(err)
	}, patient, time.Millisecond, "the thread's end")
}

// The parent-death signal is bound to the thread that forked: it must not be
// the caller's.
func TestChildSurvivesTheThreadOfStart(t *testing.T) {
	var p *proc.Proc
	var err error
	inDyingThread(t, func() { p, err = proc.Start(self("echo"), proc.Options{}) })
	require.NoError(t, err)
	_, err = io.WriteString(p.Stdin(), "alive\n")
	require.NoError(t, err)
	line := make([]byte, 6)
	_, err = io.ReadFull(p.Stdout(), line)
	require.NoError(t, err)
	require.Equal(t, "alive\n", string(line))
	how, err := p.Stop(t.Context(), proc.Graces{Stdin: patient})
	require.NoError(t, err)
	require.Equal(t, proc.ByStdin, how)
}

func descriptors(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(entries)
}

func TestNoDescriptorIsHeldByTheEscaped(t *testing.T) {
	before := descriptors(t)
	r := leaver(t, "ghost", proc.Options{Linger: -1})
	r.exit()
	require.Equal(t, before+len([]*os.File{r.lifeline, r.leash, r.control}), descriptors(t))
}

func TestNoDescriptorIsLeft(t *testing.T) {
	run := func(mode string) {
		p, err := proc.Start(self(mode), proc.Options{})
		require.NoError(t, err)
		_, err = p.Stop(t.Context(), proc.Graces{Stdin: -1, Term: -1})
		require.NoError(t, err)
	}
	run("echo") // what the runtime opens once
	before := descriptors(t)
	for _, mode := range []string{"echo", "status", "stubborn", "burst", "much", "flood", "leaver"} {
		run(mode)
		require.Equal(t, before, descriptors(t), "after %q", mode)
	}
	_, err := proc.Start(exec.Command("/nonexistent/program"), proc.Options{})
	require.Error(t, err)
	require.Equal(t, before, descriptors(t), "after a failed start")
}
