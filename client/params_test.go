package client_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// A server whose params do not decode is told where, and no word of a library.
func TestParamsThatDoNotDecode(t *testing.T) {
	opts := []client.Option{
		client.OnSample(func(context.Context, *protocol.CreateMessageParams) (*protocol.CreateMessageResult, error) {
			panic("asked")
		}),
		client.OnElicit(func(context.Context, *protocol.ElicitParams) (*protocol.ElicitResult, error) { panic("asked") }),
	}
	questions := [][3]string{
		{"elicitation/create", `[]`, "params must be an object"},
		{"elicitation/create", `{"message":7}`, `params do not decode at "/message"`},
		{"elicitation/create", `{"message":"?","mode":["form"]}`, `params do not decode at "/mode"`},
		{"elicitation/create", `{"message":"?","_meta":[]}`, `params do not decode at "/_meta"`},
		{"sampling/createMessage", `{"messages":7}`, `params do not decode at "/messages"`},
		{"sampling/createMessage", `{"messages":[],"maxTokens":"many"}`, `params do not decode at "/maxTokens"`},
		{"sampling/createMessage", `{"messages":[],"maxTokens":1e99}`, `params do not decode at "/maxTokens"`},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"text","text":7}}]}`, `params do not decode at "/messages/0/content/text"`},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","data":7}]}]}`,
			`params do not decode at "/messages/0/content/1/data"`},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"tool_result","content":[{"type":"text","text":7}]}}]}`,
			`params do not decode at "/messages/0/content/content/0/text"`},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":[7]}]}`, `params do not decode at "/messages/0/content/0"`},
		{"sampling/createMessage", `{"messages":[],"modelPreferences":{"hints":[{},{"name":{}}]}}`, `params do not decode at "/modelPreferences/hints/1/name"`},
	}
	inBubble(t, func(t *testing.T) {
		_, p := connect(t, legacy, opts...)
		for i, q := range questions {
			p.send(`"id":%d,"method":%q,"params":%s`, i, q[0], q[1])
			require.Equal(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32602,"message":%q}}`, i, q[2]), p.next("response").text)
		}
		deep := strings.Repeat(`{"type":"tool_result","content":[`, 300) + "7" + strings.Repeat("]}", 300)
		p.send(`"id":"deep","method":"sampling/createMessage","params":{"messages":[{"role":"user","content":%s}]}`, deep)
		answer := p.next("response").text
		require.Contains(t, answer, `do not decode at \"/messages/0/content/content/0/content/0/`)
		require.Less(t, len(answer), 300)
	})
	inBubble(t, func(t *testing.T) { // there is no way to tell a modern server: the host hears of it
		c, p := connect(t, modern, opts...)
		for _, q := range questions {
			out := spawn(echo(t.Context(), c))
			p.result(p.next("tools/call").ID, inputRequired(`"inputRequests":{"q":{"method":"`+q[0]+`","params":`+q[1]+`}}`))
			err := (<-out).err
			require.ErrorIs(t, err, client.ErrInputRequired)
			require.ErrorContains(t, err, q[2])
		}
	})
}
