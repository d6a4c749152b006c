package client_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

// beHost is a host that has connected to a server which stays at the end of its
// input and at SIGTERM, and does nothing more.
func beHost() {
	_, err := client.Connect(context.Background(), client.CommandFunc(func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), serverEnv+"=deaf tell=ERALOCK_NONE count="+os.Getenv(hostEnv))
		return cmd
	}))
	fmt.Println("connected", err)
	select {}
}

// The host may die of anything, with no chance to say goodbye: no server is left
// of it.
func TestNothingSurvivesTheHost(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGTERM} {
		file := t.TempDir() + "/pids"
		host := exec.Command(os.Args[0])
		host.Env = append(os.Environ(), hostEnv+"="+file)
		out, err := host.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, host.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "connected <nil>\n", line)
		pids := readLines(file)
		require.Len(t, pids, 1)
		require.DirExists(t, "/proc/"+pids[0], "the server runs")
		require.NoError(t, host.Process.Signal(signal))
		require.Error(t, host.Wait())
		require.Eventually(t, func() bool { return !running(pids[0]) }, time.Minute, time.Millisecond, "the server is left")
	}
}

// running reports whether a process is there and no zombie that waits for init.
func running(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	var n int
	var name, state string
	fmt.Sscan(string(stat), &n, &name, &state)
	return state != "Z"
}
