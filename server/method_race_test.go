package server_test

import (
	"context"
	"io"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// Whoever ends a connection looks at the calls that the reader has just
// admitted: what it tells the observer must be there already. The race
// detector is the judge.
func TestTheEndLooksAtFreshCalls(t *testing.T) {
	for range 200 {
		var mu sync.Mutex
		var nameless int
		s := hostileServer(server.Observe(func(e server.Event) {
			mu.Lock()
			defer mu.Unlock()
			if e.Kind == server.Cancelled && e.Method != "tools/call" {
				nameless++
			}
		}))
		r, w := io.Pipe()
		conn, err := s.Open(context.Background(), server.Over(r, broken{}))
		require.NoError(t, err)
		go io.WriteString(w, call("1", "echo", `,"arguments":{"text":""}`+envelope("{}"))+"\n"+call("2", "wait", envelope("{}"))+"\n"+call("3", "wait", envelope("{}"))+"\n")
		go conn.Close()
		require.NoError(t, conn.Wait())
		w.Close()
		mu.Lock()
		require.Zero(t, nameless)
		mu.Unlock()
	}
}

// broken is an output that is gone.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
