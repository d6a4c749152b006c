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

	ref      machine.Ref
	deadline time.Time // of the request that is on its way; zero: none
	stale    bool      // something may still come to it when it is settled
	giveUp   error     // what an abort means

	done    chan struct{} // one slot: settled
	settled bool
	lane    machine.Lane
	result  []byte
	probe   *wire.Probe // of a discover answer
	err     error

	counted bool  // among c.inFlight
	queued  *link // where it waited for the pipe last
	reads   *link // that its caller reads

	progress []protocol.ProgressParams
	news     chan struct{} // one slot: progress waits
}

// maxProgress is how much progress waits for a slow callback.
const maxProgress = 256

// do has r admitted and waits for its outcome. Callbacks run here, so that
// they may call the client.
func (c *Client) do(ctx context.Context, r *record) error {
	reads, err := c.begin(ctx, r)
	if err != nil {
		return err
	}
	if reads != nil {
		reads.readFor(ctx, r)
	}
	if ctx.Done() == nil && r.report == nil {
		<-r.done
		return r.err
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

// begin has r admitted. Its caller has to read the link that is returned.
func (c *Client) begin(ctx context.Context, r *record) (*link, error) {
	if ctx.Err() != nil {
		return nil, cancelled(ctx, r)
	}
	if r.done == nil {
		r.done = make(chan struct{}, 1)
	}
	if r.report != nil {
		r.news = make(chan struct{}, 1)
	}
	c.mu.Lock()
	defer c.unlock()
	if r.sub == nil {
		r.counted = true
		if c.inFlight++; c.inFlight == 1 {
			c.alone++
		} else {
			c.alone = 0
		}
	}
	c.step(machine.ClientInput{On: machine.ClientOnCall, Kind: r.kind, Lanes: r.lanes}, event{admit: r})
	if l := c.link; l != nil && r.counted && l.claim(r) {
		return l, nil
	}
	return nil, nil
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

// settle gives r its outcome. If its caller reads, and this is not what it has
// just read, the read is interrupted. c.mu is held.
func (c *Client) settle(r *record, err error) {
	if r.settled {
		return
	}
	r.settled, r.err = true, err
	r.unlimit()
	if r.counted {
		c.inFlight--
	}
	if r.reads != nil && r.reads != c.hears {
		r.reads.interrupt()
	}
	if c.hears != nil {
		c.answered = append(c.answered, r) // see heard
		return
	}
	r.done <- struct{}{}
}

// reported queues progress for the caller.
func (r *record) reported(p protocol.ProgressParams) {
	if r.resets && !r.deadline.IsZero() {
		r.deadline = time.Now().Add(r.timeout)
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
