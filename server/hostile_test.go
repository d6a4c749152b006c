package server_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// hang is far beyond what any of these takes; it only turns a hang into a
// failure.
const hang = 2 * time.Minute

// repeated yields n lines made by line, without holding them.
type repeated struct {
	n, i int
	line func(i int) string
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.i == r.n {
			return 0, io.EOF
		}
		r.rest = r.line(r.i)
		r.i++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// tally counts what a server says, by what the line holds.
type tally struct {
	lines, bytes int
	marks        map[string]int
	partial      []byte
}

func (o *tally) Write(p []byte) (int, error) {
	o.bytes += len(p)
	o.partial = append(o.partial, p...)
	for {
		i := bytes.IndexByte(o.partial, '\n')
		if i < 0 {
			return len(p), nil
		}
		o.lines++
		for m := range o.marks {
			if bytes.Contains(o.partial[:i], []byte(m)) {
				o.marks[m]++
			}
		}
		o.partial = o.partial[i+1:]
	}
}

// withinMemory runs f and fails if the heap in use grew by more than limit.
func withinMemory(t *testing.T, limit uint64, f func()) {
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	var peak atomic.Uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak.Store(max(peak.Load(), m.HeapInuse))
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	runtime.ReadMemStats(&now)
	require.LessOrEqual(t, max(peak.Load(), now.HeapInuse), before.HeapInuse+limit, "heap in use, bytes")
}

func serveWithin(t *testing.T, s *server.Server, r io.Reader, w io.Writer) {
	done := make(chan error, 1)
	go func() { done <- s.Serve(context.Background(), server.Over(r, w)) }()
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(hang):
		t.Fatal("the server hangs")
	}
}

// hostileServer has a tool that waits for its context, beside echo.
func hostileServer(opts ...server.Option) *server.Server {
	s := benchServer(opts...)
	server.AddTool(s, protocol.Tool{Name: "wait", Description: "waits for its context"},
		func(ctx context.Context, _ *server.Request, _ struct{}) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		})
	return s
}

func waiting(i int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"wait","_meta":{%s}}}`+"\n", i, env)
}

func cancelling(i int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", i)
}

func TestAMillionPipelinedRequests(t *testing.T) {
	n := 1_000_000
	if raceEnabled || testing.Short() {
		n = 50_000
	}
	out := &tally{marks: map[string]int{`"result"`: 0}}
	withinMemory(t, 64<<20, func() {
		serveWithin(t, hostileServer(), &repeated{n: n, line: func(i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i)
		}}, out)
	})
	require.Equal(t, n, out.marks[`"result"`])
	require.Equal(t, n, out.lines)
}

func TestIDsThatAreNeverCancelled(t *testing.T) {
	n, limit := 100_000, 10_000
	if raceEnabled || testing.Short() {
		n, limit = 3_000, 300
	}
	out := &tally{marks: map[string]int{"Too many requests in flight": 0, "Connection closed": 0}}
	withinMemory(t, 256<<20, func() {
		serveWithin(t, hostileServer(server.WithMaxInFlight(limit), server.WithDrainTimeout(10*time.Millisecond)),
			&repeated{n: n, line: waiting}, out)
	})
	require.Equal(t, n-limit, out.marks["Too many requests in flight"])
	require.Equal(t, limit, out.marks["Connection closed"])
}

// B046: cancels and answers race, and nothing is said twice, or here at all.
func TestCancelsForEverything(t *testing.T) {
	n := 20_000
	if raceEnabled || testing.Short() {
		n = 1_000
	}
	out := &tally{marks: map[string]int{}}
	var entered, ended, returned atomic.Int32
	s := hostileServer(server.Observe(func(e server.Event) {
		switch e.Kind {
		case server.Entered:
			entered.Add(1)
		case server.Cancelled:
			ended.Add(1)
		case server.Returned:
			returned.Add(1)
		}
	}))
	serveWithin(t, s, &repeated{n: 3 * n, line: func(i int) string {
		if i%3 == 0 {
			return waiting(i / 3)
		}
		return cancelling(i / 3) // twice
	}}, out)
	require.Zero(t, out.lines, "silence")
	require.EqualValues(t, n, entered.Load(), "every call ran")
	require.EqualValues(t, n, ended.Load(), "every cancel reached its call, once")
	require.Eventually(t, func() bool { return returned.Load() == int32(n) }, hang, time.Millisecond, "and its handler")
}

// B066: a line without an end needs bounded memory.
func TestEndlessLine(t *testing.T) {
	out := &tally{marks: map[string]int{`"id":7,"error":{"code":-32600`: 0, `"id":8,"result"`: 0}}
	megabyte := strings.Repeat("x", 1<<20)
	withinMemory(t, 32<<20, func() {
		serveWithin(t, hostileServer(), io.MultiReader(
			strings.NewReader(`{"jsonrpc":"2.0","method":"tools/call","params":{"text":"`),
			&repeated{n: 100, line: func(int) string { return megabyte }},
			strings.NewReader(`"},"id":7}`+"\n"+`{"jsonrpc":"2.0","id":8,"method":"ping"}`),
		), out)
	})
	require.Equal(t, 2, out.lines)
	require.Equal(t, 1, out.marks[`"id":7,"error":{"code":-32600`])
	require.Equal(t, 1, out.marks[`"id":8,"result"`])
}

func TestMonstrousLines(t *testing.T) {
	for name, line := range map[string]string{
		"nesting of 100,000": strings.Repeat(`{"a":`, 100_000),
		"brackets":           `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}",
		"an id of 1 MB":      `{"jsonrpc":"2.0","id":"` + strings.Repeat("i", 1<<20) + `","method":"no/such"}`,
		"a number of 1 MB":   `{"jsonrpc":"2.0","id":` + strings.Repeat("9", 1<<20) + `,"method":"ping"}`,
		"a method of 1 MB":   `{"jsonrpc":"2.0","id":2,"method":"` + strings.Repeat("m", 1<<20) + `"}`,
		"100,000 members":    `{"jsonrpc":"2.0","id":3,"method":"ping","params":{` + strings.Repeat(`"k":1,`, 99_999) + `"k":1}}`,
	} {
		out := &tally{marks: map[string]int{`"id":9,"result"`: 0}}
		serveWithin(t, hostileServer(), strings.NewReader(line+"\n"+`{"jsonrpc":"2.0","id":9,"method":"ping"}`+"\n"), out)
		require.Equal(t, 2, out.lines, name)
		require.Equal(t, 1, out.marks[`"id":9,"result"`], name)
	}
}

// TestAClientThatNeverReads: it writes and writes, and then goes (B110). Short
// answers hold no more memory than long ones.
func TestAClientThatNeverReads(t *testing.T) {
	for name, line := range map[string]string{
		"long answers":  `{"jsonrpc":"2.0","id":%d,"method":"tools/list","params":{"_meta":{` + env + "}}}\n",
		"short answers": `{"jsonrpc":"2.0","id":%d,"method":"ping"}` + "\n",
	} {
		t.Run(name, func(t *testing.T) { neverRead(t, func(i int) string { return fmt.Sprintf(line, i) }) })
	}
}

func neverRead(t *testing.T, line func(int) string) {
	inR, inW, err := os.Pipe()
	require.NoError(t, err)
	outR, outW, err := os.Pipe()
	require.NoError(t, err)
	const room = 1 << 20
	before := heapInUse()
	done := make(chan error, 1)
	s := hostileServer(server.WithMaxQueued(room))
	go func() { done <- s.Serve(context.Background(), server.Over(inR, outW)) }()

	var written atomic.Int64
	go func() {
		src := bufio.NewReader(&repeated{n: 1 << 30, line: line})
		buf := make([]byte, 4096)
		for {
			n, _ := src.Read(buf)
			if _, err := inW.Write(buf[:n]); err != nil {
				return
			}
			written.Add(int64(n))
		}
	}()
	require.Eventually(t, func() bool { // it is stuck: reading has stopped
		before := written.Load()
		time.Sleep(200 * time.Millisecond)
		return before > 0 && written.Load() == before
	}, hang, time.Millisecond)
	require.Less(t, heapInUse(), before+4*room)
	outR.Close()
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(hang):
		t.Fatal("the server outlives its client")
	}
	inW.Close()
}

// heapInUse is what is held, in bytes.
func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
