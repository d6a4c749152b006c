package client_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// rules B8 and B9: the client's _meta is in every request of both eras, the
// provider's wins over it, the call's over both, the protocol's own over all.
func TestRequestMeta(t *testing.T) {
	var n atomic.Int64
	opts := []client.Option{
		client.RequestMeta(protocol.Meta(`{"a":1,"b":1,"c":1,"io.modelcontextprotocol/clientInfo":"spoof"}`)),
		client.RequestMetaFunc(func(context.Context) (protocol.Meta, error) {
			return protocol.NewMeta(map[string]any{"b": 2, "c": 2, "n": n.Add(1), "io.modelcontextprotocol/protocolVersion": "1900-01-01"})
		}),
	}
	members := func(l line, keys ...string) (out []string) {
		for _, k := range keys {
			out = append(out, string(l.Params.Meta[k]))
		}
		return out
	}
	inBubble(t, func(t *testing.T) {
		n.Store(0)
		c, p := connect(t, func(p *peer) {
			l := p.next("server/discover")
			require.Equal(t, []string{"1", "2", "2", "1"}, members(l, "a", "b", "c", "n"))
			require.Equal(t, "2026-07-28", l.version())
			require.Contains(t, l.text, `"name":"eralock"`)
			p.result(l.ID, discovered)
		}, opts...)
		out := spawn(echo(t.Context(), c, client.Meta(protocol.Meta(`{"c":3}`))))
		l := p.next("tools/call")
		require.Equal(t, []string{"1", "2", "3", "2"}, members(l, "a", "b", "c", "n"))
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)

		raw := does(func() error { // what is in its params comes before its options
			_, err := c.Raw(t.Context(), "acme/do", map[string]any{"_meta": map[string]any{"b": 4, "c": 4, "own": 4}}, client.Meta(protocol.Meta(`{"c":5}`)))
			return err
		})
		l = p.next("acme/do")
		require.Equal(t, []string{"1", "4", "5", "3", "4"}, members(l, "a", "b", "c", "n", "own"))
		p.result(l.ID, `{}`)
		require.NoError(t, (<-raw).err)
	})
	inBubble(t, func(t *testing.T) {
		n.Store(0)
		c, p := connect(t, func(p *peer) {
			p.fail(p.next("server/discover").ID, noMethod)
			l := p.next("initialize")
			require.Equal(t, []string{"1", "2"}, members(l, "a", "n"))
			require.Len(t, l.Params.Meta, 4)
			p.result(l.ID, initialized)
			p.next("notifications/initialized")
		}, opts...)
		out := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		require.Len(t, l.Params.Meta, 4, "no envelope on legacy")
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
}

func TestRequestMetaWithoutAProvider(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		connect(t, func(p *peer) {
			l := p.next("server/discover")
			require.Equal(t, `"00-1-2-01"`, string(l.Params.Meta["traceparent"]))
			require.Equal(t, `"info"`, string(l.Params.Meta["io.modelcontextprotocol/logLevel"]))
			p.fail(l.ID, noMethod)
			l = p.next("initialize")
			require.Len(t, l.Params.Meta, 1)
			p.result(l.ID, initialized)
			p.next("notifications/initialized")
		}, client.RequestMeta(protocol.Meta(`{"traceparent":"00-1-2-01","io.modelcontextprotocol/logLevel":"info"}`)))
	})
}

// A provider that fails fails its request and nothing else; one that is asked
// for the probe ends the negotiation.
func TestRequestMetaFuncFails(t *testing.T) {
	broken := errors.New("broken")
	inBubble(t, func(t *testing.T) {
		answers := map[int64]func() (protocol.Meta, error){
			2: func() (protocol.Meta, error) { return nil, broken },
			3: func() (protocol.Meta, error) { panic("at the disco") },
			4: func() (protocol.Meta, error) { return protocol.Meta(`"x"`), nil },
			5: func() (protocol.Meta, error) {
				return protocol.Meta(`{"io.modelcontextprotocol/logLevel":"loud"}`), nil
			},
		}
		var n int64
		c, p := connect(t, modern, client.RequestMetaFunc(func(context.Context) (protocol.Meta, error) {
			n++
			if f := answers[n]; f != nil {
				return f()
			}
			return nil, nil
		}))
		_, err := echo(t.Context(), c)()
		require.ErrorIs(t, err, client.ErrProvider)
		require.ErrorIs(t, err, broken)
		_, err = echo(t.Context(), c)()
		require.ErrorIs(t, err, client.ErrProvider)
		out := spawn(echo(t.Context(), c)) // what is no object counts as none
		p.result(p.next("tools/call").ID, echoed)
		require.NoError(t, (<-out).err)
		_, err = echo(t.Context(), c)()
		require.ErrorIs(t, err, client.ErrProvider, "C-META-11")
		require.Zero(t, c.Pending())
	})
	inBubble(t, func(t *testing.T) {
		p, server := newPeer(t)
		go p.gone()
		_, err := client.Connect(context.Background(), server, client.RequestMetaFunc(func(context.Context) (protocol.Meta, error) {
			return nil, broken
		}))
		require.ErrorIs(t, err, client.ErrProvider)
		require.Empty(t, p.log, "nothing was written")
	})
	_, err := client.New(client.Command("x"), client.RequestMeta(protocol.Meta(`[]`)))
	require.ErrorIs(t, err, client.ErrArgument)
}

// Who asks for progress gets a token of the client's: there are no two.
func TestRequestMetaAndProgress(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.RequestMeta(protocol.Meta(`{"progressToken":"mine"}`)))
		out := spawn(echo(t.Context(), c, client.OnProgress(func(protocol.ProgressParams) {})))
		l := p.next("tools/call")
		require.Equal(t, string(l.ID), string(l.Params.Meta["progressToken"]))
		require.Equal(t, 1, strings.Count(l.text, "progressToken"), l.text)
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
}

// What the caller hands in stays as it is.
func TestParamsAreNotTouched(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.RequestMeta(protocol.Meta(`{"a":1}`)))
		params := map[string]any{"x": 1, "_meta": map[string]any{"own": 2}}
		out := spawn(func() ([]byte, error) { return c.Raw(t.Context(), "acme/do", params) })
		l := p.next("acme/do")
		require.JSONEq(t, `2`, string(l.Params.Meta["own"]))
		p.result(l.ID, `{}`)
		require.NoError(t, (<-out).err)
		require.Equal(t, map[string]any{"x": 1, "_meta": map[string]any{"own": 2}}, params)
	})
}
