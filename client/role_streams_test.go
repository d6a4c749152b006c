package client_test

import (
	"context"
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
)

// deaf takes deadlines and does not keep them, as the connections of many
// adapters.
type deaf struct{ net.Conn }

func (deaf) SetReadDeadline(time.Time) error { return nil }

// foreign has its own word for a deadline that has passed.
type foreign struct {
	net.Conn
	word error
}

func (f foreign) Read(b []byte) (int, error) {
	n, err := f.Conn.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = f.word
	}
	return n, err
}

type late struct{}

func (late) Error() string { return "too late" }
func (late) Timeout() bool { return true }

// Whatever the deadlines of a stream are worth, a call can be cancelled, and
// that costs no connection.
func TestCancelOverStreamsOfAllKinds(t *testing.T) {
	for name, wrap := range map[string]func(net.Conn) net.Conn{
		"deaf":          func(c net.Conn) net.Conn { return deaf{c} },
		"a timeout":     func(c net.Conn) net.Conn { return foreign{c, late{}} },
		"another error": func(c net.Conn) net.Conn { return foreign{c, errors.New("EWOULDBLOCK")} },
	} {
		t.Run(name, func(t *testing.T) {
			inLentBubble(t, func(t *testing.T) {
				toServer, fromClient := net.Pipe()
				toClient, fromServer := net.Pipe()
				p := &peer{t: t, in: toServer, out: fromServer, lines: make(chan line, 64)}
				go p.read()
				go modern(p)
				c, err := client.Connect(t.Context(), client.Over(wrap(toClient), fromClient), client.Lend)
				require.NoError(t, err)
				for range 3 {
					ctx, cancel := context.WithCancel(t.Context())
					out := spawn(echo(ctx, c))
					l := p.next("tools/call")
					cancel()
					o := <-out
					require.ErrorIs(t, o.err, client.ErrCancelled)
					require.Zero(t, o.after)
					require.Equal(t, l.ID, p.next("notifications/cancelled").Params.RequestID)
					works(t, c, p)
				}
				go p.gone()
				require.NoError(t, c.Close())
			})
		})
	}
}
