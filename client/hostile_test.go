package client_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// requireTyped requires an error that a caller can tell apart.
func requireTyped(t *testing.T, err error) {
	t.Helper()
	var lost *client.ConnectionLostError
	var version *client.VersionError
	var answer *protocol.Error
	if errors.As(err, &lost) || errors.As(err, &version) || errors.As(err, &answer) {
		return
	}
	for _, kind := range []error{client.ErrTimeout, client.ErrClosed, client.ErrInvalidResult, client.ErrInitialize, client.ErrIncompatible} {
		if errors.Is(err, kind) {
			return
		}
	}
	require.Fail(t, "an error of no type", "%v", err)
}

// A server may exit at any moment: every call comes to an end, typed, and the
// next one starts the server again.
func TestExitAtAnyMoment(t *testing.T) {
	for _, era := range []string{"modern", "legacy"} {
		for n := range 7 {
			t.Run(fmt.Sprintf("%s after %d lines", era, n), func(t *testing.T) {
				leavesNothing(t, fmt.Sprintf("%s exit=%d", era, n), func(t *testing.T, server client.Server) {
					c, err := client.New(server, client.RequestTimeout(20*time.Second))
					require.NoError(t, err)
					for range 3 {
						if _, err := c.CallTool(t.Context(), "echo", nil); err != nil {
							requireTyped(t, err)
							require.NotErrorIs(t, err, client.ErrTimeout, "the exit was noticed")
						}
					}
					require.NoError(t, c.Close())
				})
			})
		}
	}
}

// decisions K11: a server that floods its standard error goes on.
// Shows C-FRAME-7.
func TestFullStderr(t *testing.T) {
	leavesNothing(t, "loud", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		for range 3 {
			_, err := c.CallTool(t.Context(), "echo", nil)
			require.NoError(t, err)
		}
		_, err = c.CallTool(t.Context(), "crash", nil)
		var lost *client.ConnectionLostError
		require.ErrorAs(t, err, &lost)
		require.LessOrEqual(t, len(lost.Stderr), 64<<10)
		require.Contains(t, string(lost.Stderr), "kiln too hot")
		require.NoError(t, c.Close())
	})
}

// decisions K12: a line over the limit is the end, though it never ends itself.
func TestEndlessLine(t *testing.T) {
	leavesNothing(t, "endless", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server, client.MaxLineBytes(1<<20), client.Graces(100*time.Millisecond, 100*time.Millisecond))
		require.NoError(t, err)
		_, err = c.CallTool(t.Context(), "echo", nil)
		require.ErrorIs(t, err, client.ErrLineTooLong)
		require.ErrorAs(t, err, new(*client.ConnectionLostError))
		require.NoError(t, c.Close())
	})
}

// A flood of notifications holds nobody up, and what a slow listener does not
// take is dropped.
func TestNotificationFlood(t *testing.T) {
	leavesNothing(t, "flood", func(t *testing.T, server client.Server) {
		gate := make(chan struct{})
		c, err := client.Connect(t.Context(), server, client.MaxLineBytes(1<<16), client.OnNotification(func(client.Notification) { <-gate }))
		require.NoError(t, err)
		_, err = c.CallTool(t.Context(), "echo", nil)
		require.NoError(t, err)
		require.Positive(t, c.Dropped())
		close(gate)
		require.NoError(t, c.Close())
	})
}

// Answers of the wrong types are errors of their calls, and of nothing else.
func TestWrongTypes(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		for _, answer := range []string{
			`"result":null`, `"result":7`, `"result":[]`, `"result":"x"`, `"result":{"tools":{}}`, `"result":{"tools":[1]}`,
			`"result":{"resultType":[],"tools":[]}`, `"result":{"nextCursor":1,"tools":[]}`,
			`"error":null`, `"error":7`, `"error":{}`, `"error":{"code":"x","message":"y"}`, `"error":{"code":1.5,"message":"y"}`,
			`"result":{"tools":[]},"error":{"code":1,"message":"x"}`,
		} {
			out := spawn(func() ([]protocol.Tool, error) { return c.ListTools(t.Context(), client.Timeout(time.Second)) })
			p.send(`"id":%s,%s`, p.next("tools/list").ID, answer)
			o := <-out
			require.ErrorIs(t, o.err, client.ErrInvalidResult, answer)
			if strings.Contains(answer, `"error"`) { // also where there are both
				require.ErrorContains(t, o.err, "not an answer of JSON-RPC 2.0, with either a result or an error: {", answer)
			}
			require.Zero(t, o.after, answer)
		}
		out := spawn(echo(t.Context(), c))
		p.result(p.next("tools/call").ID, echoed)
		require.NoError(t, (<-out).err, "the connection goes on")
	})
}

// A done context while the server starts leaves nothing behind either, and
// waits for no grace.
func TestCancelledConnectLeavesNothing(t *testing.T) {
	leavesNothing(t, "mute deaf", func(t *testing.T, server client.Server) {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		_, err := client.Connect(ctx, server, client.Graces(time.Hour, time.Hour))
		require.ErrorIs(t, err, client.ErrCancelled)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

// C194: restarts give back every descriptor.
func TestRestartsLeaveNothing(t *testing.T) {
	leavesNothing(t, "modern", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server)
		require.NoError(t, err)
		for range 3 {
			_, err = c.CallTool(t.Context(), "crash", nil)
			require.ErrorAs(t, err, new(*client.ConnectionLostError))
			_, err = c.CallTool(t.Context(), "echo", nil)
			require.NoError(t, err)
		}
		require.NoError(t, c.Close())
	})
}

// Restart(false): one process, and no other.
func TestRestartOff(t *testing.T) {
	leavesNothing(t, "modern", func(t *testing.T, server client.Server) {
		c, err := client.Connect(t.Context(), server, client.Restart(false))
		require.NoError(t, err)
		sub, err := c.Listen(t.Context(), protocol.Filter{ToolsListChanged: true})
		require.NoError(t, err)
		_, err = c.CallTool(t.Context(), "crash", nil)
		require.ErrorAs(t, err, new(*client.ConnectionLostError))
		for range sub.Events() {
		}
		require.Equal(t, client.EndedLost, sub.End())
		_, err = c.CallTool(t.Context(), "echo", nil)
		require.ErrorIs(t, err, client.ErrNotRestartable)
		require.NoError(t, c.Close())
	})
	server, _ := ourServer(t, "legacy die")
	_, err := client.Connect(t.Context(), server, client.Restart(false))
	require.NoError(t, err, "decisions K5")
}
