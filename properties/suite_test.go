package properties

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
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
		require.Len(t, j.told, 6, "%q", j.told)
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

// One rule broken each: the property that states it must notice.
func TestSuiteFindsMutantServers(t *testing.T) {
	if raced {
		t.Skip("the other tests race the same")
	}
	one := func(line []byte) [][]byte { return [][]byte{line} }
	response := func(line []byte) bool {
		return bytes.Contains(line, []byte(`"result"`)) || bytes.Contains(line, []byte(`"error"`))
	}
	replace := func(old, new string) func([]byte) [][]byte {
		return func(line []byte) [][]byte { return one(bytes.ReplaceAll(line, []byte(old), []byte(new))) }
	}
	answered, acknowledged := 0, 0
	for _, c := range []struct {
		rule, by string
		m        mutant
	}{
		{"ids become strings", "Every id comes back", mutant{write: replace(`"id":-7`, `"id":"-7"`)}},
		{"empty ids are lost", "Every id comes back", mutant{write: replace(`"id":""`, `"id":null`)}},
		{"every answer comes twice", "Every request is answered, once", mutant{write: func(line []byte) [][]byte {
			if response(line) {
				return [][]byte{line, line}
			}
			return one(line)
		}}},
		{"errors are lost", "Every request is answered, once", mutant{write: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte(`"error"`)) {
				return nil
			}
			return one(line)
		}}},
		{"every tenth answer is lost", "Every request is answered, once", mutant{write: func(line []byte) [][]byte {
			if answered++; response(line) && answered%10 == 0 {
				return nil
			}
			return one(line)
		}}},
		{"notifications are answered", "Every request is answered, once", mutant{read: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte(`"notifications/roots`)) {
				return one([]byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}` + "\n"))
			}
			return nil
		}}},
		{"a banner on the output", "server/discover is answered", mutant{write: func(line []byte) [][]byte {
			return [][]byte{[]byte("listening on stdio\n"), line}
		}}},
		{"no acknowledgement", "The first frame of a subscription", mutant{write: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte("acknowledged")) {
				return nil
			}
			return one(line)
		}}},
		{"a change before the acknowledgement", "The first frame of a subscription", mutant{write: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte("acknowledged")) {
				return [][]byte{bytes.Replace(line, []byte("subscriptions/acknowledged"), []byte("tools/list_changed"), 1), line}
			}
			return one(line)
		}}},
		{"acknowledged twice", "The first frame of a subscription", mutant{write: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte("acknowledged")) {
				return [][]byte{line, line}
			}
			return one(line)
		}}},
		{"the stamp has another type", "The first frame of a subscription", mutant{write: replace(`subscriptionId":5`, `subscriptionId":"5"`)}},
		{"a listen's result without a stamp", "The first frame of a subscription", mutant{write: replace(`"_meta":{"io.modelcontextprotocol/subscriptionId":5,`, `"_meta":{`)}},
		{"a cancelled listen gets its result", "Once the cancel of a listen", mutant{end: func() [][]byte {
			return one([]byte(`{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":7}}}` + "\n"))
		}}},
		{"a cancelled listen goes on", "Once the cancel of a listen", afterTheCancel(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7}}}`)},
		{"a cancelled call is answered", "Once the cancel of a call", afterTheCancel(`{"jsonrpc":"2.0","id":7,"error":{"code":0,"message":"Request cancelled"}}`)},
		{"progress after the cancel", "Once the cancel of a call", afterTheCancel(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"tell me","progress":2}}`)},
		{"changes are not stamped", "A change reaches", mutant{write: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte("tools/list_changed")) {
				return one([]byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n"))
			}
			return one(line)
		}}},
		{"progress stands still", "Progress increases", mutant{write: replace(`"progress":2`, `"progress":1`)}},
		{"what is in flight is lost at the end of input", "At the end of input", mutant{write: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte("Connection closed")) {
				return nil
			}
			return one(line)
		}}},
		{"slots are not given back", "A listen that was cancelled", mutant{write: func(line []byte) [][]byte {
			if bytes.Contains(line, []byte("acknowledged")) && bytes.Contains(line, []byte(`"slot 0"`)) {
				if acknowledged++; acknowledged > 1 {
					return one([]byte(`{"jsonrpc":"2.0","id":"slot 0","error":{"code":-32603,"message":"Subscription limit reached"}}` + "\n"))
				}
			}
			return one(line)
		}}},
		{"discover without a result type", "server/discover is answered", mutant{write: replace(`"resultType":"complete",`, ``)}},
		{"initialize without a version", "initialize is answered", mutant{write: replace(`"protocolVersion":`, `"version":`)}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			j := judged(t, c.m.dial(), tools, Strict(), Patience(5*time.Second))
			require.True(t, slices.ContainsFunc(j.failed, func(s string) bool { return strings.HasPrefix(s, c.by) }), "nobody noticed: %q", j.failed)
			t.Logf("%d of %d properties fail; first: %s", len(j.failed), len(serverProperties()), strings.SplitN(j.failed[0], "\n", 2)[0])
		})
	}
}

func TestSuiteTellsWhoRoundsLargeIDs(t *testing.T) {
	j := judged(t, mutant{write: func(line []byte) [][]byte {
		return [][]byte{bytes.ReplaceAll(line, []byte(`9007199254740993`), []byte(`9007199254740992`))}
	}}.dial(), tools)
	require.Empty(t, j.failed)
	require.Len(t, j.told, 2)
}

// afterTheCancel says something once a cancel was read and the barrier behind it
// was answered.
func afterTheCancel(line string) mutant {
	return mutant{write: func(l []byte) [][]byte {
		if bytes.Contains(l, []byte(`"id":"after"`)) {
			return [][]byte{l, []byte(line + "\n")}
		}
		return [][]byte{l}
	}}
}
