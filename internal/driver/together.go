package driver

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/eralock/eralock/client"
)

// An async is a call that the scenario does not wait for.
type async struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// start makes a call beside the ones that follow.
func (d *driver) start(ctx context.Context, c call) {
	ctx, cancel := context.WithCancel(ctx)
	a := &async{cancel: cancel, done: make(chan struct{})}
	d.mu.Lock()
	d.asyncs[c.As] = a
	d.mu.Unlock()
	go func() {
		defer close(a.done)
		defer cancel()
		d.print(d.timed(ctx, c))
	}()
}

// errUnknown is a call that the vocabulary does not have.
var errUnknown = errors.New("unknown call")

// together makes the calls that deal with other calls and with time.
func (d *driver) together(ctx context.Context, c call) (any, error) {
	switch c.Call {
	case "sleep":
		return nothing(sleep(ctx, ms(c.Ms, 0)))
	case "parallel":
		return d.parallel(ctx, c)
	case "cancel", "join":
		d.mu.Lock()
		a := d.asyncs[c.Target]
		d.mu.Unlock()
		if a == nil {
			return nil, fmt.Errorf("%w: no async call %q", client.ErrArgument, c.Target)
		}
		if c.Call == "cancel" {
			a.cancel()
		} else {
			<-a.done
		}
		return nothing(nil)
	}
	return nil, fmt.Errorf("%w: %w %q", client.ErrArgument, errUnknown, c.Call)
}

func (d *driver) parallel(ctx context.Context, c call) (any, error) {
	if c.Of == nil {
		return nil, fmt.Errorf("%w: parallel needs a call", client.ErrArgument)
	}
	var all sync.WaitGroup
	var failed atomic.Int64
	for range c.N {
		all.Go(func() {
			if _, err := d.make(ctx, *c.Of); err != nil {
				failed.Add(1)
			}
		})
	}
	all.Wait()
	return map[string]any{"ok": int64(c.N) - failed.Load(), "failed": failed.Load()}, nil
}
