package properties

import (
	"context"
	"sync"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// A gate holds one call's handler and tells it what to do next.
type gate struct {
	orders chan order
	deaf   bool // it does not look at its context
}

type order uint8

const (
	doResult order = iota // what a closed gate says
	doFail
	doProgress
)

// failCode is what a handler that fails answers with.
const failCode = 7

// gates finds the gate of a call by its number.
type gates struct {
	mu  sync.Mutex
	all map[int]*gate
}

type gatesKey struct{}

func (g *gates) add(n int, gt *gate) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all[n] = gt
}

func (g *gates) find(n int) *gate {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.all[n]
}

// gatedServer has one tool, whose handler does as its gate says. It is shared by
// all runs: the gates come with the context of the connection.
func gatedServer(options ...server.Option) *server.Server {
	s := server.New(protocol.Implementation{Name: "gated", Version: "1"}, options...)
	server.AddTool(s, protocol.Tool{Name: "gate"}, func(ctx context.Context, req *server.Request, in struct {
		N int `json:"n"`
	}) (string, error) {
		g := ctx.Value(gatesKey{}).(*gates).find(in.N)
		var gone <-chan struct{}
		if !g.deaf {
			gone = ctx.Done()
		}
		for n := 1.0; ; n++ {
			select {
			case o := <-g.orders:
				switch o {
				case doResult:
					return "done", nil
				case doFail:
					return "", &protocol.Error{Code: failCode, Message: "failed on request"}
				}
				if err := req.Progress(n, 0, ""); err != nil {
					return "", err
				}
			case <-gone:
				return "", ctx.Err()
			}
		}
	})
	return s
}
