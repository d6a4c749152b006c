package server_test

import (
	"context"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/server"
)

// descriptors counts the open descriptors of the process; ok is false where the
// system does not say.
func descriptors() (n int, ok bool) {
	entries, err := os.ReadDir("/proc/self/fd")
	return len(entries), err == nil
}

// talk is one connection over two OS pipes: in one of the eras, with calls and a
// listen in flight, of which some are cancelled, ended by the client, the server
// or the context.
func talk(t *testing.T, s *server.Server, i int) {
	inR, inW, err := os.Pipe()
	require.NoError(t, err)
	outR, outW, err := os.Pipe()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	conn, err := s.Open(ctx, server.Over(inR, outW))
	require.NoError(t, err)

	id := strconv.Itoa(i)
	say := []string{hello, notification("notifications/initialized", "{}"), call("1", "wait", ""), call("2", "wait", "")}
	if i%2 == 0 {
		say = []string{listening("9", `{"toolsListChanged":true}`), call("1", "wait", envelope("{}")), call("2", "wait", envelope("{}")),
			call("3", "echo", `,"arguments":{"text":"`+id+`"}`+envelope("{}"))}
	}
	if i%3 == 0 {
		say = append(say, notification("notifications/cancelled", `{"requestId":1}`), notification("notifications/cancelled", `{"requestId":9}`))
	}
	_, err = io.WriteString(inW, strings.Join(say, "\n")+"\n")
	require.NoError(t, err)
	switch i % 4 {
	case 0, 1:
		inW.Close() // with calls in flight
	case 2:
		conn.Close()
	case 3:
		cancel()
	}
	if i%5 == 0 {
		outR.Close()
	} else {
		io.Copy(io.Discard, outR)
		outR.Close()
	}
	inW.Close()
	require.NoError(t, conn.Wait())
}

// Nothing is left of a connection: no goroutine, no descriptor (B104).
// Shows S-SUB-10.
func TestNothingIsLeftOfConnections(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 500
	}
	s := hostileServer(server.WithDrainTimeout(2*time.Millisecond),
		server.Startup(func(context.Context) error { return nil }),
		server.Events(func(ctx context.Context, _ func(server.Change)) error {
			<-ctx.Done()
			return nil
		}))
	server.HandleNotification(s, "notifications/initialized", func(context.Context, *server.Conn, any) {})
	goroutines := runtime.NumGoroutine()
	talk(t, s, 0) // what is opened once
	open, countable := descriptors()

	var wg sync.WaitGroup
	for worker := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := worker; i < n; i += 16 {
				talk(t, s, i)
			}
		}()
	}
	wg.Wait()
	settles(t, "goroutines", func() (int, int) { return runtime.NumGoroutine(), goroutines })
	if countable {
		settles(t, "descriptors", func() (int, int) {
			now, _ := descriptors()
			return now, open
		})
	}
}

// settles waits until no more are left than there were: what the last
// connections were about to do may take a moment.
func settles(t *testing.T, what string, count func() (now, before int)) {
	start := time.Now()
	for range time.Tick(time.Millisecond) {
		now, before := count()
		if now <= before {
			return
		}
		if time.Since(start) > hang {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d %s, %d before\n%s", now, what, before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
