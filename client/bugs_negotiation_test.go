package client_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// What went wrong in other clients while they found out the era, by the ids of
// the reports.

// B010, B011: whatever error a probe gets, if it is not one of the modern three
// the server is a legacy one.
func TestBugB010AnyErrorIsLegacy(t *testing.T) {
	for _, e := range []string{
		noMethod, `{"code":-32602,"message":"Invalid request parameters"}`, `{"code":-32600,"message":"Server not initialized"}`,
		`{"code":-32603,"message":"boom"}`, `{"code":-32700,"message":"Parse error"}`, `{"code":-32000,"message":"Bad Request"}`,
		`{"code":0,"message":""}`, `{"code":-32022,"message":"not well formed"}`,
	} {
		inBubble(t, func(t *testing.T) {
			begun := time.Now()
			c, _ := connect(t, func(p *peer) {
				probe := p.next("server/discover")
				p.fail(probe.ID, e)
				initialize := p.next("initialize") // on the same connection
				require.NotEqual(t, string(probe.ID), string(initialize.ID))
				p.result(initialize.ID, initialized)
				p.next("notifications/initialized")
			})
			require.Equal(t, protocol.Legacy, c.Era(), e)
			require.Zero(t, time.Since(begun), e)
		})
	}
}

// B013: a server that is silent on the probe is initialised once the probe's
// time is up; an answer that comes after that changes nothing.
func TestBugB013SilentOnTheProbe(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		begun := time.Now()
		var probe line
		c, p := connect(t, func(p *peer) {
			probe = p.next("server/discover")
			l := p.next("initialize")
			require.Equal(t, 7*time.Second, time.Since(begun))
			p.result(l.ID, initialized)
			p.next("notifications/initialized")
		}, client.DiscoverTimeout(7*time.Second))
		for _, late := range []string{`"result":` + discovered, `"error":` + noMethod} {
			p.send(`"id":%s,%s`, probe.ID, late)
			out := spawn(echo(t.Context(), c))
			p.result(p.next("tools/call").ID, echoed)
			require.NoError(t, (<-out).err)
			require.Equal(t, protocol.Legacy, c.Era())
		}
	})
}

// B015: what a process that died of the probe left half said is not put before
// what the next one says.
func TestBugB015NothingOfTheFirstProcessIsLeft(t *testing.T) {
	leavesNothing(t, "legacy die half", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		require.Equal(t, protocol.Legacy, c.Era())
		_, err = echo(t.Context(), c)()
		require.NoError(t, err)
		require.Equal(t, 1, c.Skipped(), "the half line is a line of its own")
		require.NoError(t, c.Close())
	})
}

// B015: a client that is closed while it probes starts no second process.
func TestBugB015CloseDuringTheProbe(t *testing.T) {
	server, pids := ourServer(t, "mute")
	c, err := client.New(server)
	require.NoError(t, err)
	out := spawn(echo(t.Context(), c))
	require.Eventually(t, func() bool { return len(pids()) == 1 }, time.Minute, time.Millisecond)
	require.NoError(t, c.Close())
	require.ErrorIs(t, (<-out).err, client.ErrClosed)
	require.Len(t, pids(), 1)
	requireGone(t, pids())
}

// B032: initialize is never cancelled, neither for a time limit nor for a
// caller who has gone.
func TestBugB032InitializeIsNotCancelled(t *testing.T) {
	for name, tc := range map[string]struct {
		opt client.Option
		is  error
	}{
		"time limit": {client.RequestTimeout(time.Second), client.ErrTimeout},
		"caller":     {client.RequestTimeout(time.Hour), client.ErrCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				p, server := newPeer(t)
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				out := spawn(func() (*client.Client, error) {
					return client.Connect(ctx, server, client.Mode(client.Legacy), tc.opt)
				})
				p.next("initialize")
				for l := range p.lines { // until the client closes the input
					require.Fail(t, "an unexpected line", l.text)
				}
				p.exit()
				require.ErrorIs(t, (<-out).err, tc.is)
			})
		})
	}
}

// B089: a server that exits at once fails the connect, with its status, after
// the second process at the latest; nothing spins.
func TestBugB089ServerExitsAtLaunch(t *testing.T) {
	for _, mode := range []client.Option{client.Mode(client.Auto), client.Mode(client.Modern), client.Mode(client.Legacy)} {
		server, pids := ourServer(t, "leave=0")
		_, err := client.Connect(t.Context(), server, mode)
		lost := new(client.ConnectionLostError)
		require.ErrorAs(t, err, &lost)
		require.True(t, lost.Exited)
		require.Zero(t, lost.ExitCode)
		require.LessOrEqual(t, len(pids()), 2)
		requireGone(t, pids())
	}
}

// B092: a server that is gone before notifications/initialized is written is a
// lost connection, of the connect or of the call after it.
func TestBugB092ServerIsGoneAfterInitialize(t *testing.T) {
	for range 5 {
		server, pids := ourServer(t, "legacy brief")
		c, err := client.Connect(t.Context(), server, client.Mode(client.Legacy), client.Restart(false))
		if err == nil {
			_, err = echo(t.Context(), c)()
			require.NoError(t, c.Close())
		}
		require.Error(t, err)
		require.True(t, isLost(err), "%v", err)
		requireGone(t, pids())
	}
	inBubble(t, func(t *testing.T) {
		p, server := newPeer(t)
		out := spawn(func() (*client.Client, error) {
			return client.Connect(t.Context(), server, client.Mode(client.Legacy))
		})
		l := p.next("initialize")
		p.in.Close() // before the answer, so that the notification cannot be written
		p.result(l.ID, initialized)
		o := <-out
		if o.err == nil {
			_, o.err = echo(t.Context(), o.value)()
			p.exit()
			require.NoError(t, o.value.Close())
		}
		require.True(t, isLost(o.err), "%v", o.err)
	})
}
