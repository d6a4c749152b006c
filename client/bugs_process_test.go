package client_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// What went wrong between other clients and their processes, by the ids of the
// reports.

// B014: a server that says why and exits when it is probed is started once
// more, and is not probed again.
func TestBugB014ExitOnTheProbe(t *testing.T) {
	server, pids := ourServer(t, "legacy strict")
	var stderr strings.Builder
	c, err := client.Connect(t.Context(), server, client.Stderr(&stderr))
	require.NoError(t, err)
	require.Equal(t, protocol.Legacy, c.Era())
	_, err = echo(t.Context(), c)()
	require.NoError(t, err)
	require.NoError(t, c.Close())
	require.Equal(t, "ExpectedInitializeRequest\n", stderr.String())
	require.Len(t, pids(), 2)
	requireGone(t, pids())
}

// B048: a server that is killed loses every call at once, and later ones too if
// it may not come back.
func TestBugB048KilledServer(t *testing.T) {
	server, pids := ourServer(t, "")
	c, err := client.Connect(t.Context(), server, client.Restart(false), client.RequestTimeout(time.Hour))
	require.NoError(t, err)
	var outs []<-chan outcome[*protocol.CallToolResult]
	for range 10 {
		outs = append(outs, callNamed(t.Context(), c, "park"))
	}
	_, err = echo(t.Context(), c)() // behind the others: they are written
	require.NoError(t, err)
	kill(t, pids()[0])
	for _, out := range outs {
		lost := new(client.ConnectionLostError)
		require.ErrorAs(t, (<-out).err, &lost)
		require.Equal(t, os.Signal(syscall.SIGKILL), lost.Signal)
	}
	_, err = echo(t.Context(), c)()
	require.ErrorIs(t, err, client.ErrNotRestartable)
	require.NoError(t, c.Close())
}

// B084, B085, B086: a process is asked by the end of its input; one that takes
// that goes at once, with status 0 and without a signal; one that does not is
// sent SIGTERM, and then SIGKILL.
func TestBugB084StepsOfTheShutdown(t *testing.T) {
	for how, want := range map[string]string{
		"notes":         "eof\n",
		"notes patient": "eof\nterm\n",
		"notes deaf":    "eof\n", // and SIGKILL, which nobody notes
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			notes := filepath.Join(t.TempDir(), "notes")
			server, pids := ourServer(t, how+" notes="+notes)
			graces := client.Graces(time.Hour, time.Hour)
			switch how { // each step has the time to be noted on a busy machine
			case "notes patient":
				graces = client.Graces(2*time.Second, time.Hour)
			case "notes deaf":
				graces = client.Graces(2*time.Second, 100*time.Millisecond)
			}
			c, err := client.Connect(t.Context(), server, graces)
			require.NoError(t, err)
			_, err = echo(t.Context(), c)()
			require.NoError(t, err)
			require.NoError(t, c.Close()) // B086: it returns; B090: an expected end is no error
			requireGone(t, pids())
			got, err := os.ReadFile(notes)
			require.NoError(t, err)
			require.Equal(t, want, string(got))
		})
	}
}

// B088, B090: a close ends a read that is blocked, and is no error, though it
// is made twice.
func TestBugB088CloseOfAnIdleSession(t *testing.T) {
	leavesNothing(t, "", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		require.NoError(t, c.Close())
		require.NoError(t, c.Close())
	})
}

// B096, B097: a client outlives its process: the next call has a fresh one, made
// by the function, for a command can be started once only. B099: the error has
// the status and the last words.
func TestBugB096FreshProcess(t *testing.T) {
	for _, how := range []string{"", "legacy"} {
		server, pids := ourServer(t, how)
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		_, err = c.CallTool(t.Context(), "crash", nil)
		lost := new(client.ConnectionLostError)
		require.ErrorAs(t, err, &lost)
		require.Equal(t, 7, lost.ExitCode)
		_, err = echo(t.Context(), c)()
		require.NoError(t, err)
		require.NoError(t, c.Close())
		require.Len(t, pids(), 2)
		requireGone(t, pids())
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverEnv+"=")
	c, err := client.Connect(t.Context(), client.CommandFunc(func() *exec.Cmd { return cmd }))
	require.NoError(t, err)
	_, err = c.CallTool(t.Context(), "crash", nil)
	require.Error(t, err)
	_, err = echo(t.Context(), c)()
	require.ErrorContains(t, err, "a new exec.Cmd", "it says what to do")
	require.NoError(t, c.Close())
}

// B099: a command that cannot serve says so by its end, at once.
func TestBugB099StatusAndLastWords(t *testing.T) {
	server, pids := ourServer(t, "leave=7")
	_, err := client.Connect(t.Context(), server, client.RequestTimeout(time.Hour))
	lost := new(client.ConnectionLostError)
	require.ErrorAs(t, err, &lost)
	require.Equal(t, 7, lost.ExitCode)
	require.Contains(t, string(lost.Stderr), "cannot serve")
	require.ErrorContains(t, err, "status 7")
	require.ErrorContains(t, err, "cannot serve")
	requireGone(t, pids())
}

// B100: a directory that is missing is named as what is missing.
func TestBugB100MissingDirectory(t *testing.T) {
	_, err := client.Connect(t.Context(), client.CommandFunc(func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Dir = "/does/not/exist"
		return cmd
	}))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "/does/not/exist")
}

// B101: a name is looked up in PATH, for every process anew. On Windows that is
// os/exec's business, with PATHEXT and the quoting of batch files.
func TestBugB101LookedUpInPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell script")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\n" + serverEnv + "= exec '" + os.Args[0] + "'\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "fresh-server"), []byte(script), 0o700))
	server := client.Command("fresh-server")
	_, err := client.Connect(t.Context(), server)
	require.ErrorIs(t, err, exec.ErrNotFound)
	require.ErrorContains(t, err, "fresh-server")
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	c, err := client.Connect(t.Context(), server)
	require.NoError(t, err)
	require.NoError(t, c.Close())
}

// B102: a command inherits the whole environment; one with an Env of its own
// has exactly that, and no error shows its values.
func TestBugB102Environment(t *testing.T) {
	t.Setenv(serverEnv, "tell=ERALOCK_TEST_TOKEN")
	t.Setenv("ERALOCK_TEST_TOKEN", "inherited")
	told := func(server client.Server) string {
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		defer c.Close()
		return c.Instructions()
	}
	require.Equal(t, "inherited", told(client.Command(os.Args[0])))
	require.Equal(t, "own", told(client.CommandFunc(func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "ERALOCK_TEST_TOKEN=own")
		return cmd
	})))
	require.Empty(t, told(client.CommandFunc(func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = []string{serverEnv + "=tell=ERALOCK_TEST_TOKEN"}
		return cmd
	})))
	_, err := client.Connect(t.Context(), client.CommandFunc(func() *exec.Cmd {
		cmd := exec.Command("/no/such/server")
		cmd.Env = []string{"TOKEN=secret"}
		return cmd
	}))
	require.Error(t, err)
	require.NotContains(t, err.Error(), "secret")
}

// B106: a server that fills its stderr before it answers goes on; what it wrote
// is read and dropped but for its end.
func TestBugB106FullStderr(t *testing.T) {
	leavesNothing(t, "legacy loud", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		_, err = echo(t.Context(), c)()
		require.NoError(t, err)
		require.NoError(t, c.Close())
	})
}
