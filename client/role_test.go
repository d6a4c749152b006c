package client_test

import (
	"context"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// inLentBubble runs f in a bubble where callers read for themselves.
func inLentBubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	lending = true
	synctest.Test(t, f)
}

type result = <-chan outcome[*protocol.CallToolResult]

// reading makes a call whose caller reads.
func reading(t *testing.T, ctx context.Context, c *client.Client, p *peer, opts ...client.CallOption) (result, line) {
	t.Helper()
	out := spawn(echo(ctx, c, opts...))
	l := p.next("tools/call")
	synctest.Wait()
	require.Equal(t, "caller", c.Reader())
	return out, l
}

// works requires that the next call is answered.
func works(t *testing.T, c *client.Client, p *peer) {
	t.Helper()
	out := spawn(echo(t.Context(), c))
	p.result(p.next("tools/call").ID, echoed)
	require.NoError(t, (<-out).err)
}

// requireResident requires that nobody reads, and soon the resident does.
func requireResident(t *testing.T, c *client.Client) {
	t.Helper()
	synctest.Wait()
	require.Equal(t, "nobody", c.Reader())
	time.Sleep(2 * client.Idle)
	synctest.Wait()
	require.Equal(t, "resident", c.Reader())
}

// Callers read once several calls in a row were alone, and not any more once
// two were not.
func TestWhoReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		p, server := newPeer(t)
		go modern(p)
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		readers := ""
		for range 3 {
			out := spawn(echo(t.Context(), c))
			l := p.next("tools/call")
			synctest.Wait()
			readers += c.Reader() + " "
			p.result(l.ID, echoed)
			require.NoError(t, (<-out).err)
		}
		require.Equal(t, "resident caller caller ", readers)
		requireResident(t, c)
		works(t, c, p)
		a, la := reading(t, t.Context(), c, p)
		b := spawn(echo(t.Context(), c))
		lb := p.next("tools/call")
		p.result(la.ID, echoed)
		require.NoError(t, (<-a).err)
		synctest.Wait()
		require.Equal(t, "resident", c.Reader(), "there is one who waits for its answer")
		p.result(lb.ID, echoed)
		require.NoError(t, (<-b).err)
		synctest.Wait()
		require.Equal(t, "resident", c.Reader(), "calls come side by side")
		go p.gone()
		require.NoError(t, c.Close())
	})
}

// A caller that reads and has enough goes at once, and tells the server.
func TestCancelOfTheCallerThatReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		for range 3 {
			ctx, cancel := context.WithCancel(t.Context())
			out, l := reading(t, ctx, c, p)
			cancel()
			o := <-out
			require.ErrorIs(t, o.err, client.ErrCancelled)
			require.Zero(t, o.after)
			require.Equal(t, l.ID, p.next("notifications/cancelled").Params.RequestID)
			p.result(l.ID, echoed) // too late
			works(t, c, p)
		}
		requireResident(t, c)
	})
}

func TestTimeoutOfTheCallerThatReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out, l := reading(t, t.Context(), c, p, client.Timeout(3*time.Second))
		o := <-out
		require.ErrorIs(t, o.err, client.ErrTimeout)
		require.Equal(t, 3*time.Second, o.after)
		require.Equal(t, l.ID, p.next("notifications/cancelled").Params.RequestID)
		works(t, c, p)
		requireResident(t, c)
	})
}

// The rest of a line that a caller has begun to read is read by the next.
func TestCancelInTheMiddleOfALine(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		var heard []string
		c, p := connect(t, modern, client.OnNotification(func(n client.Notification) { heard = append(heard, n.Method) }))
		ctx, cancel := context.WithCancel(t.Context())
		out, _ := reading(t, ctx, c, p)
		io.WriteString(p.out, `{"jsonrpc":"2.0","meth`)
		synctest.Wait()
		cancel()
		require.ErrorIs(t, (<-out).err, client.ErrCancelled)
		p.next("notifications/cancelled")
		io.WriteString(p.out, `od":"acme/late"}`+"\n")
		time.Sleep(2 * client.Idle)
		synctest.Wait()
		require.Equal(t, []string{"acme/late"}, heard)
		require.Zero(t, c.Skipped())
	})
}

// Close does not wait for a caller that reads, nor the other way round.
func TestCloseWhileACallerReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.Graces(time.Minute, time.Minute))
		out, _ := reading(t, t.Context(), c, p)
		closed := spawn(func() (struct{}, error) { return struct{}{}, c.Close() })
		o := <-out
		require.ErrorIs(t, o.err, client.ErrClosed)
		require.Zero(t, o.after)
		time.Sleep(time.Second)
		go p.gone()
		require.NoError(t, (<-closed).err)
	})
}

// The end of the server is noticed by whoever reads.
func TestExitWhileACallerReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out, _ := reading(t, t.Context(), c, p)
		p.exit()
		o := <-out
		lost := new(client.ConnectionLostError)
		require.ErrorAs(t, o.err, &lost)
		require.ErrorIs(t, o.err, io.EOF)
		require.Zero(t, o.after)
	})
}

// It is noticed when no call is there, too.
func TestExitWhileNobodyReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		works(t, c, p)
		require.Equal(t, "nobody", c.Reader())
		p.exit()
		time.Sleep(2 * client.Idle)
		synctest.Wait()
		require.Equal(t, "over", c.Reader())
		require.Zero(t, c.Era(), "the connection is lost")
	})
}

// Whatever else the server has to say is taken by a caller that reads, and
// without a call soon after.
func TestEverythingElseWhileACallerReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		heard := make(chan string, 9)
		c, p := connect(t, modern, client.OnNotification(func(n client.Notification) { heard <- n.Method }))
		sub, ll := listen(t, c, p)
		require.Equal(t, "notifications/subscriptions/acknowledged", <-heard)
		for range 2 {
			works(t, c, p) // the resident steps back
			out, l := reading(t, t.Context(), c, p)
			p.send(`"method":"acme/news"`)
			require.Equal(t, "acme/news", <-heard)
			p.changed(ll, "tools")
			event, err := sub.Next(t.Context())
			require.NoError(t, err)
			require.Equal(t, "notifications/tools/list_changed", event.Method)
			require.Equal(t, event.Method, <-heard)
			require.Equal(t, "caller", c.Reader())
			p.result(l.ID, echoed)
			require.NoError(t, (<-out).err)
			require.Equal(t, "nobody", c.Reader())
			begun := time.Now()
			p.send(`"method":"acme/more"`)
			require.Equal(t, "acme/more", <-heard)
			require.LessOrEqual(t, time.Since(begun), 2*client.Idle)
		}
		require.NoError(t, sub.Close())
		p.next("notifications/cancelled")
	})
}

// A legacy server's question is answered while the caller that waits for the
// server reads; its handler may make a call of its own.
func TestQuestionWhileACallerReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		var c *client.Client
		c, p := connect(t, legacy, client.OnRoots(func(ctx context.Context) ([]protocol.Root, error) {
			_, err := echo(ctx, c)()
			return nil, err
		}))
		out, l := reading(t, t.Context(), c, p)
		p.send(`"id":"q","method":"roots/list"`)
		p.result(p.next("tools/call").ID, `{"content":[]}`)
		require.JSONEq(t, `{"jsonrpc":"2.0","id":"q","result":{"roots":[]}}`, p.next("response").text)
		p.result(l.ID, `{"content":[]}`)
		require.NoError(t, (<-out).err)
	})
}

// A caller that reads takes the answers of all others, too.
func TestAnswersOfOthersWhileACallerReads(t *testing.T) {
	inLentBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		first, lf := reading(t, t.Context(), c, p)
		var outs []result
		var lines []line
		for range 40 {
			outs = append(outs, spawn(echo(t.Context(), c)))
			lines = append(lines, p.next("tools/call"))
		}
		all := ""
		for i, l := range lines {
			all += fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%d"}]}}`+"\n", l.ID, i)
		}
		half := len(all)/2 + 7 // in the middle of a line
		io.WriteString(p.out, all[:half])
		synctest.Wait()
		require.Equal(t, "caller", c.Reader())
		io.WriteString(p.out, all[half:])
		for i, out := range outs {
			o := <-out
			require.NoError(t, o.err)
			require.Equal(t, fmt.Sprint(i), o.value.Content[0].Text)
		}
		p.result(lf.ID, echoed)
		require.NoError(t, (<-first).err)
	})
}
