package server_test

import (
	"context"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// gate is an argument whose decoding, on the reading goroutine, waits.
type gate struct{}

// gateOpen belongs to the bubble of the one test that uses it.
var gateOpen chan struct{}

func (*gate) UnmarshalJSON([]byte) error {
	<-gateOpen
	return nil
}

// Whoever ends a connection looks at the call that the reader has just admitted
// and not yet prepared: what it tells the observer is there already. The race
// detector is a judge of this, too.
func TestTheEndLooksAtFreshCalls(t *testing.T) {
	synctest.Test(t, theEndLooksAtFreshCalls)
}

func theEndLooksAtFreshCalls(t *testing.T) {
	gateOpen = make(chan struct{})
	var mu sync.Mutex
	var seen []string
	s := server.New(protocol.Implementation{Name: "fresh", Version: "1"}, server.WithDrainTimeout(time.Millisecond),
		server.Observe(func(e server.Event) {
			if e.Kind == server.Cancelled {
				mu.Lock()
				seen = append(seen, e.Method)
				mu.Unlock()
			}
		}))
	server.AddTool(s, protocol.Tool{Name: "gated", Description: "decodes slowly"},
		func(context.Context, *server.Request, struct {
			V gate `json:"v"`
		}) (string, error) {
			return "", nil
		})
	r, w := io.Pipe()
	conn, err := s.Open(t.Context(), server.Over(r, io.Discard))
	require.NoError(t, err)
	go io.WriteString(w, call("1", "gated", `,"arguments":{"v":1}`+envelope("{}"))+"\n")
	time.Sleep(time.Second) // not Wait: that would be an order for the race detector
	conn.Close()
	time.Sleep(time.Second)
	close(gateOpen)
	w.Close()
	require.NoError(t, conn.Wait())
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []string{"tools/call"}, seen)
}
