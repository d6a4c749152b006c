package client_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// What went wrong in the calls of other clients, by the ids of the reports.

func callNamed(ctx context.Context, c *client.Client, name string, opts ...client.CallOption) <-chan outcome[*protocol.CallToolResult] {
	return spawn(func() (*protocol.CallToolResult, error) { return c.CallTool(ctx, name, nil, opts...) })
}

// B030, B036: a call that took too long is cancelled and not made again; its
// late result is nobody's, and the next call is answered.
func TestBugB030LateResult(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		slow := callNamed(t.Context(), c, "slow3s", client.Timeout(time.Second))
		l := p.next("tools/call")
		require.Equal(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
		require.ErrorIs(t, (<-slow).err, client.ErrTimeout)
		time.Sleep(2 * time.Second)
		p.quiet() // nothing is sent again
		p.result(l.ID, text("completed"))
		fast := callNamed(t.Context(), c, "fast")
		next := p.next("tools/call")
		require.NotEqual(t, string(l.ID), string(next.ID))
		p.result(next.ID, text("fast"))
		o := <-fast
		require.NoError(t, o.err)
		require.Equal(t, "fast", o.value.Content[0].Text)
	})
}

// B121: a result without an id ends no call: that ends by its time limit, and
// nothing of it is left.
func TestBugB121ResultWithoutAnID(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		out := spawn(func() ([]protocol.Tool, error) { return c.ListTools(t.Context(), client.Timeout(9*time.Second)) })
		p.next("tools/list")
		p.send(`"result":{"tools":[]}`)
		o := <-out
		require.ErrorIs(t, o.err, client.ErrTimeout)
		require.Equal(t, 9*time.Second, o.after)
		require.Equal(t, 1, c.Skipped())
		require.Zero(t, c.Pending())
	})
}

// B127: who wants progress to put the limit off asks for progress, with a
// callback or without one.
func TestBugB127ResetSendsAToken(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		out := callNamed(t.Context(), c, "slow", client.Timeout(4*time.Second), client.ResetOnProgress())
		l := p.next("tools/call")
		token := l.Params.Meta["progressToken"]
		require.NotEmpty(t, token, l.text)
		for i := range 3 {
			time.Sleep(3 * time.Second)
			p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":%d}`, token, i+1)
		}
		time.Sleep(3 * time.Second)
		p.result(l.ID, text("done"))
		o := <-out
		require.NoError(t, o.err)
		require.Equal(t, 12*time.Second, o.after)
	})
}

// B129: the token is there although the request has no params of its own.
func TestBugB129TokenWithoutParams(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			asked := client.OnProgress(func(protocol.ProgressParams) {})
			for method, f := range map[string]func() error{
				"tools/call": func() error { _, err := c.CallTool(t.Context(), "t", nil, asked); return err },
				"acme/do":    func() error { _, err := c.Raw(t.Context(), "acme/do", nil, asked); return err },
			} {
				out := does(f)
				l := p.next(method)
				require.Equal(t, string(l.ID), string(l.Params.Meta["progressToken"]), l.text)
				p.result(l.ID, `{"content":[]}`)
				require.NoError(t, (<-out).err)
			}
		})
	}
}

// B130: a token of the host's own, a string, goes out as it is, and progress
// with it is heard; "1" and 1 are two tokens.
func TestBugB130StringTokens(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		heard := make(chan string, 9)
		c, p := connect(t, legacy, client.OnNotification(func(n client.Notification) { heard <- string(n.Params) }))
		out := callNamed(t.Context(), c, "t", client.Meta(protocol.Meta(`{"progressToken":"abc"}`)))
		l := p.next("tools/call")
		require.Equal(t, `"abc"`, string(l.Params.Meta["progressToken"]))
		p.send(`"method":"notifications/progress","params":{"progressToken":"abc","progress":1}`)
		require.Equal(t, `{"progressToken":"abc","progress":1}`, <-heard)
		p.result(l.ID, text(""))
		require.NoError(t, (<-out).err)

		var seen []float64
		out = callNamed(t.Context(), c, "t", client.OnProgress(func(pr protocol.ProgressParams) { seen = append(seen, pr.Progress) }))
		l = p.next("tools/call")
		p.send(`"method":"notifications/progress","params":{"progressToken":"%s","progress":1}`, l.ID)
		p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":2}`, l.ID)
		p.result(l.ID, text(""))
		require.NoError(t, (<-out).err)
		require.Equal(t, []float64{2}, seen)
	})
}

// B136: a close is a cancel on the pipe; a subscription that the server cancels
// is seen to have ended, and how.
func TestBugB136EndOfASubscription(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		mine, l := listen(t, c, p)
		require.NoError(t, mine.Close())
		require.Equal(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
		require.Equal(t, client.EndedClosed, mine.End())

		theirs, l := listen(t, c, p)
		over := does(func() error {
			for range theirs.Events() {
			}
			return theirs.Err()
		})
		p.send(`"method":"notifications/cancelled","params":{"requestId":%s}`, l.ID)
		require.ErrorIs(t, (<-over).err, client.ErrSubscriptionLost)
		require.Equal(t, client.EndedRemote, theirs.End())
	})
}

// B144: a ping that is refused was answered: the session goes on. The pings of
// the server are answered with an empty result.
func TestBugB144RefusedPing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		out := does(func() error { return c.Ping(t.Context()) })
		p.fail(p.next("ping").ID, noMethod)
		refused := new(protocol.Error)
		require.ErrorAs(t, (<-out).err, &refused)
		require.Equal(t, -32601, refused.Code)
		for _, id := range []string{`"k1"`, `0`, `""`} {
			p.send(`"id":%s,"method":"ping"`, id)
			require.Equal(t, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`, p.next("response").text)
		}
		call := callNamed(t.Context(), c, "t")
		p.result(p.next("tools/call").ID, text(""))
		require.NoError(t, (<-call).err)
		require.Equal(t, protocol.Legacy, c.Era())
	})
}
