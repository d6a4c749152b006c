//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

// served is a process that is eralock serve.
type served struct {
	*exec.Cmd
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	errs *bytes.Buffer
}

func serving(t *testing.T, flags string, with ...func(*exec.Cmd)) *served {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes")
	}
	s := &served{Cmd: exec.Command(os.Args[0]), t: t, errs: new(bytes.Buffer)}
	s.Env = append(os.Environ(), beServer+"=serve "+flags)
	s.Stderr = s.errs
	for _, change := range with {
		change(s.Cmd)
	}
	in, err := s.StdinPipe()
	require.NoError(t, err)
	out, err := s.StdoutPipe()
	require.NoError(t, err)
	s.in, s.out = in, bufio.NewReader(out)
	require.NoError(t, s.Start())
	hang := time.AfterFunc(time.Minute, func() { s.Process.Kill() })
	t.Cleanup(func() {
		hang.Stop()
		s.Process.Kill()
	})
	return s
}

// ask says lines and returns the next one that comes back.
func (s *served) ask(lines ...string) string {
	s.t.Helper()
	_, err := io.WriteString(s.in, strings.Join(lines, "\n")+"\n")
	require.NoError(s.t, err)
	line, err := s.out.ReadString('\n')
	require.NoError(s.t, err, s.errs)
	return line
}

// What -set says reaches the server, also if it is said more than once.
func TestServeTakesSettings(t *testing.T) {
	s := serving(t, "-set prompts_list_changed=off -set max_line_bytes=1000")
	require.Contains(t, s.ask(hello), `"prompts":{}`)
	require.Contains(t, s.ask(`{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"`+strings.Repeat("x", 1000)+`"}}`), `"code":-32600`)
	require.NoError(t, s.in.Close())
	require.NoError(t, s.Wait(), s.errs)
}

// A signal ends the server cleanly, though its input stays open: what is in flight
// is answered (decisions C3).
func TestServeEndsWithASignal(t *testing.T) {
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		s := serving(t, "")
		require.Contains(t, s.ask(hello), `"protocolVersion":"2025-11-25"`)
		require.Contains(t, s.ask(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"park"}}`, `{"jsonrpc":"2.0","id":3,"method":"ping"}`), `"id":3,"result"`)
		require.NoError(t, s.Process.Signal(sig))
		line, err := s.out.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, `"id":2,"error":{"code":-32000,"message":"Connection closed"}`, sig)
		require.NoError(t, s.Wait(), s.errs)
	}
}

// So it does while the client reads nothing and the pipe is full: nothing more can
// be said then, and the log says why (decisions C10).
func TestServeEndsWithASignalAndAFullPipe(t *testing.T) {
	s := serving(t, "")
	s.stuff()
	require.NoError(t, s.Process.Signal(syscall.SIGTERM))
	status, err := s.Process.Wait() // Wait would close the pipe
	require.NoError(t, err)
	require.True(t, status.Success(), "%s: %s", status, s.errs)
	s.Wait()
	require.Contains(t, s.errs.String(), "reads nothing")
}

// A second signal ends it at once, and well (decisions C3): here the first cannot
// end it, for it waits for its log to take that line.
func TestServeEndsAtOnceWithASecondSignal(t *testing.T) {
	for _, signals := range [][]os.Signal{{syscall.SIGTERM, os.Interrupt}, {os.Interrupt, syscall.SIGTERM}} {
		s := serving(t, "", func(cmd *exec.Cmd) { cmd.Stderr = fullPipe(t) })
		s.stuff()
		for _, sig := range signals {
			require.NoError(t, s.Process.Signal(sig))
		}
		status, err := s.Process.Wait()
		require.NoError(t, err)
		require.True(t, status.Success(), status.String())
		s.Wait()
	}
}

// stuff has the server fill its output, which nobody reads any more.
func (s *served) stuff() {
	s.t.Helper()
	require.Contains(s.t, s.ask(hello), `"protocolVersion":"2025-11-25"`)
	long := strings.Repeat("x", 1<<20) // more than a pipe holds
	_, err := io.WriteString(s.in, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"`+long+`"}}}`+"\n")
	require.NoError(s.t, err)
	_, err = s.out.ReadByte() // its answer is being written
	require.NoError(s.t, err)
}

// fullPipe is the writing end of a pipe that takes nothing.
func fullPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	raw, err := w.SyscallConn()
	require.NoError(t, err)
	var full error
	require.NoError(t, raw.Write(func(fd uintptr) bool {
		for _, piece := range []int{1 << 16, 1} {
			for full = nil; full == nil; {
				_, full = syscall.Write(int(fd), make([]byte, piece))
			}
		}
		return true
	}))
	require.ErrorIs(t, full, syscall.EAGAIN)
	return w
}
