package client_test

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

// A server that is none is told at once.
func TestIncompleteServers(t *testing.T) {
	for name, s := range map[string]client.Server{
		"nil": nil, "function": client.CommandFunc(nil),
		"reader": client.Over(nil, new(bytes.Buffer)), "writer": client.Over(new(bytes.Buffer), nil),
	} {
		_, err := client.New(s)
		require.ErrorIs(t, err, client.ErrArgument, name)
	}
}

// A function that makes no command fails the connect, and ends nothing of the
// host's.
func TestCommandFuncWithoutCommand(t *testing.T) {
	for want, f := range map[string]func() *exec.Cmd{
		"returned no command": func() *exec.Cmd { return nil },
		"panicked: no path":   func() *exec.Cmd { panic("no path") },
	} {
		_, err := client.Connect(t.Context(), client.CommandFunc(f))
		require.ErrorContains(t, err, want)
	}
}
