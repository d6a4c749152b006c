package server_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// waiter is a rig with a tool that waits for its context, and a stuck output.
func waiter(t *testing.T, opts ...server.Option) (g *rig, slow *stallable) {
	g = newRig(t, append(opts, server.WithResourceReader(
		func(context.Context, *server.Request, string, map[string]string) (*protocol.ReadResourceResult, error) {
			return nil, nil
		}))...)
	g.tool("wait", func(ctx context.Context, _ *server.Request) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	slow = &stallable{w: g.out}
	g.openOver(slow)
	return g, slow
}

// A cancel takes back the frames of its own request only, not those of one that
// is over and whose record it has taken.
func TestCancelTakesBackItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, slow := waiter(t)
		g.answer(hello)
		slow.stall()
		g.say(request("ping", ""))
		synctest.Wait()
		for _, id := range []string{"5", "6", "7"} {
			g.say(call(id, "wait", ""))
			synctest.Wait()
			g.say(notification("notifications/cancelled", `{"requestId":`+id+`}`))
			synctest.Wait()
		}
		slow.resume()
		require.Equal(t, []string{"1", "5", "6", "7"}, ids(t, g.hear()))
	})
}

// The same for the abrupt end of a listen.
func TestCancelLeavesTheEndOfAListen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, slow := waiter(t, server.WithMaxBufferedEvents(1))
		g.answer(listening("1", `{"resourceSubscriptions":["x://"]}`))
		slow.stall()
		g.say(listTools("2"))
		synctest.Wait()
		g.srv.PublishResourceUpdated("x://a")
		g.srv.PublishResourceUpdated("x://b")
		g.say(call("3", "wait", envelope("{}")))
		synctest.Wait()
		g.say(notification("notifications/cancelled", `{"requestId":3}`))
		synctest.Wait()
		slow.resume()
		got := g.hear()
		require.Len(t, got, 2)
		require.Equal(t, "2", string(parse(t, got[0]).ID))
		require.Equal(t, "notifications/cancelled", parse(t, got[1]).Method)
	})
}

// So it takes back the events of its listen. The next listen, with the same id
// and the same slot, has a buffer of its own and is told what it is owed, once.
func TestCancelTakesBackEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, slow := waiter(t, server.WithMaxBufferedEvents(1), server.WithMaxSubscriptions(1))
		g.answer(listTools("0")) // the lock
		const asked = `{"resourceSubscriptions":["x://"]}`
		g.answer(listening("1", asked))
		for range 3 {
			slow.stall()
			g.say(listTools("2")) // its answer stands in the pipe
			synctest.Wait()
			g.srv.PublishResourceUpdated("x://a")
			g.say(notification("notifications/cancelled", `{"requestId":1}`), listening("1", asked))
			synctest.Wait()
			g.srv.PublishResourceUpdated("x://b")
			g.srv.PublishResourceUpdated("x://b")
			slow.resume()
			said := g.hear()
			require.Equal(t, []string{acknowledged("1", asked), updated("1", "x://b")}, said[1:])
			g.srv.PublishResourceUpdated("x://b")
			require.Equal(t, []string{updated("1", "x://b")}, g.hear(), "what was told is told again")
			require.Equal(t, []string{"1"}, g.conn.State().Listens, "the cancelled one is not kept")
		}
	})
}
