package client_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

var everything = protocol.Filter{ToolsListChanged: true, PromptsListChanged: true, ResourceSubscriptions: []string{"kiln://g"}}

func (p *peer) acknowledge(l line, filter string) {
	p.send(`"method":"notifications/subscriptions/acknowledged","params":{"notifications":%s,%s}`, filter, stampOf(l.ID))
}

func (p *peer) changed(l line, what string) {
	p.send(`"method":"notifications/%s/list_changed","params":{%s}`, what, stampOf(l.ID))
}

// listen opens a subscription to everything.
func listen(t *testing.T, c *client.Client, p *peer) (*client.Subscription, line) {
	t.Helper()
	out := spawn(func() (*client.Subscription, error) { return c.Listen(t.Context(), everything) })
	l := p.next("subscriptions/listen")
	p.acknowledge(l, `{"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["kiln://g"]}`)
	o := <-out
	require.NoError(t, o.err)
	return o.value, l
}

// Two subscriptions on one connection: told apart by their ids, acknowledged
// with what the server has, ended by their results. C163: the ids are of the
// one counter; C167: an id that is a string is another.
// Shows C-SUB-2, C-SUB-3.
func TestListen(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		a, la := listen(t, c, p)
		out := spawn(func() (*client.Subscription, error) { return c.Listen(t.Context(), everything) })
		lb := p.next("subscriptions/listen")
		p.changed(lb, "tools") // before the acknowledgement: dropped
		p.acknowledge(lb, `{"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["kiln://h"]}`)
		b := (<-out).value
		require.Equal(t, protocol.Filter{PromptsListChanged: true}, b.Filter())
		require.Equal(t, everything, a.Filter())

		require.Equal(t, []string{"2", "3"}, []string{string(la.ID), string(lb.ID)})
		p.send(`"method":"notifications/prompts/list_changed","params":{%s}`, stampOf([]byte(`"`+string(la.ID)+`"`)))
		p.changed(la, "tools")
		p.changed(la, "tools") // unread and equal: one
		p.changed(lb, "tools") // not in the filter
		p.send(`"method":"notifications/resources/updated","params":{"uri":"kiln://g/7",%s}`, stampOf(la.ID))
		p.changed(lb, "prompts")
		p.result(la.ID, `{"resultType":"complete",`+stampOf(la.ID)+`}`)
		p.result(lb.ID, `{"resultType":"complete",`+stampOf(lb.ID)+`}`)
		synctest.Wait()
		require.Equal(t, []client.Event{{Method: "notifications/tools/list_changed"}, {Method: "notifications/resources/updated", URI: "kiln://g/7"}},
			slices.Collect(a.Events()))
		require.Equal(t, []client.Event{{Method: "notifications/prompts/list_changed"}}, slices.Collect(b.Events()))
		require.Equal(t, client.EndedGraceful, a.End())
		require.NoError(t, a.Err())
		require.NoError(t, a.Close())
		p.quiet()
	})
}

func TestListenOutlivesTheRequestTimeout(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.RequestTimeout(time.Second))
		sub, l := listen(t, c, p)
		go func() {
			time.Sleep(time.Hour)
			p.changed(l, "prompts")
		}()
		for e := range sub.Events() {
			require.Equal(t, "notifications/prompts/list_changed", e.Method)
			break
		}
		require.Equal(t, client.Open, sub.End())
	})
}

// rules A12 from the other side: one cancel, then silence.
// Shows C-SUB-5.
func TestCloseOfASubscription(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		sub, l := listen(t, c, p)
		require.NoError(t, sub.Close())
		require.JSONEq(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
		require.NoError(t, sub.Close())
		p.changed(l, "tools")
		p.quiet()
		require.Empty(t, slices.Collect(sub.Events()))
		require.Equal(t, client.EndedClosed, sub.End())
		require.NoError(t, sub.Err())
	})
}

func TestOtherEnds(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		remote, l := listen(t, c, p)
		p.send(`"method":"notifications/cancelled","params":{"requestId":%s,%s}`, l.ID, stampOf(l.ID))
		failed, l := listen(t, c, p)
		p.fail(l.ID, `{"code":-32603,"message":"broken"}`)
		lost, _ := listen(t, c, p)
		p.exit()
		for want, sub := range map[client.End]*client.Subscription{client.EndedRemote: remote, client.EndedFailed: failed, client.EndedLost: lost} {
			require.Empty(t, slices.Collect(sub.Events()))
			require.Equal(t, want, sub.End())
			require.Error(t, sub.Err())
		}
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		sub, _ := listen(t, c, p)
		go p.gone()
		require.NoError(t, c.Close())
		require.Equal(t, client.EndedClosed, sub.End())
	})
}

func TestListenFails(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.RequestTimeout(time.Second))
		ctx, cancel := context.WithCancel(t.Context())
		begin := func(ctx context.Context) <-chan outcome[*client.Subscription] {
			return spawn(func() (*client.Subscription, error) { return c.Listen(ctx, everything) })
		}
		out := begin(t.Context())
		p.fail(p.next("subscriptions/listen").ID, `{"code":-32603,"message":"Subscription limit reached"}`)
		require.ErrorContains(t, (<-out).err, "Subscription limit reached")

		out = begin(t.Context())
		p.send(`"method":"notifications/cancelled","params":{"requestId":%s}`, p.next("subscriptions/listen").ID)
		require.ErrorContains(t, (<-out).err, "cancelled")

		out = begin(t.Context())
		p.next("subscriptions/listen")
		p.next("notifications/cancelled")
		require.ErrorIs(t, (<-out).err, client.ErrTimeout)

		out = begin(ctx)
		p.next("subscriptions/listen")
		cancel()
		p.next("notifications/cancelled")
		require.ErrorIs(t, (<-out).err, client.ErrCancelled)

		out = begin(t.Context()) // ended properly without an acknowledgement: it was there
		l := p.next("subscriptions/listen")
		p.result(l.ID, `{"resultType":"complete",`+stampOf(l.ID)+`}`)
		o := <-out
		require.NoError(t, o.err)
		require.Equal(t, client.EndedGraceful, o.value.End())
		p.quiet()
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		_, err := c.Listen(t.Context(), everything)
		require.ErrorIs(t, err, client.ErrWrongEra)
		p.quiet()
	})
}

// A listen that ends before its acknowledgement fails, whatever ended it.
func TestListenThatNeverWas(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := spawn(func() (*client.Subscription, error) { return c.Listen(t.Context(), everything) })
		p.next("subscriptions/listen")
		go p.gone()
		require.NoError(t, c.Close())
		o := <-out
		require.ErrorIs(t, o.err, client.ErrClosed)
		require.Nil(t, o.value)
	})
	lines := filepath.Join(t.TempDir(), "lines")
	server, _ := ourServer(t, "lazy lines="+lines)
	c, err := client.Connect(t.Context(), server)
	require.NoError(t, err)
	out := spawn(func() (*client.Subscription, error) {
		return c.Listen(t.Context(), everything, client.Timeout(3*time.Second))
	})
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(lines)
		return strings.Contains(string(text), "subscriptions/listen")
	}, time.Minute, time.Millisecond)
	_, err = c.CallTool(t.Context(), "crash", nil) // the next process is mute
	require.Error(t, err)
	o := <-out
	require.ErrorIs(t, o.err, client.ErrTimeout)
	require.Nil(t, o.value)
	require.NoError(t, c.Close())
}

// C172: events that nobody reads cost bounded memory; then the subscription ends.
func TestSlowReader(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.ListenBuffer(2))
		sub, l := listen(t, c, p)
		for _, uri := range []string{"kiln://g/1", "kiln://g/2", "kiln://g/1", "kiln://g/3"} {
			p.send(`"method":"notifications/resources/updated","params":{"uri":"%s",%s}`, uri, stampOf(l.ID))
		}
		require.JSONEq(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
		synctest.Wait()
		require.Len(t, slices.Collect(sub.Events()), 2)
		require.Equal(t, client.EndedLost, sub.End())
		require.ErrorContains(t, sub.Err(), "too slowly")
	})
}
