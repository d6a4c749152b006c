package properties

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/server"
)

// childVariable makes the test binary a server: what Command is tested with.
const childVariable = "ERALOCK_PROPERTIES_CHILD"

func TestMain(m *testing.M) {
	Relay()
	switch os.Getenv(childVariable) {
	case "":
		debug.SetGCPercent(800) // connections by the ten thousand, and little is kept of each
		os.Exit(m.Run())
	case "server":
		if err := sleepy().Serve(context.Background(), server.Stdio()); err != nil {
			os.Exit(1)
		}
	case "client":
		if err := obedient(client.Command(os.Args[1], os.Args[2:]...), os.Stdout); err != nil {
			os.Exit(1)
		}
	}
}

func TestSuitePassesOurServer(t *testing.T) {
	for _, p := range model.Policies() {
		t.Run(p.String(), func(t *testing.T) {
			j := judged(t, good(server.WithPolicy(p), server.WithMaxSubscriptions(3)), tools, Policy(p, false), Strict(), MaxSubscriptions(3), Runs(some(40)), Within(forever))
			require.Empty(t, j.failed)
			require.Empty(t, j.told)
		})
	}
	t.Run("without listen", func(t *testing.T) {
		j := judged(t, good(server.WithoutListen()))
		require.Empty(t, j.failed)
		require.Len(t, j.told, 9, "%q", j.told)
	})
}

func TestSuitePassesOurProcess(t *testing.T) {
	beChild(t, "server")
	Server(t, Command(os.Args[0]), tools, Within(3*time.Second))
}

// some is how many exchanges are played: fewer under the race detector.
func some(n int) int {
	if raced {
		return n / 10
	}
	return n
}

func beChild(t *testing.T, what string) {
	t.Setenv(childVariable, what)
	t.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0") // under the race detector a process sleeps before it exits
}

// Servers that do not serve: none of the properties may pass.
func TestNoPropertyPassesOnNothing(t *testing.T) {
	drain := func(r io.Reader) { io.Copy(io.Discard, r) }
	for name, dial := range map[string]Dial{
		"answers nothing": Over(func(r io.Reader, _ io.Writer) error { drain(r); return nil }),
		"hangs up":        Over(func(io.Reader, io.Writer) error { return nil }),
		"hangs up after the first line": Over(func(r io.Reader, _ io.Writer) error {
			_, err := r.Read(make([]byte, 1000))
			return err
		}),
		"says what it hears": Over(func(r io.Reader, w io.Writer) error { _, err := io.Copy(w, r); return err }),
		"refuses everything": Over(func(r io.Reader, w io.Writer) error {
			each(r, func([]byte) {
				io.WriteString(w, `{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no"}}`+"\n")
			}, func() error { return nil })
			return nil
		}),
		"answers everything with {}": Over(func(r io.Reader, w io.Writer) error {
			each(r, func([]byte) { io.WriteString(w, `{"jsonrpc":"2.0","id":0,"result":{}}`+"\n") }, func() error { return nil })
			return nil
		}),
		"cannot be reached": func() (Conn, error) { return nil, errors.New("no such server") },
	} {
		t.Run(name, func(t *testing.T) {
			j := judged(t, dial, tools, Patience(time.Second))
			require.Len(t, j.failed, len(serverProperties()))
		})
	}
}

func TestSuiteTellsWhoRoundsLargeIDs(t *testing.T) {
	j := judged(t, dialMutant(says(`9007199254740993`, swapped(`9007199254740993`, `9007199254740992`))), tools)
	require.Empty(t, j.failed)
	require.Len(t, j.told, 2)
}
