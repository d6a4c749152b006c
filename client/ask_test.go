package client_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// The requests of a legacy server are answered by the handlers that a modern
// one's input_required results are answered by. C095: what a handler failed with
// is not told.
// Shows C-RESP-1, C-RESP-4, C-LROOTS-2, C-PROMPT-1.
func TestLegacyQuestions(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, legacy,
			client.OnRoots(func(context.Context) ([]protocol.Root, error) {
				return []protocol.Root{{URI: "file:///a"}}, nil
			}),
			client.OnSample(func(_ context.Context, p *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error) {
				if p.MaxTokens == 1 {
					return nil, &protocol.Error{Code: -1, Message: "User rejected"}
				}
				return nil, errors.New("secret-9c1e")
			}),
			elicits(accepted, func(p *protocol.ElicitParams) error {
				if p.Message == "boom" {
					panic("secret-9c1e")
				}
				return nil
			}))
		ask := func(id, method, params string) string {
			if params != "" {
				params = `,"params":` + params
			}
			p.send(`"id":%s,"method":%q%s`, id, method, params)
			return p.next("response").text
		}
		const internal = `"error":{"code":-32603,"message":"Internal server error"}}`
		require.Equal(t, `{"jsonrpc":"2.0","id":"a","result":{"roots":[{"uri":"file:///a"}]}}`, ask(`"a"`, "roots/list", ""))
		require.Equal(t, `{"jsonrpc":"2.0","id":0,"result":`+accepted+`}`, ask(`0`, "elicitation/create", `{"message":"?"}`))
		require.Equal(t, `{"jsonrpc":"2.0","id":1.0,"result":`+accepted+`}`, ask(`1.0`, "elicitation/create", `{"mode":"url","message":"?","url":"https://example.com","elicitationId":"1"}`))
		require.Equal(t, `{"jsonrpc":"2.0","id":2,`+internal, ask(`2`, "elicitation/create", `{"message":"boom"}`))
		require.Contains(t, ask(`3`, "elicitation/create", `{"mode":"dance","message":"?"}`), `"code":-32602`, "C-LELIC-2")
		require.Contains(t, ask(`4`, "elicitation/create", `[]`), `"code":-32602`)
		require.Equal(t, `{"jsonrpc":"2.0","id":5,"error":{"code":-1,"message":"User rejected"}}`, ask(`5`, "sampling/createMessage", `{"messages":[],"maxTokens":1}`))
		require.Equal(t, `{"jsonrpc":"2.0","id":6,`+internal, ask(`6`, "sampling/createMessage", `{"messages":[],"maxTokens":2.0}`))
		require.Contains(t, ask(`7`, "sampling/createMessage", `{"messages":[],"maxTokens":1,"tools":[{"name":"t"}]}`), `"code":-32602`, "not declared")
		require.Contains(t, ask(`8`, "sampling/createMessage", `{"messages":7}`), `"code":-32602`)
		require.Contains(t, ask(`9`, "tasks/list", ``), `"code":-32601`)
		require.Equal(t, `{"jsonrpc":"2.0","id":10,"result":`+accepted+`}`, ask(`10`, "elicitation/create", `{"message":"?","task":{"ttl":1}}`), "C-LTASK-3")
		require.Zero(t, c.Pending())
	})
}

// A question that the server takes back gets no answer, and its handler hears
// of it; so does one whose server, or client, goes away.
// Shows C-CANCEL-8, C-LCANCEL-4, C-LCANCEL-5, C-LCANCEL-10, C-MSG-5.
func TestQuestionsTakenBack(t *testing.T) {
	blocking := func(ended *int) client.Option {
		return client.OnRoots(func(ctx context.Context) ([]protocol.Root, error) {
			<-ctx.Done()
			*ended++
			return nil, nil
		})
	}
	inBubble(t, func(t *testing.T) {
		ended := 0
		_, p := connect(t, legacy, blocking(&ended))
		p.send(`"id":"\u0061","method":"roots/list"`)
		p.send(`"method":"notifications/cancelled","params":{"requestId":"b"}`)
		p.quiet()
		p.send(`"id":"a","method":"roots/list"`)
		require.Contains(t, p.next("response").text, `"code":-32600`, "the id is in use")
		p.send(`"method":"notifications/cancelled","params":{"requestId":"a"}`)
		p.quiet()
		require.Equal(t, 1, ended)
		p.send(`"id":"a","method":"roots/list"`)
		p.quiet()
		p.send(`"method":"notifications/cancelled","params":{"requestId":"a"}`)
		p.quiet()
		require.Equal(t, 2, ended, "the id is free again")
	})
	inBubble(t, func(t *testing.T) {
		ended := 0
		_, p := connect(t, legacy, blocking(&ended))
		p.send(`"id":1,"method":"roots/list"`)
		synctest.Wait()
		p.exit()
		synctest.Wait()
		require.Equal(t, 1, ended)
	})
	inBubble(t, func(t *testing.T) {
		ended := 0
		c, p := connect(t, legacy, blocking(&ended))
		p.send(`"id":1,"method":"roots/list"`)
		synctest.Wait()
		go p.gone()
		require.NoError(t, c.Close())
		synctest.Wait()
		require.Equal(t, 1, ended)
	})
}

// A flood of questions costs bounded memory and goroutines.
func TestQuestionFlood(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		running, most := 0, 0
		gate := make(chan struct{})
		lock := make(chan struct{}, 1)
		_, p := connect(t, legacy, client.OnRoots(func(ctx context.Context) ([]protocol.Root, error) {
			lock <- struct{}{}
			running++
			most = max(most, running)
			<-lock
			<-gate
			return nil, nil
		}))
		for i := range 1000 {
			p.send(`"id":%d,"method":"roots/list"`, i)
		}
		synctest.Wait()
		require.Equal(t, 256, most)
		refused := 0
		for len(p.lines) > 0 {
			require.Contains(t, (<-p.lines).text, "Too many requests")
			refused++
		}
		require.Equal(t, 744, refused)
		close(gate)
		synctest.Wait()
		require.Len(t, p.lines, 256)
	})
}

// rules B16, decisions K20: exactly this is declared.
// Shows C-ELIC-1, C-SAMP-1, C-ROOTS-1, C-LELIC-1, C-LSAMP-1, C-LROOTS-1, C-EXT-1.
func TestDeclaredCapabilities(t *testing.T) {
	opts := []client.Option{
		client.OnRoots(func(context.Context) ([]protocol.Root, error) { return nil, nil }),
		client.OnSample(func(context.Context, *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error) {
			return nil, nil
		}),
		elicits(accepted, nil), client.Extension("com.example/ui", map[string]any{"x": 1}),
	}
	const both = `"elicitation":{"form":{},"url":{}},"sampling":{}`
	inBubble(t, func(t *testing.T) {
		connect(t, func(p *peer) {
			l := p.next("server/discover")
			require.JSONEq(t, `{"roots":{},`+both+`,"extensions":{"com.example/ui":{"x":1}}}`, string(l.Params.Meta["io.modelcontextprotocol/clientCapabilities"]))
			p.fail(l.ID, noMethod)
			l = p.next("initialize")
			require.JSONEq(t, `{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25",
				"capabilities":{"roots":{"listChanged":true},`+both+`},"clientInfo":{"name":"eralock","version":"0"}}}`, l.text)
			p.result(l.ID, initialized)
			p.next("notifications/initialized")
		}, opts...)
	})
}
