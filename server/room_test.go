package server_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// gated is a client that takes nothing until its gate is open.
type gated struct {
	gate chan struct{}
	tally
}

func (g *gated) Write(p []byte) (int, error) {
	<-g.gate
	return g.tally.Write(p)
}

// What a cancel takes back makes room like what is written: whoever waits for
// room, the reader included, goes on at once (decisions C10).
func TestRoomThatACancelMakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := server.New(protocol.Implementation{Name: "room", Version: "1"}, server.WithMaxQueued(1<<10))
		server.AddTool(s, protocol.Tool{Name: "chatter"}, func(ctx context.Context, req *server.Request, _ map[string]any) (string, error) {
			select {
			case <-ctx.Done():
			case <-time.After(time.Second): // the next line is being waited for already
			}
			for i := 1.0; ctx.Err() == nil; i++ {
				if err := req.Progress(i, 0, ""); err != nil {
					return "", err
				}
			}
			return "", ctx.Err()
		})
		in, client := io.Pipe()
		out := &gated{gate: make(chan struct{}), tally: tally{marks: map[string]int{`"id":2,"result"`: 0}}}
		done := make(chan error, 1)
		go func() { done <- s.Serve(t.Context(), server.Over(in, out)) }()
		send := func(line string) {
			_, err := io.WriteString(client, line+"\n")
			require.NoError(t, err)
			synctest.Wait()
		}
		send(`{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{"_meta":{` + env + `}}}`)
		time.Sleep(time.Second) // its writer is stuck
		send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"chatter","_meta":{"progressToken":1,` + env + `}}}`)
		time.Sleep(2 * time.Second) // the queue is full
		synctest.Wait()
		send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		close(out.gate)
		go io.WriteString(client, `{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{"_meta":{`+env+`}}}`+"\n")
		time.Sleep(time.Second)
		synctest.Wait()
		require.Equal(t, 1, out.marks[`"id":2,"result"`], "the reader still waits for room")
		require.NoError(t, client.Close())
		require.NoError(t, <-done)
	})
}

// A small bound must not be reached by answers that wait for the rest of a
// burst to share a write.
func TestASmallQueueAndABurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := server.New(protocol.Implementation{Name: "room", Version: "1"}, server.WithMaxQueued(100))
		var burst string
		for i := range 20 {
			burst += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"server/discover","params":{"_meta":{%s}}}`+"\n", i, env)
		}
		out := &tally{marks: map[string]int{`"result"`: 0}}
		begin := time.Now()
		require.NoError(t, s.Serve(t.Context(), server.Over(strings.NewReader(burst), out)))
		require.Equal(t, 20, out.marks[`"result"`])
		require.Less(t, time.Since(begin), time.Second)
	})
}

// slow is a client that takes a while for everything.
type slow struct{ tally }

func (s *slow) Write(p []byte) (int, error) {
	time.Sleep(300 * time.Millisecond)
	return s.tally.Write(p)
}

// A client that has closed its side and reads slowly still gets every answer
// (decisions C3); one that reads nothing is given up.
func TestASlowReaderGetsAllAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := server.New(protocol.Implementation{Name: "room", Version: "1"})
		server.AddTool(s, protocol.Tool{Name: "big"}, func(context.Context, *server.Request, map[string]any) (string, error) {
			return strings.Repeat("x", 200<<10), nil
		})
		var burst string
		for i := range 30 {
			burst += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"big","_meta":{%s}}}`+"\n", i, env)
		}
		out := &slow{tally{marks: map[string]int{`"result"`: 0}}}
		require.NoError(t, s.Serve(t.Context(), server.Over(strings.NewReader(burst), out)))
		require.Equal(t, 30, out.marks[`"result"`])
	})
}

// narrow takes 64 KiB in 700 ms, as a client that reads a pipe bit by bit.
type narrow struct{ tally }

func (n *narrow) Write(p []byte) (int, error) {
	for rest := len(p); rest > 0; rest -= 64 << 10 {
		time.Sleep(700 * time.Millisecond)
	}
	return n.tally.Write(p)
}

// Also an answer that it takes long to read: no frame is cut off.
func TestASlowReaderGetsALongAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := server.New(protocol.Implementation{Name: "room", Version: "1"})
		server.AddTool(s, protocol.Tool{Name: "big"}, func(context.Context, *server.Request, map[string]any) (string, error) {
			return strings.Repeat("x", 2<<20) + "end", nil
		})
		call := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"big","_meta":{%s}}}`+"\n", env)
		out := &narrow{tally{marks: map[string]int{"xend": 0}}}
		conn, err := s.Open(t.Context(), server.Over(strings.NewReader(call), out))
		require.NoError(t, err)
		require.NoError(t, conn.Wait())
		require.Equal(t, 1, out.marks["xend"])
	})
}

// talking adds the tool "talk", which reports progress until its context ends, and
// counts how many have.
func talking(g *rig) (ended *atomic.Int32) {
	ended = new(atomic.Int32)
	g.tool("talk", func(ctx context.Context, req *server.Request) (string, error) {
		for i := 1.0; ctx.Err() == nil; i++ {
			require.NoError(g.t, req.Progress(i, 0, strings.Repeat("x", 100)))
		}
		ended.Add(1)
		return "", ctx.Err()
	})
	return ended
}

// B110: a queue that stands still is the end of the connection, after WriteStall and
// not before: a client that takes a little now and then is served (decisions C10).
// It ends cleanly, as with a client that has gone; the log and the observer are
// told, and what runs ends.
func TestAStalledOutputEnds(t *testing.T) {
	for name, stall := range map[string]time.Duration{"default": 0, "option": 10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			told := make(chan error, 9)
			opts := []server.Option{server.WithMaxQueued(1 << 10), server.Observe(func(e server.Event) {
				if e.Kind == server.WriteFailed {
					told <- e.Err
				}
			})}
			if stall == 0 {
				stall = 30 * time.Second
			} else {
				opts = append(opts, server.WithWriteStall(stall))
			}
			g := newRig(t, opts...)
			ended := talking(g)
			held := &stallable{w: g.out}
			held.stall()
			conn := g.openTo(held)
			for _, id := range []string{"1", "2"} { // one writes, the other waits for room
				g.say(call(id, "talk", `,"_meta":{"progressToken":`+id+`,`+env+`}`))
			}
			for range 3 { // it reads what is in the pipe, and waits again
				time.Sleep(stall - time.Millisecond)
				held.resume()
				held.stall()
				synctest.Wait()
			}
			require.Empty(t, told, name)
			begun := time.Now()
			require.NoError(t, conn.Wait())
			require.Equal(t, stall, time.Since(begun), name)
			synctest.Wait()
			require.Len(t, told, 1)
			require.ErrorContains(t, <-told, "reads nothing")
			require.Contains(t, g.log.take(), "reads nothing")
			held.resume()
			synctest.Wait()
			require.EqualValues(t, 2, ended.Load(), name)
			g.in.Close()
		})
	}
}

// The end of a connection, whatever it is, lets go who waits for room, and at
// once.
func TestTheEndLetsGoWhoWaitsForRoom(t *testing.T) {
	for name, end := range map[string]func(conn *server.Conn, held *stallable, broken *bool){
		"signal": func(conn *server.Conn, _ *stallable, _ *bool) { conn.CloseWithin(250 * time.Millisecond) },
		"write fails": func(_ *server.Conn, held *stallable, broken *bool) {
			*broken = true
			held.resume()
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, server.WithMaxQueued(1<<10))
			ended := talking(g)
			broken := false
			held := &stallable{w: writerFunc(func(p []byte) (int, error) {
				if broken {
					return 0, io.ErrClosedPipe
				}
				return len(p), nil
			})}
			held.stall()
			conn := g.openTo(held)
			for _, id := range []string{"1", "2"} { // one writes, the other waits for room, and so does the reader
				g.say(call(id, "talk", `,"_meta":{"progressToken":`+id+`,`+env+`}`))
				synctest.Wait()
			}
			end(conn, held, &broken)
			require.NoError(t, conn.Wait())
			synctest.Wait()
			want := map[string]int32{"signal": 1, "write fails": 2}[name] // the writer is stuck
			require.Equal(t, want, ended.Load(), name)
			if name == "signal" {
				held.resume()
			}
			g.in.Close()
		})
	}
}

// A client that takes long for a long frame reads: whoever waits for room behind
// it waits on, longer than WriteStall (decisions C10).
func TestALongFrameIsNoStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, server.WithMaxQueued(1<<10))
		g.tool("big", func(context.Context, *server.Request) (string, error) { return strings.Repeat("x", 512<<10), nil })
		out := &crawling{tally: tally{marks: map[string]int{`"result"`: 0}}, each: 20 * time.Second}
		conn := g.openTo(out)
		for _, id := range []string{"1", "2", "3", "4"} {
			g.say(call(id, "big", envelope("{}")))
			synctest.Wait()
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, 4, out.marks[`"result"`])
		g.in.Close()
		require.NoError(t, conn.Wait())
		require.NotContains(t, g.log.take(), "given up")
	})
}

// A signal to a server whose client reads, but slowly, ends it just as soon: the
// host is about to kill it.
func TestSignalAndASlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := make(chan error, 9)
		g := newRig(t, server.Observe(func(e server.Event) {
			if e.Kind == server.WriteFailed {
				told <- e.Err
			}
		}))
		g.tool("big", func(context.Context, *server.Request) (string, error) { return strings.Repeat("x", 4<<20), nil })
		conn := g.openTo(&crawling{each: 100 * time.Millisecond})
		g.say(call("1", "big", envelope("{}")))
		synctest.Wait()
		begun := time.Now()
		conn.CloseWithin(250 * time.Millisecond)
		require.NoError(t, conn.Wait())
		require.Equal(t, 500*time.Millisecond, time.Since(begun))
		synctest.Wait()
		require.Len(t, told, 1)
		g.in.Close()
		time.Sleep(time.Minute) // its writer comes back
	})
}

// crawling takes its time for each write.
type crawling struct {
	tally
	each time.Duration
}

func (c *crawling) Write(p []byte) (int, error) {
	time.Sleep(c.each)
	return c.tally.Write(p)
}

// A signal to a server whose client reads nothing ends it in twice the signal's
// bound, cleanly, and the log says why (decisions C3, C9, C10).
func TestSignalAndAStalledOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := kilned(t)
		held := &stallable{w: g.out}
		held.stall()
		conn := g.openTo(held)
		g.say(listTools("1"))
		synctest.Wait()
		begun := time.Now()
		conn.CloseWithin(250 * time.Millisecond)
		require.NoError(t, conn.Wait())
		require.Equal(t, 500*time.Millisecond, time.Since(begun))
		require.Contains(t, g.log.take(), "reads nothing")
		held.resume()
		g.in.Close()
	})
}
