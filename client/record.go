package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// A record is one request with its caller. Up to admission it is the caller's;
// then Client.mu guards it, until done is closed.
type record struct {
	kind  machine.ClientKind
	lanes machine.Lanes
	name  string // for messages
	request
	timeout time.Duration
	resets  bool // by progress
	report  func(protocol.ProgressParams)
	sub     *Subscription

	ref    machine.Ref
	timer  *time.Timer
	armed  bool  // the timer runs
	stale  bool  // it may have fired
	giveUp error // what an abort means

	done    chan struct{} // one slot: settled
	settled bool
	lane    machine.Lane
	result  []byte
	probe   *wire.Probe // of a discover answer
	err     error

	progress []protocol.ProgressParams
	news     chan struct{} // one slot: progress waits
}

// maxProgress is how much progress waits for a slow callback.
const maxProgress = 256

// do has r admitted and waits for its outcome. Callbacks run here, so that
// they may call the client.
func (c *Client) do(ctx context.Context, r *record) error {
	if err := c.begin(ctx, r); err != nil {
		return err
	}
	calm := false
	defer func() {
		if !calm { // a callback panics
			c.leave(r)
		}
	}()
	for {
		select {
		case <-r.done:
			c.reportProgress(r)
			calm = true
			return r.err
		case <-r.news:
			c.reportProgress(r)
		case <-ctx.Done():
			c.cancel(ctx, r)
			<-r.done
			calm = true
			return r.err
		}
	}
}

// begin has r admitted.
func (c *Client) begin(ctx context.Context, r *record) error {
	if ctx.Err() != nil {
		return cancelled(ctx, r)
	}
	if r.done == nil {
		r.done = make(chan struct{}, 1)
	}
	if r.report != nil {
		r.news = make(chan struct{}, 1)
	}
	c.mu.Lock()
	defer c.unlock()
	c.step(machine.ClientInput{On: machine.ClientOnCall, Kind: r.kind, Lanes: r.lanes}, event{admit: r})
	return nil
}

// cancelled is the error of a call whose context is done: the caller's, or the
// one that bounds the whole call.
func cancelled(ctx context.Context, r *record) error {
	if over, ok := errors.AsType[overtime](context.Cause(ctx)); ok {
		return fmt.Errorf("%s: %w (%w)", r.name, ErrTimeout, over)
	}
	return fmt.Errorf("%s: %w: %w", r.name, ErrCancelled, context.Cause(ctx))
}

// cancel ends the wait for r: afterwards r is settled, by its answer if that
// was first.
func (c *Client) cancel(ctx context.Context, r *record) {
	c.mu.Lock()
	defer c.unlock()
	r.giveUp = cancelled(ctx, r)
	c.step(machine.ClientInput{On: machine.ClientOnCancel, Ref: r.ref}, event{})
}

// leave cancels r if its caller goes away without having waited.
func (c *Client) leave(r *record) {
	c.mu.Lock()
	defer c.unlock()
	if !r.settled {
		r.giveUp = fmt.Errorf("%s: %w", r.name, ErrCancelled)
		c.step(machine.ClientInput{On: machine.ClientOnCancel, Ref: r.ref}, event{})
	}
}

// settle gives r its outcome.
func (r *record) settle(err error) {
	if r.settled {
		return
	}
	r.settled, r.err = true, err
	r.stopTimer()
	r.done <- struct{}{}
}

// startTimer begins the time limit. A request that is sent again keeps the one
// it has.
func (c *Client) startTimer(r *record) {
	if r.armed {
		return
	}
	r.armed = true
	if r.timer != nil {
		r.timer.Reset(r.timeout)
		return
	}
	r.timer = time.AfterFunc(r.timeout, func() {
		c.mu.Lock()
		defer c.unlock()
		if r.armed && !r.settled {
			r.giveUp = fmt.Errorf("%s: %w (%v)", r.name, ErrTimeout, r.timeout)
			c.step(machine.ClientInput{On: machine.ClientOnTimeout, Ref: r.ref}, event{err: r.giveUp})
		}
	})
}

func (r *record) stopTimer() {
	if r.armed {
		r.armed, r.stale = false, !r.timer.Stop()
	}
}

// reported queues progress for the caller.
func (r *record) reported(p protocol.ProgressParams) {
	if r.resets && r.armed {
		r.timer.Reset(r.timeout)
	}
	if r.report == nil {
		return
	}
	if len(r.progress) == maxProgress {
		r.progress = r.progress[:maxProgress-1]
	}
	r.progress = append(r.progress, p)
	select {
	case r.news <- struct{}{}:
	default:
	}
}

func (c *Client) reportProgress(r *record) {
	c.mu.Lock()
	waiting := r.progress
	r.progress = nil
	c.mu.Unlock()
	for _, p := range waiting {
		r.report(p)
	}
}
