package client_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// The test binary, started again with this variable set, is a server that does
// what the variable says.
const serverEnv = "ERALOCK_TEST_SERVER"

// Set beside serverEnv, which goes first, or alone: then it is a host.
const hostEnv = "ERALOCK_TEST_HOST"

func TestMain(m *testing.M) {
	if how, ok := os.LookupEnv(serverEnv); ok {
		serve(how)
		return
	}
	if _, ok := os.LookupEnv(hostEnv); ok {
		beHost()
	}
	os.Exit(m.Run())
}

// serve is a server for tests. The words of how:
//
//	legacy      answers initialize only; without it the server is modern
//	die         exits when it is probed
//	half        writes half a line before that
//	strict      exits when it is probed, and says why
//	brief       exits when it has answered initialize
//	leave=N     exits at once with status N, and says that it cannot serve
//	notes=FILE  appends to FILE the end of its input, and SIGTERM
//	patient     stays when its input ends, until SIGTERM
//	tell=NAME   has a variable of its environment as its instructions
//	count=FILE  appends its process id to FILE when it starts
//	shut        closes its input when it is probed, and stays
//	lazy        answers no listen; the second process answers nothing
//	forgetful   the second process answers no listen
//	wedged      the first process answers the probe and reads no more
//	lines=FILE  appends to FILE what it reads
//	deaf        stays when its input ends, whatever signal comes but SIGKILL
//	asks        answers a call with input_required, and exits
//	mute        answers nothing
//	exit=N      exits when it has read N lines
//	loud        writes 1 MB to its standard error before each answer
//	endless     answers a call with a line that does not end
//	flood       sends 20,000 notifications before each answer
func serve(how string) {
	left := -1 // lines to read
	words := strings.Fields(how)
	has := func(w string) bool { return slices.Contains(words, w) }
	word := func(prefix string) (value string, ok bool) {
		for _, w := range words {
			if value, ok = strings.CutPrefix(w, prefix); ok {
				return value, true
			}
		}
		return "", false
	}
	pidsFile, ok := word("count=")
	if ok {
		appendLine(pidsFile, fmt.Sprint(os.Getpid()))
	}
	if status, ok := word("leave="); ok {
		fmt.Fprintln(os.Stderr, "cannot serve")
		code, _ := strconv.Atoi(status)
		os.Exit(code)
	}
	if has("deaf") {
		signal.Ignore(os.Interrupt, syscall.SIGTERM)
		defer func() { select {} }()
	}
	if file, ok := word("notes="); ok {
		term := make(chan os.Signal, 1)
		if has("patient") {
			signal.Notify(term, syscall.SIGTERM)
		}
		defer func() {
			appendLine(file, "eof")
			if has("patient") {
				<-term
				appendLine(file, "term")
			}
		}()
	}
	if n, ok := word("exit="); ok {
		fmt.Sscan(n, &left)
	}
	if left == 0 {
		os.Exit(9)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var l line
		if left--; left == 0 {
			os.Exit(9)
		}
		if file, ok := word("lines="); ok {
			appendLine(file, lines.Text())
		}
		if has("loud") {
			os.Stderr.WriteString(strings.Repeat("so much to say\n", 1<<16))
		}
		if has("flood") {
			os.Stdout.WriteString(strings.Repeat(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`+"\n", 20000))
		}
		if json.Unmarshal(lines.Bytes(), &l) != nil || l.ID == nil {
			continue
		}
		answer := func(what string) { fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", l.ID, what) }
		switch {
		case has("mute"), has("lazy") && l.Method == "subscriptions/listen":
		case has("lazy") && len(readLines(pidsFile)) > 1:
		case has("forgetful") && len(readLines(pidsFile)) > 1 && l.Method == "subscriptions/listen":
		case l.Method == "server/discover" && has("strict"):
			fmt.Fprintln(os.Stderr, "ExpectedInitializeRequest")
			os.Exit(1)
		case l.Method == "server/discover" && has("die"):
			if has("half") {
				os.Stdout.WriteString(`{"jsonrpc":"2.0","id":`)
			}
			os.Exit(3)
		case l.Method == "server/discover" && !has("legacy"):
			if has("shut") {
				os.Stdin.Close()
				defer func() { select {} }()
			}
			if name, ok := word("tell="); ok {
				answer(`"result":{"supportedVersions":["2026-07-28"],"instructions":` + strconv.Quote(os.Getenv(name)) + `}`)
				continue
			}
			answer(`"result":` + discovered)
			if has("wedged") && len(readLines(pidsFile)) == 1 {
				select {}
			}
		case l.Method == "initialize" && has("legacy"):
			answer(`"result":` + initialized)
			if has("brief") {
				os.Exit(0)
			}
		case l.Method == "tools/call" && has("asks"):
			answer(`"result":{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}},"requestState":"s"}`)
			os.Exit(0)
		case l.Method == "tools/call" && has("endless"):
			for _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err == nil; {
				_, err = os.Stdout.WriteString(strings.Repeat("x", 1<<16))
			}
		case l.Method == "tools/call" && l.Params.Name == "echo":
			answer(`"result":` + echoed)
		case l.Method == "tools/call" && l.Params.Name == "crash":
			fmt.Fprintln(os.Stderr, "kiln too hot")
			os.Exit(7)
		case l.Method == "tools/call" && l.Params.Name == "park":
		case l.Method == "subscriptions/listen":
			fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},%s}}`+"\n", stampOf(l.ID))
			fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{%s}}`+"\n", stampOf(l.ID))
		default:
			answer(`"error":` + noMethod)
		}
	}
}

func appendLine(file, text string) {
	f, _ := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	defer f.Close()
	fmt.Fprintln(f, text)
}

func readLines(file string) []string {
	text, _ := os.ReadFile(file)
	return strings.Fields(string(text))
}

// ourServer starts serve, and returns with it the ids of its processes so far.
func ourServer(t *testing.T, how string) (client.Server, func() []int) {
	file := filepath.Join(t.TempDir(), "count")
	start := func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), serverEnv+"="+how+" count="+file)
		return cmd
	}
	return client.CommandFunc(start), func() (pids []int) {
		for _, field := range readLines(file) {
			var pid int
			fmt.Sscan(field, &pid)
			pids = append(pids, pid)
		}
		return pids
	}
}

// kill kills a process as any system can.
func kill(t *testing.T, pid int) {
	t.Helper()
	p, err := os.FindProcess(pid)
	require.NoError(t, err)
	require.NoError(t, p.Kill())
	require.NoError(t, p.Release()) // it holds a descriptor
}

func requireGone(t *testing.T, pids []int) {
	t.Helper()
	require.NotEmpty(t, pids, "nothing was started")
	for _, pid := range pids {
		p, err := os.FindProcess(pid)
		if err == nil {
			err = p.Signal(syscall.Signal(0))
			p.Release()
		}
		require.ErrorIs(t, err, os.ErrProcessDone, "process %d is left", pid)
	}
}

func TestProcess(t *testing.T) {
	for _, how := range []string{"", "legacy"} {
		server, pids := ourServer(t, how)
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		res, err := echo(t.Context(), c)()
		require.NoError(t, err)
		require.Equal(t, "hi", res.Content[0].Text)
		require.NoError(t, c.Close())
		require.Len(t, pids(), 1)
		requireGone(t, pids())
	}
}

// decisions K5.
func TestServerThatDiesOfTheProbe(t *testing.T) {
	server, pids := ourServer(t, "legacy die")
	c, err := client.Connect(t.Context(), server)
	require.NoError(t, err)
	require.Equal(t, protocol.Legacy, c.Era())
	require.NoError(t, c.Close())
	require.Len(t, pids(), 2)
	requireGone(t, pids())

	server, pids = ourServer(t, "die")
	_, err = client.Connect(t.Context(), server, client.Mode(client.Modern))
	lost := new(client.ConnectionLostError)
	require.ErrorAs(t, err, &lost)
	require.Equal(t, 3, lost.ExitCode)
	require.Len(t, pids(), 1)
	requireGone(t, pids())
}

// A crash tells its exit status and its last words; the next call brings the
// server back.
// Shows C-SHUT-4.
func TestCrashAndRestart(t *testing.T) {
	server, pids := ourServer(t, "")
	var stderr strings.Builder
	c, err := client.Connect(t.Context(), server, client.Stderr(&stderr))
	require.NoError(t, err)
	_, err = c.CallTool(t.Context(), "crash", nil)
	lost := new(client.ConnectionLostError)
	require.ErrorAs(t, err, &lost)
	require.ErrorIs(t, err, io.EOF)
	require.True(t, lost.Exited)
	require.Equal(t, 7, lost.ExitCode)
	require.Equal(t, "kiln too hot\n", string(lost.Stderr))
	require.ErrorContains(t, err, "kiln too hot")

	_, err = echo(t.Context(), c)()
	require.NoError(t, err)
	require.NoError(t, c.Close())
	require.Equal(t, "kiln too hot\n", stderr.String())
	require.Len(t, pids(), 2)
	requireGone(t, pids())
}

// A server that takes nothing any more, but does not go: it is made to.
func TestServerThatClosesItsInput(t *testing.T) {
	server, pids := ourServer(t, "shut")
	c, err := client.Connect(t.Context(), server, client.Graces(50*time.Millisecond, 50*time.Millisecond))
	require.NoError(t, err)
	_, err = echo(t.Context(), c)()
	lost := new(client.ConnectionLostError)
	require.ErrorAs(t, err, &lost)
	require.False(t, lost.Exited)
	require.ErrorContains(t, err, "takes no input")
	require.NoError(t, c.Close())
	requireGone(t, pids())
}

// B096, decisions K7: a live subscription survives its process. C191: what is
// cancelled then is the listen of the new process, and no other.
// Shows C-SUB-7, C-SHUT-6, S-SUB-10.
func TestRelisten(t *testing.T) {
	lines := filepath.Join(t.TempDir(), "lines")
	server, pids := ourServer(t, "lines="+lines)
	c, err := client.Connect(t.Context(), server)
	require.NoError(t, err)
	sub, err := c.Listen(t.Context(), protocol.Filter{ToolsListChanged: true})
	require.NoError(t, err)
	events := 0
	for range sub.Events() {
		if events++; events == 2 {
			break
		}
		_, err := c.CallTool(t.Context(), "crash", nil)
		require.Error(t, err)
	}
	require.Equal(t, 2, events)
	require.NoError(t, sub.Close())
	_, err = echo(t.Context(), c)() // behind the cancel
	require.NoError(t, err)
	require.NoError(t, c.Close())
	require.Equal(t, client.EndedClosed, sub.End())
	text, err := os.ReadFile(lines)
	require.NoError(t, err)
	listens := regexp.MustCompile(`"id":(\d+),"method":"subscriptions/listen"`).FindAllStringSubmatch(string(text), -1)
	cancels := regexp.MustCompile(`"notifications/cancelled","params":{"requestId":(\d+)`).FindAllStringSubmatch(string(text), -1)
	require.Len(t, listens, 2)
	require.Len(t, cancels, 1)
	require.Equal(t, listens[1][1], cancels[0][1])
	require.Len(t, pids(), 2)
	requireGone(t, pids())
}

// A subscription that the next process does not acknowledge in time is lost, and
// says why (decisions K7).
func TestRelistenThatIsNotAcknowledged(t *testing.T) {
	server, pids := ourServer(t, "forgetful")
	c, err := client.Connect(t.Context(), server)
	require.NoError(t, err)
	sub, err := c.Listen(t.Context(), protocol.Filter{ToolsListChanged: true}, client.Timeout(3*time.Second))
	require.NoError(t, err)
	_, err = c.CallTool(t.Context(), "crash", nil)
	require.Error(t, err)
	for range sub.Events() { // ends, for the subscription does
	}
	require.Equal(t, client.EndedLost, sub.End())
	require.ErrorIs(t, sub.Err(), client.ErrTimeout)
	require.NoError(t, c.Close())
	require.Len(t, pids(), 2)
	requireGone(t, pids())
}

// decisions K11: end of input, SIGTERM, SIGKILL.
func TestStubbornProcess(t *testing.T) {
	server, pids := ourServer(t, "deaf")
	c, err := client.Connect(t.Context(), server, client.Graces(50*time.Millisecond, 50*time.Millisecond))
	require.NoError(t, err)
	out := spawn(func() (*protocol.CallToolResult, error) { return c.CallTool(t.Context(), "park", nil) })
	begun := time.Now()
	require.NoError(t, c.Close())
	require.GreaterOrEqual(t, time.Since(begun), 100*time.Millisecond)
	require.Error(t, (<-out).err)
	requireGone(t, pids())
}

func TestNoSuchCommand(t *testing.T) {
	_, err := client.Connect(t.Context(), client.Command("/no/such/server"))
	require.ErrorIs(t, err, os.ErrNotExist)
}
