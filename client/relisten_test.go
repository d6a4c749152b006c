package client_test

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

// relistened opens a subscription to a modern server that can be lost; the
// servers that come next are on the channel, each after its negotiation.
func relistened(t *testing.T, opts ...client.Option) (sub *client.Subscription, first *peer, next <-chan *peer) {
	peers := make(chan *peer, 8)
	server := client.Reopened(func() (io.Reader, io.Writer) {
		p, r, w := newPipes(t)
		go func() {
			modern(p)
			peers <- p
		}()
		return r, w
	})
	if lending {
		opts = append(opts, client.Lend)
	}
	c, err := client.Connect(t.Context(), server, opts...)
	require.NoError(t, err)
	first = <-peers
	sub, _ = listen(t, c, first)
	t.Cleanup(func() {
		for len(peers) > 0 {
			go (<-peers).gone()
		}
		require.NoError(t, c.Close())
		synctest.Wait()
	})
	return sub, first, peers
}

// The time limit of a listen is for its acknowledgement. It ends with that, and
// on the next process there is a whole one, whenever the first was lost
// (decisions K7).
func TestRelistenHasAWholeLimit(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		sub, p, next := relistened(t, client.RequestTimeout(10*time.Second))
		for range 3 {
			time.Sleep(9 * time.Second)
			p.exit()
			p = <-next
			l := p.next("subscriptions/listen")
			require.True(t, sub.Reopening())
			time.Sleep(9 * time.Second)
			p.acknowledge(l, `{"toolsListChanged":true}`)
			p.changed(l, "tools")
			synctest.Wait()
			require.Equal(t, client.Open, sub.End(), sub.Err())
			require.False(t, sub.Reopening())
			_, err := sub.Next(t.Context())
			require.NoError(t, err)
		}
		p.exit()
		p = <-next
		p.next("subscriptions/listen")
		lost := time.Now()
		p.next("notifications/cancelled")
		synctest.Wait()
		require.Equal(t, 10*time.Second, time.Since(lost))
		require.Equal(t, client.EndedLost, sub.End())
		require.ErrorIs(t, sub.Err(), client.ErrTimeout)
		go p.gone()
	})
}
