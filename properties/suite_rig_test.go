package properties

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// quietTB is a testing.TB that keeps what a suite says, and has no subtests.
type quietTB struct {
	testing.TB
	failed, told []string
}

func (j *quietTB) Helper() {}
func (j *quietTB) Errorf(format string, args ...any) {
	j.failed = append(j.failed, fmt.Sprintf(format, args...))
}
func (j *quietTB) Logf(format string, args ...any) {
	j.told = append(j.told, fmt.Sprintf(format, args...))
}

// judged runs the suite against a server in a bubble, where waiting is free.
func judged(t *testing.T, dial Dial, options ...Option) *quietTB {
	j := &quietTB{TB: t}
	synctest.Test(t, func(*testing.T) { Server(j, dial, append([]Option{Within(forever)}, options...)...) })
	return j
}

// sleepy is a server with a tool that takes a minute or is cancelled.
func sleepy(options ...server.Option) *server.Server {
	s := server.New(protocol.Implementation{Name: "sleepy", Version: "1"}, options...)
	server.AddTool(s, protocol.Tool{Name: "sleep"}, func(ctx context.Context, req *server.Request, _ struct{}) (string, error) {
		t := time.NewTimer(time.Minute)
		defer t.Stop()
		if err := req.Progress(1, 2, ""); err != nil {
			return "", err
		}
		select {
		case <-t.C:
			return "slept", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	})
	server.AddTool(s, protocol.Tool{Name: "count"}, func(_ context.Context, req *server.Request, _ struct{}) (string, error) {
		for n := range 3 {
			if err := req.Progress(float64(n+1), 3, ""); err != nil {
				return "", err
			}
		}
		return "counted", nil
	})
	var grown atomic.Int64
	server.AddTool(s, protocol.Tool{Name: "grow"}, func(context.Context, *server.Request, struct{}) (string, error) {
		server.AddTool(s, protocol.Tool{Name: fmt.Sprint("tool ", grown.Add(1))}, func(context.Context, *server.Request, struct{}) (string, error) {
			return "", nil
		})
		return "grown", nil
	})
	return s
}

func good(options ...server.Option) Dial {
	s := sleepy(options...)
	return Over(func(r io.Reader, w io.Writer) error { return s.Serve(context.Background(), server.Over(r, w)) })
}

// tools are what the suite may know of the server.
func tools(s *settings) {
	for _, o := range []Option{SlowTool("sleep", "{}"), ProgressTool("count", "{}"), ChangeTool("grow", "{}")} {
		o(s)
	}
}

func each(r io.Reader, do func([]byte), end func() error) {
	b := bufio.NewReader(r)
	for {
		line, err := b.ReadBytes('\n')
		if len(line) > 0 {
			do(bytes.Clone(line))
		}
		if err != nil {
			end()
			return
		}
	}
}
