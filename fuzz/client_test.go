package fuzz

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

const (
	// A call gives up after this long; a server's line comes that often.
	clientPatience = 40 * beat
	beat           = moment / 50
	maxSaid        = 60 // lines of a server
)

// FuzzClient: whatever a server says to the real client, line by line, every call
// comes to an end in time, with an error that can be told apart if it has one;
// what the client writes is one message a line, with no id twice, no cancel of
// what was not asked, no answer to a modern server, and no request in an era that
// is not settled; and it counts what is no message.
//
// The first byte of the input chooses the mode, and whether the server hangs up
// at the end.
func FuzzClient(f *testing.F) {
	for _, s := range serverSpeeches() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		inBubble(t, func(t *testing.T) {
			speech := &speech{lines: bytes.SplitAfter(data[1:], []byte("\n")), hangUp: data[0]&8 != 0}
			start := time.Now()
			c := converse(t, speech, model.Modes()[int(data[0]&7)%3])
			require.LessOrEqual(t, time.Since(start), 10*clientPatience, "everything is bounded")
			checkWritten(t, speech, c)
			checkSkipped(t, speech, c)
		})
	})
}

// converse makes a few calls of every kind to a server that says its speech.
func converse(t *testing.T, s *speech, mode model.Mode) *client.Client {
	server, stop := s.begin()
	defer stop()
	c, err := client.New(server, client.Mode(mode), client.RequestTimeout(clientPatience), client.MaxLineBytes(limits.MaxLine),
		client.Graces(clientPatience, clientPatience), client.TotalTimeout(3*clientPatience),
		client.OnElicit(func(context.Context, *protocol.ElicitParams) (*protocol.ElicitResult, error) {
			return &protocol.ElicitResult{Action: protocol.ElicitDecline}, nil
		}))
	require.NoError(t, err)
	ctx := context.Background()
	outcomes := make(chan error, 4)
	run := func(call func() error) { go func() { outcomes <- call() }() }
	run(func() error { return c.Connect(ctx) })
	run(func() error {
		_, err := c.CallTool(ctx, "echo", map[string]any{"text": "hi"}, client.OnProgress(func(protocol.ProgressParams) {}))
		return err
	})
	run(func() error {
		early, cancel := context.WithTimeout(ctx, clientPatience/2)
		defer cancel()
		_, err := c.ListTools(early)
		return err
	})
	run(func() error {
		sub, err := c.Listen(ctx, protocol.Filter{ToolsListChanged: true})
		if err == nil {
			enough := time.AfterFunc(clientPatience, func() { sub.Close() })
			defer enough.Stop()
			for range sub.Events() {
			}
		}
		return err
	})
	for range cap(outcomes) {
		requireTyped(t, <-outcomes)
	}
	require.Zero(t, c.Pending(), "nothing waits any more")
	require.NoError(t, c.Close())
	return c
}

// requireTyped requires an error that a caller can tell apart, or none.
func requireTyped(t *testing.T, err error) {
	var lost *client.ConnectionLostError
	var version *client.VersionError
	var answer *protocol.Error
	if err == nil || errors.As(err, &lost) || errors.As(err, &version) || errors.As(err, &answer) {
		return
	}
	for _, kind := range []error{
		client.ErrTimeout, client.ErrClosed, client.ErrCancelled, client.ErrInvalidResult, client.ErrInitialize, client.ErrIncompatible, client.ErrLegacyServer,
		client.ErrWrongEra, client.ErrInputRequired, client.ErrRounds, client.ErrNotRestartable, client.ErrCapability, client.ErrSubscriptionLost,
	} {
		if errors.Is(err, kind) {
			return
		}
	}
	require.Fail(t, "an error of no kind", "%v", err)
}

// A speech is what a server says, a line a beat, whatever it hears, and what it
// has heard meanwhile.
type speech struct {
	lines  [][]byte
	hangUp bool
	said   int // lines that the client has taken
	heard  bytes.Buffer
}

func (s *speech) begin() (server client.Server, stop func()) {
	in, fromClient := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(&s.heard, in)
		out.Close()
	}()
	spoken := make(chan struct{})
	go func() {
		defer close(spoken)
		for _, line := range s.lines[:min(len(s.lines), maxSaid)] {
			time.Sleep(beat)
			if _, err := out.Write(line); err != nil {
				return
			}
			s.said++
		}
		if s.hangUp {
			out.Close()
		}
	}()
	return client.Over(fromServer, fromClient), func() {
		in.Close()
		fromServer.Close()
		<-done
		<-spoken
	}
}
