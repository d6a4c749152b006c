package server_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// stdioChild makes this test binary a server on its own stdin and stdout.
const stdioChild = "ERALOCK_TEST_STDIO"

func TestStdioChild(t *testing.T) {
	if os.Getenv(stdioChild) == "" {
		t.Skip("this is the program that the tests of stdio start")
	}
	s := server.New(protocol.Implementation{Name: "child", Version: "1"})
	server.AddTool(s, protocol.Tool{Name: "cat"}, func(context.Context, *server.Request, struct{}) (string, error) {
		cat := exec.Command("cat")
		cat.Stdin, cat.Stdout = os.Stdin, os.Stdout
		return "", cat.Run()
	})
	server.AddTool(s, protocol.Tool{Name: "prints"}, func(context.Context, *server.Request, struct{}) (string, error) {
		fmt.Println("stray")
		shell := exec.Command("sh", "-c", "echo stray; cat >&2")
		shell.Stdout = os.Stdout
		return "", shell.Run()
	})
	if err := s.Serve(context.Background(), server.Stdio()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if os.Getenv(stdioChild) == "prints after" {
		fmt.Println("after")
	}
	os.Exit(0)
}

type child struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	outEnd io.Closer
	errors bytes.Buffer
}

func startChild(t *testing.T, how string, stderr ...*os.File) *child {
	if testing.Short() {
		t.Skip("starts a process")
	}
	c := &child{t: t, cmd: exec.Command(os.Args[0], "-test.run=^TestStdioChild$")}
	c.cmd.Env = append(os.Environ(), stdioChild+"="+how)
	c.cmd.Stderr = &c.errors
	if len(stderr) > 0 {
		c.cmd.Stderr = stderr[0]
	}
	var err error
	c.in, err = c.cmd.StdinPipe()
	require.NoError(t, err)
	out, err := c.cmd.StdoutPipe()
	require.NoError(t, err)
	c.out, c.outEnd = bufio.NewReader(out), out
	require.NoError(t, c.cmd.Start())
	watchdog := time.AfterFunc(hang, func() { c.cmd.Process.Kill() })
	t.Cleanup(func() { watchdog.Stop() })
	return c
}

func (c *child) say(lines ...string) {
	_, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n")
	require.NoError(c.t, err)
}

func (c *child) hear() frame {
	line, err := c.out.ReadString('\n')
	require.NoError(c.t, err)
	return parse(c.t, line)
}

// B103, B081: a handler's child cannot read requests, no stray print is on the
// wire, and afterwards the process has its stdout back. B077, B104: the end of
// input ends the process.
func TestBugB103StdioIsOutOfReach(t *testing.T) {
	c := startChild(t, "prints after")
	c.say(hello, call("2", "cat", ""), `{"jsonrpc":"2.0","id":3,"method":"ping"}`, call("4", "prints", ""))
	seen := map[string]frame{}
	for range 4 {
		f := c.hear()
		seen[string(f.ID)] = f
	}
	require.Equal(t, "", seen["2"].text(t))
	require.NotNil(t, seen["3"].Result)
	require.Equal(t, "", seen["4"].text(t))
	c.in.Close()
	rest, err := io.ReadAll(c.out)
	require.NoError(t, err)
	require.Equal(t, "after\n", string(rest))
	require.NoError(t, c.cmd.Wait(), c.errors.String())
	require.Equal(t, 2, strings.Count(c.errors.String(), "stray"))
}

// B091: a client that closes both of its sides is no reason to crash.
func TestBugB091BothSidesClosed(t *testing.T) {
	c := startChild(t, "is quiet")
	c.outEnd.Close()
	c.say(hello)
	c.in.Close()
	require.NoError(t, c.cmd.Wait(), c.errors.String())
	require.Empty(t, c.errors.String())
}
