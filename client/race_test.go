package client_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

// rules B10: two requests are refused toward different versions at the same
// time. Each is sent at most twice, and both come to an end.
func TestOppositeSwitches(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.result(p.next("server/discover").ID, `{"supportedVersions":["2028-01-01"]}`)
		}, client.ModernVersions("2028-01-01", "2027-05-05", "2026-07-28"))
		a, b := spawn(echo(t.Context(), c)), spawn(echo(t.Context(), c))
		la, lb := p.next("tools/call"), p.next("tools/call")
		refuse := func(l line, version string) {
			p.fail(l.ID, fmt.Sprintf(`{"code":-32022,"message":"x","data":{"supported":[%q]}}`, version))
		}
		refuse(la, "2027-05-05")
		refuse(lb, "2026-07-28")
		la, lb = p.next("tools/call"), p.next("tools/call")
		refuse(la, "2026-07-28")
		refuse(lb, "2027-05-05")
		var ve *client.VersionError
		require.ErrorAs(t, (<-a).err, &ve)
		require.True(t, ve.Refused)
		require.ErrorAs(t, (<-b).err, &ve)
		p.quiet()
	})
}

// A hastyPipe is a server that answers while the client still writes.
type hastyPipe struct {
	io.Writer
	answer func(line []byte)
}

func (h hastyPipe) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) {
		h.answer(line)
	}
	time.Sleep(time.Second) // the answer is read before this write returns
	return h.Writer.Write(b)
}

// An acknowledgement that overtakes the return of its write is not lost.
func TestAcknowledgementDuringTheWrite(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		toClient, fromServer := io.Pipe()
		answers := map[string]string{
			"server/discover":      `"id":1,"result":` + discovered,
			"subscriptions/listen": `"method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},` + stampOf([]byte("2")) + `}`,
		}
		w := hastyPipe{io.Discard, func(line []byte) {
			for method, answer := range answers {
				if bytes.Contains(line, []byte(method)) {
					fmt.Fprintf(fromServer, `{"jsonrpc":"2.0",%s}`+"\n", answer)
				}
			}
		}}
		c, err := client.Connect(t.Context(), client.Over(toClient, w))
		require.NoError(t, err)
		sub, err := c.Listen(t.Context(), everything, client.Timeout(10*time.Second))
		require.NoError(t, err)
		require.True(t, sub.Filter().ToolsListChanged)
		require.NoError(t, c.Close())
	})
}

// decisions K8: the cancel of a listen follows it, though its write is blocked.
func TestCancelFollowsTheListen(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		p := &peer{t: t, in: toServer, out: fromServer, lines: make(chan line, 64)}
		go func() {
			b := make([]byte, 4096)
			toServer.Read(b)
			p.result([]byte("1"), discovered)
		}()
		c, err := client.Connect(t.Context(), client.Over(toClient, fromClient))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		out := spawn(func() (*client.Subscription, error) { return c.Listen(ctx, everything) })
		synctest.Wait() // its write is blocked
		cancel()
		require.ErrorIs(t, (<-out).err, client.ErrCancelled)
		go p.read()
		l := p.next("subscriptions/listen")
		require.Equal(t, l.ID, p.next("notifications/cancelled").Params.RequestID)
		p.acknowledge(l, `{"toolsListChanged":true}`) // too late
		p.quiet()
		go p.gone()
		require.NoError(t, c.Close())
	})
}

// Trace sees both directions, whole lines, in their order.
func TestTrace(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var sent, received bytes.Buffer
		c, p := connect(t, modern, client.Trace(
			func(b []byte) { sent.Write(b) },
			func(b []byte) { received.Write(append(b, '\n')) }))
		out := spawn(echo(t.Context(), c))
		p.result(p.next("tools/call").ID, echoed)
		require.NoError(t, (<-out).err)
		synctest.Wait()
		require.Equal(t, 2, bytes.Count(sent.Bytes(), []byte("\n")))
		require.Contains(t, sent.String(), `"method":"tools/call"`)
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":`+discovered+"}\n"+`{"jsonrpc":"2.0","id":2,"result":`+echoed+"}\n", received.String())
	})
}

// Next ends with its context, with an event, or for good.
func TestNext(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		sub, l := listen(t, c, p)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := sub.Next(ctx)
		require.ErrorIs(t, err, client.ErrCancelled)
		p.changed(l, "tools")
		event, err := sub.Next(t.Context())
		require.NoError(t, err)
		require.Equal(t, "notifications/tools/list_changed", event.Method)
		require.False(t, sub.Reopening())
		require.NoError(t, sub.Close())
		p.next("notifications/cancelled")
		_, err = sub.Next(t.Context())
		require.ErrorIs(t, err, client.ErrEnded)
	})
}
