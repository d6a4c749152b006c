package server_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// What went wrong in other servers, by the ids of the reports. What a transcript
// can show is in testdata.

// B058: a byte that is no UTF-8 makes one line faulty.
func TestBugB058InvalidUTF8(t *testing.T) {
	var out output
	serveWithin(t, hostileServer(), strings.NewReader("\xff\xfe\n"+request("ping", "")+"\n"), &out)
	lines := strings.Split(strings.TrimSpace(out.take()), "\n")
	require.Len(t, lines, 2)
	require.Equal(t, -32700, parse(t, lines[0]).code(t))
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{}}`, lines[1])
}

// B059: what leaves is UTF-8, whatever a handler says.
func TestBugB059OnlyUTF8Leaves(t *testing.T) {
	const bad = "\xb0\xa1 <"
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithResourceReader(func(_ context.Context, _ *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
			return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{{URI: uri, Text: new(bad)}}}, nil
		}))
		g.tool("text", func(context.Context, *server.Request) (string, error) { return bad, nil })
		g.tool("error", func(context.Context, *server.Request) (string, error) { return "", errors.New(bad) })
		g.tool("protocol error", func(context.Context, *server.Request) (string, error) {
			return "", &protocol.Error{Code: -31000, Message: bad}
		})
		g.tool("talk", func(_ context.Context, req *server.Request) (string, error) {
			return "", errors.Join(req.Progress(1, 2, bad), req.Log(protocol.LevelError, bad))
		})
		server.AddTool(g.srv, protocol.Tool{Name: "structured"}, func(context.Context, *server.Request, struct{}) (map[string]string, error) {
			return map[string]string{bad: bad}, nil
		})
		g.open()
		meta := `,"_meta":{"progressToken":1,"io.modelcontextprotocol/logLevel":"debug",` + envelope("{}")[len(`,"_meta":{`):]
		g.say(call("1", "text", meta), call("2", "error", meta), call("3", "protocol error", meta), call("4", "talk", meta), call("5", "structured", meta),
			`{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"x://a"`+envelope("{}")+`}}`)
		got := g.hear()
		require.Len(t, got, 8)
		for _, line := range got {
			require.True(t, utf8.ValidString(line), "%q", line)
			parse(t, line)
		}
	})
}

// B062, B146: a long frame under backpressure is one line, whole, and ends
// without another frame behind it.
// Shows S-FRAME-1.
func TestBugB062LongFramesStayWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("big", func(context.Context, *server.Request) (string, error) { return strings.Repeat("b", 300_000), nil })
		r, w := io.Pipe()
		g.openIn(t.Context(), w)
		g.say(call("1", "big", envelope("{}")), listTools("4"), call("2", "big", envelope("{}")))
		time.Sleep(time.Second) // the writer stands in the pipe, and others would write
		go func() {
			for {
				var some [997]byte
				n, err := r.Read(some[:])
				g.out.Write(some[:n])
				if err != nil {
					return
				}
			}
		}()
		got := g.hear()
		require.Len(t, got, 3)
		for _, line := range got {
			parse(t, line)
		}
		g.say(call("3", "big", envelope("{}")))
		synctest.Wait()
		text := g.out.take()
		require.Greater(t, len(text), 300_000)
		require.True(t, strings.HasSuffix(text, "\n"))
		g.eof()
		require.NoError(t, g.conn.Wait())
	})
}

// B063, B145: every call is answered once, however its line is cut into reads.
// Shows S-STATE-2, S-FRAME-9.
func TestBugB063EveryCallOnce(t *testing.T) {
	const n = 200
	in := lines("echo", n, 64<<10/16)
	for name, r := range map[string]io.Reader{
		"at once":         bytes.NewReader(in),
		"half reads":      iotest.HalfReader(bytes.NewReader(in)),
		"bytes":           iotest.OneByteReader(bytes.NewReader(in)),
		"data with error": iotest.DataErrReader(bytes.NewReader(in)),
	} {
		var out output
		serveWithin(t, benchServer(), r, &out)
		seen := map[string]int{}
		for line := range strings.Lines(out.take()) {
			seen[string(parse(t, line).ID)]++
		}
		require.Len(t, seen, n, name)
		for id, times := range seen {
			require.Equal(t, 1, times, "%s: %s", name, id)
		}
	}
}

// B068, B069: a line that is deep or long is answered, and so is the next.
func TestBugB068DeepAndLongLines(t *testing.T) {
	deep := func(n int) string {
		return `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}"
	}
	for want, line := range map[int]string{
		-32602: deep(100), // params is no object
		-32700: deep(2000),
		-32601: `{"jsonrpc":"2.0","method":"echo","params":{"data":"` + strings.Repeat("A", 1<<20) + `"},"id":9999}`,
	} {
		var out output
		serveWithin(t, hostileServer(), strings.NewReader(line+"\n"+`{"jsonrpc":"2.0","id":10000,"method":"ping"}`+"\n"), &out)
		got := strings.Split(strings.TrimSpace(out.take()), "\n")
		require.Len(t, got, 2)
		require.Equal(t, want, parse(t, got[0]).code(t))
		require.Equal(t, `{"jsonrpc":"2.0","id":10000,"result":{}}`, got[1])
	}
}

// B079, B078: the end of input is read once, and ends the connection.
func TestBugB079EndOfInputAtOnce(t *testing.T) {
	reads := 0
	var out output
	require.NoError(t, hostileServer().Serve(t.Context(), server.Over(readerFunc(func([]byte) (int, error) {
		reads++
		return 0, io.EOF
	}), &out)))
	require.Equal(t, 1, reads)
	require.Empty(t, out.take())
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// B080: Serve returns when its context ends or the connection is closed, while
// the input stays open and idle.
func TestBugB080ServeReturns(t *testing.T) {
	for _, end := range []func(cancel func(), c *server.Conn){
		func(cancel func(), _ *server.Conn) { cancel() },
		func(_ func(), c *server.Conn) { c.Close() },
	} {
		synctest.Test(t, func(t *testing.T) {
			g := kilned(t)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			conn := g.openIn(ctx, g.out)
			g.say(hello)
			require.Len(t, g.hear(), 1)
			start := time.Now()
			end(cancel, conn)
			require.NoError(t, conn.Wait())
			require.Zero(t, time.Since(start))
			g.in.Close()
		})
	}
}

// B111: a resource that takes its time holds up nothing.
func TestBugB111SlowResource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		g := newRig(t, server.WithResourceReader(func(_ context.Context, _ *server.Request, uri string, _ map[string]string) (*protocol.ReadResourceResult, error) {
			<-gate
			return &protocol.ReadResourceResult{Contents: []protocol.ResourceContents{{URI: uri, Text: new("slow")}}}, nil
		}))
		g.tool("step", func(context.Context, *server.Request) (string, error) { return "", nil })
		g.open()
		g.say(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"slow://x"` + envelope("{}") + `}}`)
		require.Equal(t, "2", string(g.answer(listTools("2")).ID))
		close(gate)
		require.Equal(t, []string{"1"}, ids(t, g.hear()))
	})
}

// B112: a client that does not answer roots/list holds up its own call only, and
// not for ever.
// Shows S-TIME-1, S-TIME-2, S-LIFE-5.
func TestBugB112UnansweredRoots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithAskTimeout(time.Minute))
		g.tool("fast", func(ctx context.Context, req *server.Request) (string, error) {
			if req.ID() != "1" {
				return "fast", nil
			}
			_, err := req.Roots(ctx)
			return "", err
		})
		g.initialize("2025-11-25", `{"roots":{}}`)
		require.Equal(t, "roots/list", g.answer(call("1", "fast", "")).Method)
		require.Equal(t, "fast", g.answer(call("2", "fast", "")).text(t))
		time.Sleep(time.Minute)
		got := g.hear()
		require.Len(t, got, 2) // the cancel of roots/list, and the result
		require.True(t, parse(t, got[1]).Result.IsError)
	})
}

// B124: nothing is said of a request after its answer; B131: progress increases.
// Shows S-PROG-2, S-PROG-7, S-LPROG-2.
func TestBugB124ProgressEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t)
		g.tool("beat", func(ctx context.Context, req *server.Request) (string, error) {
			require.NoError(t, req.Progress(5, 0, ""))
			require.ErrorIs(t, req.Progress(5, 0, ""), server.ErrNoProgress)
			require.ErrorIs(t, req.Progress(4, 0, ""), server.ErrNoProgress)
			go func() {
				for i := range 10 {
					req.Progress(float64(6+i), 0, "sending response")
					req.Log(protocol.LevelEmergency, "late")
					time.Sleep(time.Millisecond)
				}
			}()
			time.Sleep(5*time.Millisecond + time.Microsecond)
			return "done", nil
		})
		g.initialize("2025-11-25", "{}")
		g.say(call("2", "beat", `,"_meta":{"progressToken":2}`))
		time.Sleep(time.Second)
		got := g.hear()
		require.Equal(t, "2", string(parse(t, got[len(got)-1]).ID), got)
	})
}

// B139: what is declared not to change is not announced.
func TestBugB139FixedPrompts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithFixedPrompts())
		add := func(name string) {
			g.srv.AddPrompt(protocol.Prompt{Name: name}, func(context.Context, *server.Request, map[string]string) (*protocol.GetPromptResult, error) {
				return nil, nil
			})
		}
		add("a")
		g.initialize("2025-11-25", "{}")
		add("b")
		g.srv.PublishPromptsChanged()
		require.Empty(t, g.hear())
	})
}

// B141: what is declared is served, and params are looked at.
// Shows S-RES-9.
func TestBugB141SubscribeResource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithResourceReader(
			func(context.Context, *server.Request, string, map[string]string) (*protocol.ReadResourceResult, error) {
				return nil, nil
			}))
		g.initialize("2025-11-25", "{}")
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{}}`, g.answer(request("resources/subscribe", `"uri":"file:///x"`)).line)
		require.Equal(t, -32602, g.answer(request("resources/subscribe", `"uri":""`)).code(t))
		g.srv.PublishResourceUpdated("file:///x")
		require.Equal(t, []string{`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///x"}}`}, g.hear())
		g.srv.PublishResourceUpdated("file:///xy") // no part of it (decisions C7)
		require.Empty(t, g.hear())
		require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{}}`, g.answer(request("resources/unsubscribe", `"uri":"file:///x"`)).line)
		g.srv.PublishResourceUpdated("file:///x")
		require.Empty(t, g.hear())
		for i := range 10_000 { // what one client can make us remember is bounded
			g.say(request("resources/subscribe", fmt.Sprintf(`"uri":"file:///%d"`, i)))
		}
		require.Len(t, g.hear(), 10_000)
		require.Equal(t, -32602, g.answer(request("resources/subscribe", `"uri":"file:///y"`)).code(t))
	})
}

// B144: a client that refuses a ping is there all the same.
// Shows S-LIFE-5.
func TestBugB144RefusedPing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t)
		g.initialize("2025-11-25", "{}")
		done := make(chan error, 1)
		go func() { done <- g.conn.Ping(t.Context()) }()
		ping := g.hear()
		require.Len(t, ping, 1)
		g.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, parse(t, ping[0]).ID))
		var refused *server.ClientError
		require.ErrorAs(t, <-done, &refused)
		require.Equal(t, "done", g.answer(call("1", "step", "")).text(t))
	})
}

// B148: a write that fails ends the connection; what is left is not written.
func TestBugB148WriteFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t)
		writes := 0
		gate := make(chan struct{})
		conn := g.openTo(writerFunc(func(p []byte) (int, error) {
			writes++
			<-gate
			return len(p) / 2, io.ErrShortWrite
		}))
		g.say(listTools("1"))
		time.Sleep(time.Second)
		g.say(listTools("2"))
		time.Sleep(time.Second) // its answer waits
		close(gate)
		require.NoError(t, conn.Wait())
		require.Equal(t, 1, writes)
		g.in.Close()
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
