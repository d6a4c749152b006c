package client_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

// answering is a server over operating system pipes that does next to nothing:
// it looks for the id and answers with 1 KB.
func answering(b *testing.B) client.Server {
	toServer, fromClient, err := os.Pipe()
	require.NoError(b, err)
	toClient, fromServer, err := os.Pipe()
	require.NoError(b, err)
	text := strings.Repeat("x", 1024)
	go func() {
		defer fromServer.Close()
		lines := bufio.NewScanner(toServer)
		var out []byte
		for lines.Scan() {
			_, rest, _ := bytes.Cut(lines.Bytes(), []byte(`"id":`))
			id, _, ok := bytes.Cut(rest, []byte(","))
			if !ok {
				continue
			}
			result := `{"resultType":"complete","content":[{"type":"text","text":"` + text + `"}]}`
			if bytes.Contains(rest[:min(len(rest), 40)], []byte("discover")) {
				result = discovered
			}
			out = fmt.Appendf(out[:0], `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", id, result)
			fromServer.Write(out)
		}
	}()
	return client.Over(toClient, fromClient)
}

func BenchmarkCall(b *testing.B) {
	args := map[string]string{"text": strings.Repeat("x", 1024)}
	for _, n := range []int{1, 64} {
		b.Run(fmt.Sprintf("in flight %d", n), func(b *testing.B) {
			c, err := client.Connect(b.Context(), answering(b))
			require.NoError(b, err)
			defer c.Close()
			work := make(chan struct{}, n)
			var wg sync.WaitGroup
			for range n {
				wg.Go(func() {
					for range work {
						if _, err := c.CallTool(b.Context(), "echo", args); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			b.ReportAllocs()
			for b.Loop() {
				work <- struct{}{}
			}
			close(work)
			wg.Wait()
		})
	}
}
