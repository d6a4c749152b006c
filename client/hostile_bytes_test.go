package client_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// A truncated server is a good one whose output ends after so many bytes.
type truncated struct {
	out  *io.PipeWriter
	left int
}

func (s *truncated) say(text string) {
	text += "\n"
	n := min(s.left, len(text))
	if s.left -= n; n > 0 {
		io.WriteString(s.out, text[:n])
	}
	if s.left == 0 {
		s.out.Close()
	}
}

func (s *truncated) serve(in *io.PipeReader, modern bool) {
	defer s.out.Close()
	defer in.Close()
	if s.left == 0 {
		return
	}
	for lines := bufio.NewScanner(in); lines.Scan() && s.left > 0; {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil || l.ID == nil {
			continue
		}
		answer := `{"jsonrpc":"2.0","id":` + string(l.ID) + `,`
		notify := func(method, params string) {
			s.say(`{"jsonrpc":"2.0","method":"` + method + `","params":{` + params + `}}`)
		}
		switch {
		case l.Method == "server/discover" && modern:
			s.say(answer + `"result":` + discovered + `}`)
		case l.Method == "initialize":
			s.say(answer + `"result":` + initialized + `}`)
		case l.Method == "subscriptions/listen":
			notify("notifications/subscriptions/acknowledged", `"notifications":{"toolsListChanged":true},`+stampOf(l.ID))
			notify("notifications/tools/list_changed", stampOf(l.ID))
		case l.Method == "tools/call":
			notify("notifications/progress", `"progressToken":`+string(l.ID)+`,"progress":1`)
			s.say(answer + `"result":` + echoed + `}`)
		default:
			s.say(answer + `"error":` + noMethod + `}`)
		}
	}
}

// A server may end at any moment, in the middle of any line: every call comes
// to an end at once, with a typed error, and so does the close.
func TestEndAfterEveryByte(t *testing.T) {
	for _, era := range []struct {
		name   string
		modern bool
	}{{"modern", true}, {"legacy", false}} {
		t.Run(era.name, func(t *testing.T) {
			for n, good := 0, 0; good < 3; n++ {
				require.Less(t, n, 10_000)
				inBubble(t, func(t *testing.T) { good = endAfter(t, n, era.modern) })
			}
		})
	}
}

// endAfter plays the exchange with a server that says n bytes of its part, and
// counts what succeeds.
func endAfter(t *testing.T, n int, modern bool) (good int) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	s := &truncated{out: out, left: n}
	over := make(chan struct{})
	go func() {
		defer close(over)
		s.serve(in, modern)
	}()
	begun := time.Now()
	c, err := client.New(client.Over(fromServer, toServer))
	require.NoError(t, err)
	ask := func(f func() error) {
		err := f()
		if err == nil || errors.Is(err, client.ErrWrongEra) {
			good++
			return
		}
		if !errors.Is(err, client.ErrNotRestartable) {
			requireTyped(t, err)
		}
		require.NotErrorIs(t, err, client.ErrTimeout, "after %d bytes", n)
	}
	ask(func() error { return c.Connect(t.Context()) })
	ask(func() error { _, err := c.Listen(t.Context(), protocol.Filter{ToolsListChanged: true}); return err })
	ask(func() error {
		_, err := echo(t.Context(), c, client.OnProgress(func(protocol.ProgressParams) {}))()
		return err
	})
	require.NoError(t, c.Close())
	require.Less(t, time.Since(begun), time.Second, "after %d bytes: at once", n)
	require.Zero(t, c.Pending())
	<-over
	return good
}
