package server_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

const oldHello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},` +
	`"clientInfo":{"name":"c","version":"1"}}}` + "\n"

// A close that finds nothing in flight in the middle of a batch must not lose
// the answers that the batch holds already (ladder row 5, decisions C3).
func TestCloseInTheMiddleOfABatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var conn *server.Conn
		hellos := 0
		s := server.New(protocol.Implementation{Name: "batch", Version: "1"}, server.WithHandshake(func(protocol.InitializeParams) error {
			if hellos++; hellos == 2 { // it is asked between two elements
				time.Sleep(time.Second)
				conn.Close()
				time.Sleep(time.Second)
			}
			return nil
		}))
		in, client := io.Pipe()
		var out strings.Builder
		var err error
		conn, err = s.Open(t.Context(), server.Over(in, &out))
		require.NoError(t, err)
		batch := `[{"jsonrpc":"2.0","id":1,"method":"ping"},` + strings.TrimSpace(strings.Replace(oldHello, `"id":0`, `"id":2`, 1)) +
			`,{"jsonrpc":"2.0","method":"notifications/tick"},7,{"jsonrpc":"2.0","id":3,"method":"ping"}]` + "\n"
		_, err = io.WriteString(client, oldHello+batch)
		require.NoError(t, err)
		require.NoError(t, conn.Wait())
		require.Contains(t, out.String(), `[{"jsonrpc":"2.0","id":1,"result":{}},`+
			`{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"initialize must not be part of a batch"}},`+
			`{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"Server shutting down"}}]`+"\n", "what is read later is answered, too")
	})
}

// A batch does not wait for a cancelled element that says nothing any more,
// however long its handler takes (decisions C2).
func TestABatchLeavesASilentElementBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := server.New(protocol.Implementation{Name: "batch", Version: "1"}, server.WithSilentLegacyCancel())
		server.AddTool(s, protocol.Tool{Name: "stubborn"}, func(context.Context, *server.Request, map[string]any) (string, error) {
			time.Sleep(time.Hour)
			return "", nil
		})
		in, client := io.Pipe()
		var out strings.Builder
		conn, err := s.Open(t.Context(), server.Over(in, &out))
		require.NoError(t, err)
		_, err = io.WriteString(client, oldHello+`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"stubborn"}},{"jsonrpc":"2.0","id":2,"method":"ping"}]`+"\n"+
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`+"\n")
		require.NoError(t, err)
		time.Sleep(time.Second)
		synctest.Wait()
		require.Contains(t, out.String(), "\n"+`[{"jsonrpc":"2.0","id":2,"result":{}}]`+"\n")
		require.NoError(t, client.Close())
		require.NoError(t, conn.Wait())
		time.Sleep(2 * time.Hour) // its handler returns
	})
}
