package client_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// Some servers write their integers as 1e3 or 12.0, which the schemas take
// (S-RESP-7).
func TestIntegersByValue(t *testing.T) {
	for _, era := range []func(*peer){modern, legacy} {
		inBubble(t, func(t *testing.T) {
			c, p := connect(t, era)
			list := spawn(func() ([]protocol.Resource, error) { return c.ListResources(t.Context()) })
			p.result(p.next("resources/list").ID, `{"resources":[{"uri":"u","name":"n","size":1.2e1}],"ttlMs":1e3}`)
			o := <-list
			require.NoError(t, o.err)
			require.Equal(t, int64(12), *o.value[0].Size)

			call := spawn(func() (*protocol.CallToolResult, error) { return c.CallTool(t.Context(), "x", nil) })
			p.send(`"id":%s,"error":{"code":-32602.0,"message":"no"}`, p.next("tools/call").ID)
			var refused *protocol.Error
			require.ErrorAs(t, (<-call).err, &refused)
			require.Equal(t, protocol.CodeInvalidParams, refused.Code)
		})
	}
}
