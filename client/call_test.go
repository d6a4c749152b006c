package client_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

const echoed = `{"resultType":"complete","content":[{"type":"text","text":"hi"}]}`

func echo(ctx context.Context, c *client.Client, opts ...client.CallOption) func() (*protocol.CallToolResult, error) {
	return func() (*protocol.CallToolResult, error) {
		return c.CallTool(ctx, "echo", map[string]any{"text": "hi"}, opts...)
	}
}

// rules B7, B8, decisions K18: the envelope is complete, the host's own members
// survive, the protocol's cannot be set.
// Shows C-META-6, C-META-7, C-META-8, C-META-9, C-ERA-10, S-META-6.
func TestEnvelope(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.ClientInfo(protocol.Implementation{Name: "acme", Version: "3"}))
		meta := protocol.Meta(`{"traceparent":"00-1-2-01","io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/logLevel":"info"}`)
		out := spawn(echo(t.Context(), c, client.Meta(meta)))
		l := p.next("tools/call")
		require.JSONEq(t, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"},"_meta":{
			"traceparent":"00-1-2-01",
			"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},
			"io.modelcontextprotocol/clientInfo":{"name":"acme","version":"3"},"io.modelcontextprotocol/logLevel":"info"}}}`, l.text)
		p.result(l.ID, echoed)
		require.Equal(t, "hi", (<-out).value.Content[0].Text)

		raw := spawn(func() ([]byte, error) {
			return c.Raw(t.Context(), "acme/do", map[string]any{"x": 1, "_meta": map[string]any{"own": "a\nb", "progressToken": 7}})
		})
		l = p.next("acme/do")
		require.JSONEq(t, `7`, string(l.Params.Meta["progressToken"]), "without OnProgress the host's token stays")
		require.JSONEq(t, `"a\nb"`, string(l.Params.Meta["own"]))
		require.Equal(t, "2026-07-28", l.version())
		p.result(l.ID, `{"y":2}`)
		require.JSONEq(t, `{"y":2}`, string((<-raw).value))
	})
}

func TestLegacyCarriesNoEnvelope(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		meta := protocol.Meta(`{"traceparent":"00-1-2-01","io.modelcontextprotocol/logLevel":"info"}`)
		out := spawn(echo(t.Context(), c, client.Meta(meta), client.OnProgress(func(protocol.ProgressParams) {})))
		l := p.next("tools/call")
		require.JSONEq(t, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"},"_meta":{
			"traceparent":"00-1-2-01","progressToken":3}}}`, l.text)
		p.result(l.ID, `{"content":[]}`)
		require.NoError(t, (<-out).err)
	})
}

// Shows C-META-9.
func TestSendClientInfoOff(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		connect(t, func(p *peer) {
			l := p.next("server/discover")
			require.NotContains(t, l.text, "clientInfo")
			p.result(l.ID, discovered)
		}, client.SendClientInfo(false))
	})
}

// All progress that came before the result is reported before the call returns,
// on the goroutine of the call: a callback may call the client.
// Shows C-PROG-3.
func TestProgress(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		var seen []float64
		nested := false
		out := spawn(echo(t.Context(), c, client.OnProgress(func(pr protocol.ProgressParams) {
			seen = append(seen, pr.Progress)
			if !nested {
				nested = true
				_, err := c.CallTool(t.Context(), "inner", nil)
				require.NoError(t, err)
			}
		})))
		l := p.next("tools/call")
		p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":1,"total":3}`, l.ID)
		p.send(`"method":"notifications/progress","params":{"progressToken":"%s","progress":77}`, l.ID) // another type, another token
		inner := p.next("tools/call")
		require.Equal(t, "inner", inner.Params.Name)
		p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":2}`, l.ID)
		p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":3}`, l.ID)
		p.result(l.ID, echoed)
		p.result(inner.ID, echoed)
		require.NoError(t, (<-out).err)
		require.Equal(t, []float64{1, 2, 3}, seen)
	})
}

func TestAPanicInACallbackCancelsTheCall(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := spawn(func() (_ any, err error) {
			defer func() { err = errors.New(recover().(string)) }()
			return echo(t.Context(), c, client.OnProgress(func(protocol.ProgressParams) { panic("mine") }))()
		})
		l := p.next("tools/call")
		p.send(`"method":"notifications/progress","params":{"progressToken":%s,"progress":1}`, l.ID)
		require.EqualError(t, (<-out).err, "mine")
		require.JSONEq(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
	})
}

// decisions K8: one cancel, with the id of the request; what comes then is
// nobody's.
// Shows C-CANCEL-1, C-CANCEL-2, C-CANCEL-4, C-CANCEL-5, C-LCANCEL-7, C-LCANCEL-8.
func TestCancel(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			ctx, cancel := context.WithCancelCause(t.Context())
			out := spawn(echo(ctx, c))
			l := p.next("tools/call")
			cause := errors.New("the user went away")
			cancel(cause)
			err := (<-out).err
			require.ErrorIs(t, err, client.ErrCancelled)
			require.ErrorIs(t, err, cause)
			require.Equal(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+string(l.ID)+`}}`,
				p.next("notifications/cancelled").text)
			p.fail(l.ID, `{"code":0,"message":"Request cancelled"}`)
			p.quiet()
			out = spawn(echo(t.Context(), c))
			p.result(p.next("tools/call").ID, echoed)
			require.NoError(t, (<-out).err)
		})
	}
}

func TestCancelledBeforeTheCallSendsNothing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := echo(ctx, c)()
		require.ErrorIs(t, err, client.ErrCancelled)
		p.quiet()
	})
}

// Shows C-TIME-1, C-TIME-2, C-TIME-3, C-CANCEL-4, C-ERR-8, C-TIME-6, C-TIME-7,
// C-TIME-8.
func TestTimeout(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era, client.RequestTimeout(10*time.Second))
			out := spawn(echo(t.Context(), c))
			l := p.next("tools/call")
			require.JSONEq(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
			o := <-out
			require.ErrorIs(t, o.err, client.ErrTimeout)
			require.Equal(t, 10*time.Second, o.after)
			p.result(l.ID, echoed) // late

			out = spawn(echo(t.Context(), c, client.Timeout(time.Second)))
			p.next("tools/call")
			p.next("notifications/cancelled")
			require.Equal(t, time.Second, (<-out).after)
		})
	}
}

// A server that takes nothing off its stdin holds up neither callers whose
// contexts end, nor time limits, nor Close; and what was never handed to the
// pipe is not cancelled on it.
func TestStalledServer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		p := &peer{t: t, in: toServer, out: fromServer, lines: make(chan line, 1)}
		ready := make(chan struct{})
		go func() {
			defer close(ready)
			b := make([]byte, 4096)
			toServer.Read(b)
			p.result([]byte("1"), discovered)
		}()
		c, err := client.Connect(t.Context(), client.Over(toClient, fromClient), client.RequestTimeout(time.Minute))
		require.NoError(t, err)
		<-ready

		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		first := spawn(echo(ctx, c)) // its write is blocked
		synctest.Wait()
		second := spawn(echo(ctx, c)) // in line behind it
		third := spawn(echo(t.Context(), c, client.Timeout(7*time.Second)))
		require.Equal(t, 5*time.Second, (<-first).after)
		require.Equal(t, 5*time.Second, (<-second).after)
		require.ErrorIs(t, (<-third).err, client.ErrTimeout)

		fourth := spawn(echo(t.Context(), c))
		synctest.Wait()
		begun := time.Now()
		require.NoError(t, c.Close())
		require.Less(t, time.Since(begun), 5*time.Second)
		require.ErrorIs(t, (<-fourth).err, client.ErrClosed)
	})
}

// The same, but the server wakes up: the cancel follows the complete request.
func TestCancelFollowsTheRequest(t *testing.T) {
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
		written := spawn(echo(ctx, c))
		synctest.Wait() // its write is blocked
		waiting := spawn(echo(ctx, c))
		synctest.Wait()
		cancel()
		<-written
		<-waiting
		go p.read()
		l := p.next("tools/call")
		require.JSONEq(t, string(l.ID), string(p.next("notifications/cancelled").Params.RequestID))
		p.quiet() // the other one never was on the wire
		go p.gone()
		require.NoError(t, c.Close())
	})
}

// rules B10.
// Shows C-VER-1.
func TestRenegotiation(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.result(p.next("server/discover").ID, `{"supportedVersions":["2027-05-05"]}`)
		}, client.ModernVersions("2027-05-05", "2026-07-28"))
		const refused = `{"code":-32022,"message":"x","data":{"supported":["2026-07-28"],"requested":"2027-05-05"}}`
		a, b := spawn(echo(t.Context(), c)), spawn(echo(t.Context(), c))
		first, second := p.next("tools/call"), p.next("tools/call")
		p.fail(first.ID, refused)
		again := p.next("tools/call")
		require.Equal(t, "2026-07-28", again.version())
		require.NotEqual(t, first.ID, again.ID)
		p.fail(second.ID, refused)
		p.result(again.ID, echoed)
		again = p.next("tools/call")
		require.Equal(t, "2026-07-28", again.version())
		p.fail(again.ID, `{"code":-32022,"message":"x","data":{"supported":["2027-05-05"]}}`)
		p.quiet()
		x, y := <-a, <-b
		version := new(client.VersionError)
		require.ErrorAs(t, errors.Join(x.err, y.err), &version)
		require.True(t, x.err == nil || y.err == nil, "only one of them gives up")
		code, _ := protocol.CodeOf(version)
		require.Equal(t, protocol.CodeUnsupportedVersion, code)
		require.Equal(t, "2026-07-28", c.Version())
	})
}

// rules B11, B15.
func TestPingAndDiscoverOnModern(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		ping := spawn(func() (any, error) { return nil, c.Ping(t.Context()) })
		p.result(p.next("server/discover").ID, `{"supportedVersions":["2026-07-28"],"capabilities":{"prompts":{}}}`)
		require.NoError(t, (<-ping).err)
		capabilities := c.Capabilities()
		require.True(t, capabilities.Has(protocol.CapPrompts))

		discover := spawn(func() (*protocol.DiscoverResult, error) { return c.Discover(t.Context()) })
		p.result(p.next("server/discover").ID, `{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"imposter","version":"9"}}}`)
		err := (<-discover).err
		require.ErrorIs(t, err, client.ErrInvalidResult)
		require.ErrorContains(t, err, "supportedVersions")
		require.Equal(t, "kiln", c.ServerInfo().Name)

		ctx, cancel := context.WithCancel(t.Context())
		ping = spawn(func() (any, error) { return nil, c.Ping(ctx) })
		p.next("server/discover")
		cancel()
		require.ErrorIs(t, (<-ping).err, client.ErrCancelled)
		p.quiet() // discover is never cancelled
	})
}

func TestPingOnLegacy(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		ping := spawn(func() (any, error) { return nil, c.Ping(t.Context()) })
		p.result(p.next("ping").ID, `{}`)
		require.NoError(t, (<-ping).err)
		_, err := c.Discover(t.Context())
		require.ErrorIs(t, err, client.ErrWrongEra)
		require.ErrorContains(t, err, "2026-07-28")
		p.quiet()
	})
}

// C-REMOVED-1.
func TestRawRefusesWhatTheEraDoesNotHave(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		for _, method := range []string{"logging/setLevel", "resources/subscribe"} {
			_, err := c.Raw(t.Context(), method, nil)
			require.ErrorIs(t, err, client.ErrWrongEra, method)
		}
		for _, method := range []string{"", "initialize", "server/discover", "subscriptions/listen", "sampling/createMessage", "notifications/progress"} {
			_, err := c.Raw(t.Context(), method, nil)
			require.ErrorIs(t, err, client.ErrArgument, method)
		}
		_, err := c.Raw(t.Context(), "acme/do", []int{1})
		require.ErrorIs(t, err, client.ErrArgument)
		_, err = c.CallTool(t.Context(), "echo", "no object")
		require.ErrorIs(t, err, client.ErrArgument)
		_, err = echo(t.Context(), c, client.Meta(protocol.Meta(`[1]`)))()
		require.ErrorIs(t, err, client.ErrArgument)
		p.quiet()
	})
}

// decisions K10, rules B16.
// Shows C-RT-2, C-RT-3.
func TestResultTypes(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		for result, want := range map[string]error{
			`{"content":[]}`:                                       nil,
			`{"resultType":"complete","content":[]}`:               nil,
			`{"resultType":"input_required"}`:                      client.ErrInvalidResult,
			`{"resultType":"kiln_partial","content":[]}`:           client.ErrInvalidResult,
			`{"resultType":7}`:                                     client.ErrInvalidResult,
			`"text"`:                                               client.ErrInvalidResult,
			`{"resultType":"complete","content":"not an array"}`:   client.ErrInvalidResult,
			`{"_meta":{"io.modelcontextprotocol/serverInfo":"x"}}`: nil,
		} {
			out := spawn(echo(t.Context(), c))
			p.result(p.next("tools/call").ID, result)
			require.ErrorIs(t, (<-out).err, want, result)
		}
	})
}

// decisions K17.
func TestServerInfoIsRefreshed(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := spawn(echo(t.Context(), c))
		p.result(p.next("tools/call").ID, `{"content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"renamed","version":"2"}}}`)
		require.NoError(t, (<-out).err)
		require.Equal(t, "renamed", c.ServerInfo().Name)
	})
}

// Shows C-PAGE-1, C-PAGE-2, C-PAGE-3, C-PAGE-7.
func TestListToolsReadsAllPages(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := spawn(func() ([]protocol.Tool, error) { return c.ListTools(t.Context()) })
		p.result(p.next("tools/list").ID, `{"tools":[{"name":"a","inputSchema":{}}],"nextCursor":""}`)
		l := p.next("tools/list")
		require.Contains(t, l.text, `"cursor":""`)
		p.result(l.ID, `{"tools":[{"name":"b","inputSchema":{}}],"nextCursor":"2"}`)
		p.result(p.next("tools/list").ID, `{"tools":[{"name":"c","inputSchema":{}}]}`)
		o := <-out
		require.NoError(t, o.err)
		require.Len(t, o.value, 3)

		out = spawn(func() ([]protocol.Tool, error) { return c.ListTools(t.Context()) })
		p.result(p.next("tools/list").ID, `{"tools":[],"nextCursor":"x"}`)
		p.result(p.next("tools/list").ID, `{"tools":[],"nextCursor":"x"}`)
		require.ErrorIs(t, (<-out).err, client.ErrInvalidResult, "a list that goes in circles")
	})
}

// rules B17, C-FRAME-8: on modern no response is written, whatever comes.
// Shows C-PING-1, C-RESP-1, C-RESP-4, C-LROOTS-2, C-MSG-5.
func TestServerRequests(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		_, p := connect(t, modern)
		p.send(`"id":"s","method":"ping"`)
		p.send(`"id":"t","method":"roots/list"`)
		p.quiet()
	})
	inBubble(t, func(t *testing.T) {
		_, p := connect(t, legacy)
		p.send(`"id":0,"method":"ping"`)
		require.Equal(t, `{"jsonrpc":"2.0","id":0,"result":{}}`, p.next("response").text)
		p.send(`"id":"t","method":"roots/list"`)
		require.Equal(t, `{"jsonrpc":"2.0","id":"t","error":{"code":-32601,"message":"Method not found","data":"roots/list"}}`, p.next("response").text)
	})
}

// A server that asks and asks and does not read costs bounded memory: what is
// too much stays without an answer.
func TestPingFlood(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		p := &peer{t: t, in: toServer, out: fromServer, lines: make(chan line, 8192)}
		go func() {
			b := make([]byte, 4096)
			toServer.Read(b)
			p.result([]byte("1"), initialized)
			toServer.Read(b)
		}()
		c, err := client.Connect(t.Context(), client.Over(toClient, fromClient), client.Mode(client.Legacy))
		require.NoError(t, err)
		synctest.Wait()
		for i := range 5000 {
			p.send(`"id":%d,"method":"ping"`, i)
		}
		go p.read()
		synctest.Wait()
		require.Greater(t, len(p.lines), 1000)
		require.Less(t, len(p.lines), 1100)
		go p.gone()
		require.NoError(t, c.Close())
	})
}

// A server may say anything: what is not for us is skipped.
// Shows C-NOTIF-1, C-FRAME-9.
func TestNoise(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		io.WriteString(p.out, "Server ready!\n{bad\n[1]\n17\n\n")
		p.send(`"id":999,"result":{}`)
		p.send(`"id":null,"error":{"code":-32700,"message":"x"}`)
		p.send(`"method":"notifications/kiln.tick"`)
		p.send(`"method":"notifications/progress","params":{"progressToken":999,"progress":1}`)
		out := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		p.send(`"id":"%s","result":{"content":[]}`, l.ID) // a string is another id
		p.result(l.ID, echoed)
		p.result(l.ID, `{"content":[]}`)
		o := <-out
		require.NoError(t, o.err)
		require.Len(t, o.value.Content, 1, "the first answer counts")
		require.Equal(t, 4, c.Skipped())

		out = spawn(echo(t.Context(), c))
		l = p.next("tools/call")
		p.send(`"id":%s,"error":"no error object"`, l.ID)
		require.ErrorIs(t, (<-out).err, client.ErrInvalidResult)
	})
}

// decisions K12.
func TestOverlongLineEndsTheConnection(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.MaxLineBytes(4096))
		out := spawn(echo(t.Context(), c))
		p.next("tools/call")
		go io.WriteString(p.out, strings.Repeat("x", 5000)+"\n")
		err := (<-out).err
		require.ErrorIs(t, err, client.ErrLineTooLong)
		require.ErrorAs(t, err, new(*client.ConnectionLostError))
	})
}

func TestServerExitLosesCalls(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := spawn(echo(t.Context(), c))
		p.next("tools/call")
		p.exit()
		err := (<-out).err
		require.ErrorAs(t, err, new(*client.ConnectionLostError))
		require.ErrorIs(t, err, io.EOF)
		require.Zero(t, c.Era())
		_, err = echo(t.Context(), c)()
		require.ErrorIs(t, err, client.ErrNotRestartable)
	})
}

func TestClose(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := spawn(echo(t.Context(), c))
		p.next("tools/call")
		begun := time.Now()
		require.NoError(t, c.Close()) // the server never reacts to the end of its input
		require.Equal(t, client.DefaultGrace, time.Since(begun))
		require.ErrorIs(t, (<-out).err, client.ErrClosed)
		_, err := echo(t.Context(), c)()
		require.ErrorIs(t, err, client.ErrClosed)
		require.NoError(t, c.Close())
	})
}

// One connection, many callers: everybody gets their own answer.
// Shows C-FRAME-10, C-FRAME-11, C-STATE-2.
func TestConcurrentCalls(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		const n = 1000
		go func() {
			for range n {
				l := p.next("tools/call")
				p.result(l.ID, `{"content":[{"type":"text","text":"`+l.Params.Name+`"}]}`)
			}
		}()
		outs := make([]<-chan outcome[*protocol.CallToolResult], n)
		for i := range n {
			name := strings.Repeat("x", i%7) + string(rune('a'+i%26))
			outs[i] = spawn(func() (*protocol.CallToolResult, error) {
				res, err := c.CallTool(t.Context(), name, nil)
				if err == nil && res.Content[0].Text != name {
					err = errors.New("somebody else's answer")
				}
				return res, err
			})
		}
		for _, out := range outs {
			require.NoError(t, (<-out).err)
		}
	})
}
