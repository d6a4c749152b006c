package properties

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/server"
)

// building is how long go run takes the first time, on a busy machine: longer
// than an answer is waited for.
const building = 45 * time.Second

// A server that is built first is asked for everything: neither era is taken
// for one that it does not speak.
func TestServerMayBeBuiltFirst(t *testing.T) {
	var built atomic.Bool
	s := sleepy()
	j := judged(t, Over(func(r io.Reader, w io.Writer) error {
		if !built.Swap(true) {
			time.Sleep(building)
		}
		return s.Serve(context.Background(), server.Over(r, w))
	}), tools, Runs(1), Only(discoverProperty.name, initializeProperty.name))
	require.Empty(t, j.failed)
	require.Empty(t, j.told)
}

func TestClientMayBeBuiltFirst(t *testing.T) {
	var built atomic.Bool
	dial := ours(client.RequestTimeout(5 * time.Second))
	r := met(t, func(h *Host) error {
		if built.Swap(true) {
			return dial(h)
		}
		done := make(chan error, 1)
		go func() { time.Sleep(building); done <- dial(h) }()
		return h.wait(done)
	}, Runs(1), Within(forever), CallTimeout(5*time.Second), ProbeTimeout(5*time.Second))
	require.Empty(t, r.Failures)
	require.Empty(t, r.Skipped)
}

// Who speaks no era fails every property, and is told why once.
func TestWhySomethingIsMute(t *testing.T) {
	strays := Over(func(r io.Reader, w io.Writer) error {
		each(r, func([]byte) { io.WriteString(w, `{"jsonrpc":"2.0","id":"stray","result":{}}`+"\n") }, func() error { return nil })
		return nil
	})
	j := judged(t, strays)
	require.Contains(t, j.failed[0], errMute.Error())
	require.Contains(t, j.failed[0], `< {"jsonrpc":"2.0","id":"stray"`)
	require.Contains(t, j.failed[1], "see "+discoverProperty.name)
	require.NotContains(t, j.failed[1], "stray")

	missing := errors.New("no such program")
	r := met(t, func(*Host) error { return missing })
	require.ErrorContains(t, r.Failures[0].Err, missing.Error())
	require.ErrorContains(t, r.Failures[1].Err, "see "+r.Failures[0].Property)
}
