package server_test

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// What a legacy client is told is coalesced like the events of a listen: a
// program that publishes and a client that does not read cost bounded memory
// (decisions C6).
// Shows S-RES-10.
func TestAnnouncementsAreCoalesced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := server.New(protocol.Implementation{Name: "loud", Version: "1"})
		server.AddTool(s, protocol.Tool{Name: "t"}, func(context.Context, *server.Request, map[string]any) (string, error) { return "", nil })
		in, client := io.Pipe()
		out := &gated{gate: make(chan struct{}), tally: tally{marks: map[string]int{`list_changed`: 0}}}
		conn, err := s.Open(t.Context(), server.Over(in, out))
		require.NoError(t, err)
		_, err = io.WriteString(client, hello+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
		require.NoError(t, err)
		synctest.Wait()
		for range 1000 {
			s.PublishToolsChanged()
		}
		time.Sleep(time.Second)
		close(out.gate)
		synctest.Wait()
		require.Equal(t, 1, out.marks["list_changed"])
		s.PublishToolsChanged()
		synctest.Wait()
		require.Equal(t, 2, out.marks["list_changed"], "what was written does not hold the next one back")
		require.NoError(t, client.Close())
		require.NoError(t, conn.Wait())
	})
}
