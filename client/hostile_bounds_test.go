package client_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// live is the heap that is in use.
func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Whatever a server repeats 50,000 times, nothing of it stays: the call after
// it is answered, and the memory is what it was, but for what is documented to be
// kept.
func TestFloodsStayNowhere(t *testing.T) {
	const times, kept = 50_000, 2 << 20
	for name, flood := range map[string]func(call, listen line, i int) string{
		"banners": func(_, _ line, i int) string {
			return fmt.Sprintf("[%d] listening on stdio, %s", i, strings.Repeat(".", 50))
		},
		"blank lines": func(line, line, int) string { return "" },
		"answers to nobody": func(_, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"x":"y"}}`, 1_000+i)
		},
		"errors to nobody": func(_, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":"%d","error":{"code":1,"message":"m"}}`, i)
		},
		"progress of nobody": func(_, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":%d}}`, 1000+i, i)
		},
		"progress of the call": func(c, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d}}`, c.ID, i)
		},
		"log messages": func(_, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":%d}}`, i)
		},
		"one event again": func(_, l line, _ int) string {
			return `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{` + stampOf(l.ID) + `}}`
		},
		"events of nobody": func(_, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"kiln://g/%d",%s}}`, i, stampOf([]byte("77")))
		},
		"new events": func(_, l line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"kiln://g/%d",%s}}`, i, stampOf(l.ID))
		},
		"acknowledgements": func(_, l line, _ int) string {
			return `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},` + stampOf(l.ID) + `}}`
		},
		"requests": func(_, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"roots/list"}`, i)
		},
		"cancels of nobody": func(_, _ line, i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, 1000+i)
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				c, p := connect(t, modern)
				sub, listening := listen(t, c, p)
				progress := 0
				out := spawn(echo(t.Context(), c, client.OnProgress(func(protocol.ProgressParams) { progress++ })))
				call := p.next("tools/call")
				before := live()
				var b strings.Builder
				for i := range times {
					b.WriteString(flood(call, listening, i))
					b.WriteByte('\n')
					if b.Len() > 60_000 || i == times-1 {
						io.WriteString(p.out, b.String())
						b.Reset()
					}
				}
				synctest.Wait()
				require.Less(t, live(), before+kept, "bytes that stay")
				p.result(call.ID, echoed)
				p.result(call.ID, echoed) // twice
				require.NoError(t, (<-out).err)
				require.Equal(t, name == "progress of the call", progress > 0)
				require.LessOrEqual(t, progress, times)
				if name == "new events" {
					require.Equal(t, client.EndedLost, sub.End(), "events that nobody reads are bounded")
					p.next("notifications/cancelled")
				}
				p.quiet()
			})
		})
	}
}

// A server that reads nothing, however many calls are made: each ends by its own
// limit, nothing waits, and what is given up costs no memory.
func TestServerThatReadsNothing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := stalled(t)
		first := callNamed(t.Context(), c, "first", client.Timeout(time.Hour))
		synctest.Wait() // it stands in the pipe
		var before uint64
		long := strings.Repeat("x", 1000)
		for round := range 20 {
			var outs []<-chan outcome[*protocol.CallToolResult]
			for range 1000 {
				outs = append(outs, spawn(func() (*protocol.CallToolResult, error) {
					return c.CallTool(t.Context(), "echo", map[string]string{"text": long}, client.Timeout(time.Second))
				}))
			}
			for _, out := range outs {
				o := <-out
				require.ErrorIs(t, o.err, client.ErrTimeout)
				require.Equal(t, time.Second, o.after)
			}
			if round == 1 {
				before = live()
			}
		}
		require.Equal(t, 1, c.Pending())
		require.Less(t, live(), before+2<<20, "bytes that stay of 18,000 calls")
		begun := time.Now()
		require.NoError(t, c.Close())
		require.ErrorIs(t, (<-first).err, client.ErrClosed)
		require.LessOrEqual(t, time.Since(begun), 2*client.DefaultGrace)
		p.exit()
	})
}

// An endless line is the end of the connection as soon as it is over the limit,
// and costs no more than that.
func TestEndlessLineIsBounded(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		c, p := connect(t, modern, client.MaxLineBytes(1<<20))
		out := spawn(echo(t.Context(), c))
		p.next("tools/call")
		written, chunk := 0, strings.Repeat("x", 1<<16)
		before := live()
		for {
			n, err := io.WriteString(p.out, chunk)
			if written += n; err != nil {
				break
			}
		}
		require.ErrorIs(t, (<-out).err, client.ErrLineTooLong)
		require.Less(t, written, 2<<20, "it was not read to its end")
		require.Less(t, live(), before+8<<20)
	})
}
