//go:build unix

package server_test

import (
	"bytes"
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A client that drops the server's stderr does not end it: no log line and no
// stray print is worth the requests in flight.
func TestStderrIsGone(t *testing.T) {
	var pipe [2]int
	require.NoError(t, syscall.Pipe(pipe[:]))
	socket, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	require.NoError(t, err)
	for kind, ends := range map[string][2]int{"pipe": pipe, "socket": socket} {
		t.Run(kind, func(t *testing.T) {
			require.NoError(t, syscall.Close(ends[0]))
			syscall.CloseOnExec(ends[1])
			writer := os.NewFile(uintptr(ends[1]), kind)
			c := startChild(t, "is quiet", writer)
			require.NoError(t, writer.Close())
			c.say(hello, call("2", "prints", ""), `{"jsonrpc":"2.0","id":3,"method":"ping"}`)
			c.in.Close()
			rest, err := io.ReadAll(c.out)
			require.NoError(t, err)
			require.Equal(t, 3, bytes.Count(rest, []byte("\n")), "%s", rest)
			require.NoError(t, c.cmd.Wait())
		})
	}
}
