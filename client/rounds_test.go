package client_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

const (
	pick     = `"pick":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object"}}}`
	accepted = `{"action":"accept","content":{"color":"ochre"}}`
)

func elicits(result string, ask func(*protocol.ElicitParams) error) client.Option {
	return client.OnElicit(func(_ context.Context, p *protocol.ElicitParams) (*protocol.ElicitResult, error) {
		var r protocol.ElicitResult
		if err := protocol.Unmarshal([]byte(result), &r); err != nil {
			return nil, err
		}
		if ask == nil {
			return &r, nil
		}
		return &r, ask(p)
	})
}

func inputRequired(members string) string {
	return `{"resultType":"input_required",` + members + `}`
}

// decisions K9 and K16, C-MRTR-1 to C-MRTR-7: the state goes back as the bytes
// that came, with the answers of the last round only, under a new id, and on
// nothing else.
// Shows C-STATE-2.
func TestRounds(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		mode := protocol.ElicitMode("")
		c, p := connect(t, modern, elicits(accepted, func(p *protocol.ElicitParams) error { mode = p.Mode; return nil }),
			client.OnRoots(func(context.Context) ([]protocol.Root, error) { return nil, nil }))
		out := spawn(echo(t.Context(), c))
		first := p.next("tools/call")
		require.NotContains(t, first.text, "requestState")
		state := `" \ud800é{\"x\":1} =?b?= \u0041"`
		p.result(first.ID, inputRequired(`"inputRequests":{`+pick+`,"r\u00e9":{"method":"roots/list"}},"requestState":`+state))
		second := p.next("tools/call")
		require.Contains(t, second.text, `"requestState":`+state, "byte for byte")
		require.Contains(t, second.text, `"inputResponses":{"pick":`+accepted+`,"r\u00e9":{"roots":[]}}`)
		require.Contains(t, second.text, `"name":"echo","arguments":{"text":"hi"}`)
		require.NotEqual(t, first.ID, second.ID)
		require.Equal(t, protocol.ElicitForm, mode, "C-ELIC-2")
		p.result(second.ID, inputRequired(`"inputRequests":{"other":{"method":"roots/list","params":{}}}`))
		third := p.next("tools/call")
		require.NotContains(t, third.text, "requestState")
		require.NotContains(t, third.text, "pick")
		p.result(third.ID, echoed)
		require.NoError(t, (<-out).err)

		again := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		require.NotContains(t, l.text, "inputResponses")
		p.result(l.ID, echoed)
		require.NoError(t, (<-again).err)
	})
}

// decisions K16: what an answered round brought is not sent with the next one, also
// when that has no question.
func TestRoundWithoutAQuestionHasNoAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, elicits(accepted, nil))
		out := spawn(echo(t.Context(), c))
		p.result(p.next("tools/call").ID, inputRequired(`"inputRequests":{`+pick+`}`))
		l := p.next("tools/call")
		require.Contains(t, l.text, "inputResponses")
		p.result(l.ID, inputRequired(`"requestState":"s"`))
		l = p.next("tools/call")
		require.NotContains(t, l.text, "inputResponses")
		require.Contains(t, l.text, `"requestState":"s"`)
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
}

// C142, decisions K9: 50, 100, 200, 250, 250 ms, from the start again after a round
// with a question.
func TestStateOnlyRoundsBackOff(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, elicits(accepted, nil))
		spawn(echo(t.Context(), c))
		answer := func(members string) time.Duration {
			l := p.next("tools/call")
			begun := time.Now()
			p.result(l.ID, inputRequired(members))
			l = p.next("tools/call")
			p.lines <- l // for the next round
			return time.Since(begun).Round(time.Millisecond)
		}
		for _, want := range []time.Duration{50, 100, 200, 250, 250} {
			require.Equal(t, want*time.Millisecond, answer(`"requestState":"s","inputRequests":{}`))
		}
		require.Zero(t, answer(`"inputRequests":{`+pick+`}`))
		require.Equal(t, 50*time.Millisecond, answer(`"requestState":"s"`))
	})
}

// Nobody waits for the end of a pause who has given up.
func TestPausesEndWithTheCall(t *testing.T) {
	for _, tc := range []struct {
		end  func(c *client.Client, cancel func())
		want error
	}{
		{func(_ *client.Client, cancel func()) { cancel() }, client.ErrCancelled},
		{func(c *client.Client, _ func()) { go c.Close() }, client.ErrClosed},
	} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, modern)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			out := spawn(echo(ctx, c))
			p.result(p.next("tools/call").ID, inputRequired(`"requestState":"s"`))
			synctest.Wait()
			tc.end(c, cancel)
			o := <-out
			require.ErrorIs(t, o.err, tc.want)
			require.Zero(t, o.after)
			p.quiet()
		})
	}
}

// decisions K16: the cap counts what is sent again.
func TestRoundsAreCapped(t *testing.T) {
	for sent, opts := range map[int][]client.Option{4: {client.MaxRounds(3)}, 11: nil} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, modern, append(opts, elicits(accepted, nil))...)
			out := spawn(echo(t.Context(), c))
			for range sent {
				p.result(p.next("tools/call").ID, inputRequired(`"inputRequests":{`+pick+`}`))
			}
			require.ErrorIs(t, (<-out).err, client.ErrRounds)
			p.quiet()
		})
	}
}

// rules B16: what cannot be fulfilled is an error, and nothing is sent again.
// Shows C-ERR-8.
func TestUnfulfilledRounds(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, elicits(`{"action":"decline"}`, func(p *protocol.ElicitParams) error {
			if p.Message == "boom" {
				panic("at the disco")
			}
			return &protocol.Error{Code: -1, Message: "no"}
		}), client.OnSample(func(context.Context, *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error) {
			return nil, nil
		}))
		for members, want := range map[string]error{
			`"inputRequests":{"r":{"method":"roots/list"}}`:                                                                           client.ErrInputRequired,
			`"inputRequests":{"e":{"method":"elicitation/create"}}`:                                                                   client.ErrInputRequired,
			`"inputRequests":{"e":{"method":"elicitation/create","params":{"mode":"dance","message":"?"}}}`:                           client.ErrInputRequired,
			`"inputRequests":{"s":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1,"tools":[{"name":"x"}]}}}`: client.ErrInputRequired,
			`"inputRequests":{"s":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1,"toolChoice":{}}}}`:        client.ErrInputRequired,
			`"inputRequests":{"s":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}}`:                        client.ErrHandler,
			`"inputRequests":{` + pick + `}`: client.ErrHandler,
			`"inputRequests":{"e":{"method":"elicitation/create","params":{"message":"boom"}}}`: client.ErrHandler,
			`"inputRequests":{"p":{"method":"ping"}},"requestState":"s"`:                        client.ErrInvalidResult,
			`"inputRequests":{"p":"x"},"requestState":"s"`:                                      client.ErrInvalidResult,
			`"inputRequests":[],"requestState":"s"`:                                             client.ErrInvalidResult,
			`"inputRequests":{}`:                                                                client.ErrInvalidResult,
			`"requestState":7`:                                                                  client.ErrInvalidResult,
		} {
			out := spawn(echo(t.Context(), c))
			p.result(p.next("tools/call").ID, inputRequired(members))
			require.ErrorIs(t, (<-out).err, want, members)
			p.quiet()
		}
		out := spawn(func() ([]protocol.Tool, error) { return c.ListTools(t.Context()) })
		p.result(p.next("tools/list").ID, inputRequired(`"requestState":"s"`))
		require.ErrorIs(t, (<-out).err, client.ErrInvalidResult, "only three methods may ask")
	})
}

// C147: the first handler that fails ends its siblings; the caller does not wait for
// one that does not care.
func TestHandlersEndTogether(t *testing.T) {
	ended := func(t *testing.T, wait bool, end func(c *client.Client, cancel func()), want error) {
		inBubble(t, func(t *testing.T) {
			var sibling error
			stubborn := make(chan struct{})
			opts := []client.Option{
				client.OnRoots(func(ctx context.Context) ([]protocol.Root, error) {
					<-ctx.Done()
					sibling = ctx.Err()
					<-stubborn
					return nil, nil
				}),
				elicits(`{"action":"cancel"}`, func(*protocol.ElicitParams) error {
					if wait {
						<-stubborn
					}
					return errors.New("broken")
				})}
			c, p := connect(t, modern, opts...)
			ctx, cancel := context.WithCancel(t.Context())
			var limit []client.CallOption
			if errors.Is(want, client.ErrTimeout) {
				limit = append(limit, client.MaxTimeout(time.Minute))
			}
			out := spawn(echo(ctx, c, limit...))
			p.result(p.next("tools/call").ID, inputRequired(`"inputRequests":{`+pick+`,"r":{"method":"roots/list"}}`))
			synctest.Wait()
			if wait {
				require.Equal(t, 0, c.Pending(), "nothing waits for the server")
			}
			end(c, cancel)
			require.ErrorIs(t, (<-out).err, want)
			synctest.Wait()
			require.Error(t, sibling, "the sibling was cancelled")
			close(stubborn)
			cancel()
		})
	}
	t.Run("one fails", func(t *testing.T) {
		ended(t, false, func(*client.Client, func()) {}, client.ErrHandler)
	})
	t.Run("the caller gives up", func(t *testing.T) {
		ended(t, true, func(_ *client.Client, cancel func()) { cancel() }, client.ErrCancelled)
	})
	t.Run("the time is over", func(t *testing.T) {
		ended(t, true, func(*client.Client, func()) { time.Sleep(time.Minute) }, client.ErrTimeout)
	})
	t.Run("the client is closed", func(t *testing.T) {
		ended(t, true, func(c *client.Client, _ func()) { go c.Close() }, client.ErrClosed)
	})
}

// The whole of a call is bounded, whatever its rounds do.
func TestTotalTimeout(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.TotalTimeout(time.Second), elicits(accepted, func(*protocol.ElicitParams) error {
			time.Sleep(400 * time.Millisecond)
			return nil
		}))
		out := spawn(echo(t.Context(), c))
		for range 3 {
			p.result(p.next("tools/call").ID, inputRequired(`"inputRequests":{`+pick+`}`))
		}
		o := <-out
		require.ErrorIs(t, o.err, client.ErrTimeout)
		require.NotErrorIs(t, o.err, client.ErrCancelled)
		require.Equal(t, time.Second, o.after)

		ping := spawn(func() (int, error) { return 0, c.Ping(t.Context()) })
		p.next("server/discover")
		require.ErrorIs(t, (<-ping).err, client.ErrTimeout)

		out = spawn(echo(t.Context(), c, client.MaxTimeout(3*time.Second)))
		l := p.next("tools/call")
		o = <-out
		require.ErrorIs(t, o.err, client.ErrTimeout)
		require.Equal(t, 3*time.Second, o.after)
		require.Equal(t, l.ID, p.next("notifications/cancelled").Params.RequestID)
		p.quiet()
	})
}

// C-TIME-4 and C-TIME-5: progress puts the limit off, but not for ever.
// Shows C-TIME-10.
func TestResetOnProgress(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.RequestTimeout(time.Second))
		out := spawn(echo(t.Context(), c, client.ResetOnProgress(), client.MaxTimeout(5*time.Second)))
		l := p.next("tools/call")
		require.JSONEq(t, string(l.ID), string(l.Params.Meta["progressToken"]), "asking for it sends a token")
		for i := range 20 {
			time.Sleep(900 * time.Millisecond)
			select {
			case o := <-out:
				require.Equal(t, 5*time.Second, o.after)
				require.ErrorIs(t, o.err, client.ErrTimeout)
				p.next("notifications/cancelled")
				return
			default:
				p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":%d}`, l.ID, i)
			}
		}
		require.Fail(t, "it never ended")
	})
	inBubble(t, func(t *testing.T) { // without MaxTimeout: ten limits
		c, p := connect(t, modern, client.RequestTimeout(time.Second))
		out := spawn(echo(t.Context(), c, client.ResetOnProgress()))
		l := p.next("tools/call")
		for i := range 30 {
			time.Sleep(900 * time.Millisecond)
			p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":%d}`, l.ID, i)
			synctest.Wait()
			if len(out) > 0 {
				break
			}
		}
		require.Equal(t, 10*time.Second, (<-out).after, "hard maximum")
		p.next("notifications/cancelled")
	})
}

// A call goes on with the next process, unless that is of the other era: what
// was asked and answered means nothing there.
func TestRoundsAcrossARestart(t *testing.T) {
	for _, next := range []string{"modern", "legacy"} {
		starts := []string{"modern asks", next}
		server := client.CommandFunc(func() *exec.Cmd {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), serverEnv+"="+starts[0])
			starts = starts[1:]
			return cmd
		})
		var c *client.Client
		c, err := client.New(server, client.OnRoots(func(context.Context) ([]protocol.Root, error) {
			for c.Era() != 0 { // until the exit was noticed
				runtime.Gosched()
			}
			return nil, nil
		}))
		require.NoError(t, err)
		_, err = c.CallTool(t.Context(), "echo", nil)
		if next == "modern" {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, client.ErrWrongEra)
		}
		require.NoError(t, c.Close())
	}
}
