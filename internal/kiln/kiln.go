package kiln

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/eralock/eralock/protocol"
	"github.com/eralock/eralock/server"
)

// Kiln is one fixture server.
type Kiln struct {
	Server *server.Server

	mu      sync.Mutex
	parked  map[string]chan struct{} // by raw id
	watcher func(server.Event)
}

// New builds the server with its tools. log gets diagnostics; nil drops them.
func New(set Settings, log *slog.Logger) *Kiln {
	k := &Kiln{parked: map[string]chan struct{}{}}
	if set.watched { // watching costs every call a little
		set.opts = append(set.opts, server.Observe(k.observe))
	}
	k.Server = server.New(protocol.Implementation{Name: "kiln", Version: "3.1.4"}, append(set.options(),
		server.WithLogger(log),
		server.WithCompletion(complete),
		server.WithResourceReader(unlisted),
		server.WithInstructions("A fixture: every tool shows one thing that can happen."))...)
	k.addTextTools()
	k.addParkTools()
	k.addProgressTools()
	k.addLogTools()
	k.addFailingTools()
	k.addChangeTools()
	k.addContentTools()
	k.addReportTools()
	k.addAskTools()
	k.addConformanceAskTools()
	k.addRoundTools()
	k.addResources()
	k.addPrompts()
	return k
}

// Watch sets who is told what happens to requests.
func (k *Kiln) Watch(f func(server.Event)) {
	k.mu.Lock()
	k.watcher = f
	k.mu.Unlock()
}

func (k *Kiln) observe(e server.Event) {
	k.mu.Lock()
	f := k.watcher
	k.mu.Unlock()
	if f != nil {
		f(e)
	}
}

// park waits until the request is released. A stubborn one ignores that its
// context has ended.
func (k *Kiln) park(ctx context.Context, req *server.Request, stubborn bool) error {
	gate := make(chan struct{})
	id := req.ID()
	k.mu.Lock()
	k.parked[id] = gate
	k.mu.Unlock()
	defer func() {
		k.mu.Lock()
		if k.parked[id] == gate {
			delete(k.parked, id)
		}
		k.mu.Unlock()
	}()
	done := ctx.Done()
	if stubborn {
		done = nil
	}
	select {
	case <-gate:
		return nil
	case <-done:
		return ctx.Err()
	}
}

// Release lets the parked handler of the request with the raw id go on; it
// reports whether there was one.
func (k *Kiln) Release(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	gate, ok := k.parked[id]
	if ok {
		close(gate)
		delete(k.parked, id)
	}
	return ok
}

// sleep waits, or returns the context's error when it ends first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
