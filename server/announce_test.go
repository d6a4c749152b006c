package server_test

import (
	"context"
	"fmt"
	"io"
	"strings"
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

// Events of a listen that wait are each there once, of lists and of resources, and
// all of them count (decisions C4, C6).
func TestListenEventsAreCoalesced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, slow := waiter(t, server.WithMaxBufferedEvents(2))
		g.answer(listening("1", `{"toolsListChanged":true,"resourceSubscriptions":["x://"]}`))
		stuck := func(publish ...func()) []string {
			slow.stall()
			g.say(listTools("2")) // its answer stands in the pipe
			synctest.Wait()
			for _, p := range publish {
				p()
			}
			slow.resume()
			return g.hear()[1:]
		}
		tools, a, b := g.srv.PublishToolsChanged, func() { g.srv.PublishResourceUpdated("x://a") }, func() { g.srv.PublishResourceUpdated("x://b") }
		require.Equal(t, []string{toolsChanged("1"), updated("1", "x://a")}, stuck(tools, a, tools, a, a))
		require.Equal(t, []string{updated("1", "x://b"), updated("1", "x://a")}, stuck(b, a, b), "what was told is told again")
		got := stuck(a, tools, b)
		require.Len(t, got, 1)
		require.Equal(t, "notifications/cancelled", parse(t, got[0]).Method, "a list counts like a resource")
	})
}

// The same for updates of resources below one that is watched, however many: what
// does not fit is told as an update of the watched one (decisions C6, C10).
func TestUpdatesForALegacyClientAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := server.New(protocol.Implementation{Name: "loud", Version: "1"}, server.WithMaxBufferedEvents(16),
			server.WithResourceReader(func(context.Context, *server.Request, string, map[string]string) (*protocol.ReadResourceResult, error) {
				return nil, nil
			}))
		in, client := io.Pipe()
		var text output
		held := &stallable{w: &text}
		conn, err := s.Open(t.Context(), server.Over(in, held))
		require.NoError(t, err)
		_, err = io.WriteString(client, hello+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"+request("resources/subscribe", `"uri":"x:/a/"`)+"\n")
		require.NoError(t, err)
		synctest.Wait()
		held.stall()
		for i := range 10_000 {
			s.PublishResourceUpdated(fmt.Sprintf("x:/a/%d", i))
		}
		synctest.Wait()
		text.take()
		held.resume()
		synctest.Wait()
		told := text.take()
		require.LessOrEqual(t, strings.Count(told, "resources/updated"), 2*(16+1), "what is being written, and what waits")
		require.Contains(t, told, `"params":{"uri":"x:/a/"}`, "what was not told one by one is told in sum")
		s.PublishResourceUpdated("x:/a/7")
		synctest.Wait()
		require.Contains(t, text.take(), `"uri":"x:/a/7"`, "there is room again")
		require.NoError(t, client.Close())
		require.NoError(t, conn.Wait())
	})
}
