package client_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

func does(f func() error) <-chan outcome[int] {
	return spawn(func() (int, error) { return 0, f() })
}

// rules B11: the log level is in every further request on modern, and a request
// of its own on legacy.
// Shows C-META-11.
func TestSetLogLevel(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		require.NoError(t, c.SetLogLevel(t.Context(), protocol.LevelDebug))
		require.ErrorIs(t, c.SetLogLevel(t.Context(), 99), client.ErrArgument)
		out := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		require.Equal(t, `"debug"`, string(l.Params.Meta["io.modelcontextprotocol/logLevel"]))
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
		out = spawn(echo(t.Context(), c, client.Meta(protocol.Meta(`{"io.modelcontextprotocol/logLevel":"error"}`))))
		l = p.next("tools/call")
		require.Equal(t, `"error"`, string(l.Params.Meta["io.modelcontextprotocol/logLevel"]), "the call's wins")
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		out := does(func() error { return c.SetLogLevel(t.Context(), protocol.LevelWarning) })
		l := p.next("logging/setLevel")
		require.Contains(t, l.text, `"params":{"level":"warning"}`)
		p.result(l.ID, `{}`)
		require.NoError(t, (<-out).err)
	})
}

// A default level is for both eras, too.
func TestLogLevelOption(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.fail(p.next("server/discover").ID, noMethod)
			p.result(p.next("initialize").ID, `{"protocolVersion":"2025-11-25","capabilities":{"logging":{}}}`)
			p.next("notifications/initialized")
		}, client.LogLevel(protocol.LevelError))
		l := p.next("logging/setLevel")
		require.Contains(t, l.text, `"error"`)
		p.fail(l.ID, noMethod) // nobody minds
		out := spawn(echo(t.Context(), c))
		p.result(p.next("tools/call").ID, echoed)
		require.NoError(t, (<-out).err)
	})
	inBubble(t, func(t *testing.T) { // a server that did not declare logging is not asked
		_, p := connect(t, legacy, client.LogLevel(protocol.LevelError))
		p.quiet()
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.LogLevel(protocol.LevelError))
		out := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		require.Equal(t, `"error"`, string(l.Params.Meta["io.modelcontextprotocol/logLevel"]))
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
	_, err := client.New(client.Command("x"), client.LogLevel(99))
	require.ErrorIs(t, err, client.ErrArgument)
}

// rules B11: a change of roots is told to a legacy server that knows of roots.
// Shows C-ROOTS-1, C-LROOTS-1.
func TestSetRoots(t *testing.T) {
	roots := []protocol.Root{{URI: "file:///a"}}
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		require.NoError(t, c.SetRoots(t.Context(), roots))
		p.quiet()
		require.ErrorIs(t, c.SetRoots(t.Context(), []protocol.Root{{URI: "https://a"}}), client.ErrArgument)
		out := spawn(echo(t.Context(), c))
		l := p.next("tools/call")
		require.JSONEq(t, `{"roots":{}}`, string(l.Params.Meta["io.modelcontextprotocol/clientCapabilities"]))
		p.result(l.ID, inputRequired(`"inputRequests":{"r":{"method":"roots/list"}}`))
		l = p.next("tools/call")
		require.Contains(t, l.text, `"r":{"roots":[{"uri":"file:///a"}]}`)
		p.result(l.ID, echoed)
		require.NoError(t, (<-out).err)
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy, client.OnRoots(func(context.Context) ([]protocol.Root, error) { return nil, nil }))
		require.NoError(t, c.SetRoots(t.Context(), roots))
		p.next("notifications/roots/list_changed")
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		require.NoError(t, c.SetRoots(t.Context(), roots))
		p.quiet() // it was not told of roots
	})
}

// Notifications have no envelope; what the era does not have is dropped.
// Shows C-META-5, C-LIFE-6.
func TestNotify(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		for _, name := range []string{"notifications/initialized", "notifications/roots/list_changed", "notifications/progress"} {
			require.NoError(t, c.Notify(t.Context(), name, nil))
		}
		p.quiet()
		require.NoError(t, c.Notify(t.Context(), "acme/tick", map[string]any{"n": 1, "_meta": map[string]any{"a": 1, "io.modelcontextprotocol/protocolVersion": "x"}}))
		require.Equal(t, `{"jsonrpc":"2.0","method":"acme/tick","params":{"n":1,"_meta":{"a":1}}}`, p.next("acme/tick").text)
		for _, name := range []string{"", "notifications/cancelled", "tools/list"} {
			require.ErrorIs(t, c.Notify(t.Context(), name, nil), client.ErrArgument)
		}
		require.NoError(t, c.Notify(t.Context(), "acme/last", nil))
		go p.gone()
		require.NoError(t, c.Close())
		require.ErrorIs(t, c.Notify(t.Context(), "acme/tick", nil), client.ErrClosed)
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		require.NoError(t, c.Notify(t.Context(), "notifications/initialized", nil), "once is enough")
		p.quiet()
		require.NoError(t, c.Notify(t.Context(), "notifications/progress", map[string]any{"progressToken": "t", "progress": 1}))
		p.next("notifications/progress")
	})
}

// rules B11: subscribing to a resource is a listen on modern.
// Shows C-SUB-2, C-LIFE-6.
func TestSubscribeResource(t *testing.T) {
	with := strings.Replace(discovered, `"tools"`, `"resources":{"subscribe":true},"tools"`, 1)
	inBubble(t, func(t *testing.T) {
		var seen []string
		c, p := connect(t, func(p *peer) { p.result(p.next("server/discover").ID, with) },
			client.ListenBuffer(1), client.OnNotification(func(n client.Notification) { seen = append(seen, n.Method) }))
		out := does(func() error { return c.SubscribeResource(t.Context(), "kiln://g") })
		l := p.next("subscriptions/listen")
		require.Contains(t, l.text, `"notifications":{"resourceSubscriptions":["kiln://g"]}`)
		p.acknowledge(l, `{"resourceSubscriptions":["kiln://g"]}`)
		require.NoError(t, (<-out).err)
		require.NoError(t, c.SubscribeResource(t.Context(), "kiln://g"), "it is there already")
		for range 3 { // nobody reads, and nothing overflows
			p.send(`"method":"notifications/resources/updated","params":{"uri":"kiln://g/7",%s}`, stampOf(l.ID))
			p.send(`"method":"notifications/resources/updated","params":{"uri":"kiln://g/8",%s}`, stampOf(l.ID))
		}
		p.quiet()
		require.Len(t, seen, 7)
		require.NoError(t, c.UnsubscribeResource(t.Context(), "kiln://g"))
		require.Equal(t, l.ID, p.next("notifications/cancelled").Params.RequestID)
		require.NoError(t, c.UnsubscribeResource(t.Context(), "kiln://g"))
		p.quiet()

		out = does(func() error { return c.SubscribeResource(t.Context(), "kiln://h") })
		l = p.next("subscriptions/listen")
		p.acknowledge(l, `{}`)
		p.next("notifications/cancelled")
		require.ErrorIs(t, (<-out).err, client.ErrCapability)
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.fail(p.next("server/discover").ID, noMethod)
			p.result(p.next("initialize").ID, `{"protocolVersion":"2025-11-25","capabilities":{"resources":{"subscribe":true}}}`)
			p.next("notifications/initialized")
		})
		out := does(func() error { return c.SubscribeResource(t.Context(), "kiln://g") })
		l := p.next("resources/subscribe")
		require.Contains(t, l.text, `"params":{"uri":"kiln://g"}`)
		p.result(l.ID, `{}`)
		require.NoError(t, (<-out).err)
		out = does(func() error { return c.UnsubscribeResource(t.Context(), "kiln://g") })
		p.result(p.next("resources/unsubscribe").ID, `{}`)
		require.NoError(t, (<-out).err)
	})
}

// decisions K13: a stale answer to server/discover is asked for once more.
// Shows C-CACHE-3, C-CACHE-4.
func TestCapabilities(t *testing.T) {
	complete := func(c *client.Client) <-chan outcome[*protocol.CompleteResult] {
		return spawn(func() (*protocol.CompleteResult, error) {
			return c.Complete(context.Background(), protocol.CompleteParams{Ref: protocol.Reference{Type: protocol.ReferencePrompt, Name: "g"}})
		})
	}
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern)
		out := complete(c)
		p.result(p.next("server/discover").ID, discovered)
		require.ErrorIs(t, (<-out).err, client.ErrCapability)
		p.quiet()
		out = complete(c)
		p.result(p.next("server/discover").ID, strings.Replace(discovered, `"tools"`, `"completions":{},"tools"`, 1))
		p.result(p.next("completion/complete").ID, `{"resultType":"complete","completion":{"values":["ochre"]}}`)
		o := <-out
		require.NoError(t, o.err)
		require.Equal(t, []string{"ochre"}, o.value.Completion.Values)
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, func(p *peer) {
			p.result(p.next("server/discover").ID, strings.Replace(discovered, `"ttlMs":0`, `"ttlMs":60000`, 1))
		})
		require.ErrorIs(t, (<-complete(c)).err, client.ErrCapability)
		require.ErrorIs(t, c.SubscribeResource(t.Context(), "kiln://g"), client.ErrCapability)
		p.quiet()
	})
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy)
		require.ErrorIs(t, (<-complete(c)).err, client.ErrCapability)
		p.quiet()
	})
}

// The lists and their pages, in both eras.
// Shows C-PAGE-2, C-PAGE-3, C-PAGE-4, C-PAGE-5, C-PAGE-6, C-PAGE-7.
func TestTypedCalls(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			prompts := spawn(func() ([]protocol.Prompt, error) { return c.ListPrompts(t.Context()) })
			p.result(p.next("prompts/list").ID, `{"prompts":[{"name":"a"}],"nextCursor":""}`)
			l := p.next("prompts/list")
			require.Contains(t, l.text, `"cursor":""`)
			p.result(l.ID, `{"prompts":[{"name":"b"}],"nextCursor":"2"}`)
			p.result(p.next("prompts/list").ID, `{"prompts":[]}`)
			o := <-prompts
			require.NoError(t, o.err)
			require.Len(t, o.value, 2)

			resources := spawn(func() ([]protocol.Resource, error) { return c.ListResources(t.Context()) })
			p.result(p.next("resources/list").ID, `{"resources":[{"uri":"u","name":"n"}],"nextCursor":"x"}`)
			p.result(p.next("resources/list").ID, `{"resources":[],"nextCursor":"x"}`)
			require.ErrorIs(t, (<-resources).err, client.ErrInvalidResult, "the same cursor for ever")

			templates := spawn(func() ([]protocol.ResourceTemplate, error) { return c.ListResourceTemplates(t.Context()) })
			p.result(p.next("resources/templates/list").ID, `{"resourceTemplates":[{"uriTemplate":"u{v}","name":"n"}]}`)
			require.Len(t, (<-templates).value, 1)

			read := spawn(func() (*protocol.ReadResourceResult, error) { return c.ReadResource(t.Context(), "kiln://g") })
			l = p.next("resources/read")
			require.Contains(t, l.text, `"uri":"kiln://g"`)
			p.result(l.ID, `{"contents":[{"uri":"kiln://g","text":"x"}],"_meta":{"own":1}}`)
			r := <-read
			require.NoError(t, r.err)
			require.Equal(t, `{"own":1}`, r.value.Meta.String())

			get := spawn(func() (*protocol.GetPromptResult, error) {
				return c.GetPrompt(t.Context(), "g", map[string]string{"name": "x"})
			})
			l = p.next("prompts/get")
			require.Contains(t, l.text, `"name":"g","arguments":{"name":"x"}`)
			p.result(l.ID, `{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}`)
			require.Len(t, (<-get).value.Messages, 1)
		})
	}
}

// All notifications come to the listener, in order; a flood that it is too slow
// for is dropped and counted. C166: events of subscriptions and progress of
// nobody are among them.
// Shows C-LELIC-3.
func TestOnNotification(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var seen []string
		var logs []protocol.LogMessageParams
		gate := make(chan struct{})
		c, p := connect(t, modern,
			client.OnNotification(func(n client.Notification) {
				if n.Method == "acme/wait" {
					<-gate
				}
				seen = append(seen, n.Method+string(n.Params))
			}),
			client.OnLog(func(l protocol.LogMessageParams) { logs = append(logs, l) }))
		p.send(`"method":"notifications/message","params":{"level":"info","data":"x"}`)
		p.send(`"method":"notifications/progress","params":{"progressToken":99,"progress":1}`)
		p.send(`"method":"notifications/tools/list_changed"`)
		p.send(`"method":"window/logMessage","params":{"type":3}`)
		p.send(`"method":"notifications/prompts/list_changed","params":{%s}`, stampOf([]byte("5")))
		synctest.Wait()
		require.Equal(t, []string{
			`notifications/message{"level":"info","data":"x"}`, `notifications/progress{"progressToken":99,"progress":1}`,
			`notifications/tools/list_changed`, `window/logMessage{"type":3}`,
			`notifications/prompts/list_changed{` + stampOf([]byte("5")) + `}`,
		}, seen)
		require.Len(t, logs, 1)
		require.Equal(t, protocol.LevelInfo, logs[0].Level)

		seen = nil
		p.send(`"method":"acme/wait"`)
		synctest.Wait()
		for range 5000 {
			p.send(`"method":"acme/tick"`)
		}
		synctest.Wait()
		require.Equal(t, 5000-4096, c.Dropped())
		close(gate)
		synctest.Wait()
		require.Len(t, seen, 4097)
	})
}
