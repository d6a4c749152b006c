package client

import (
	"context"
	"iter"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// An Event is a change on the server that a subscription listens for.
type Event struct {
	// Method is the name of the notification, such as
	// notifications/tools/list_changed.
	Method string
	// URI is the resource of a notifications/resources/updated.
	URI string
}

// End says how a subscription ended.
type End uint8

const (
	Open          End = iota // it has not
	EndedGraceful            // the server ended it properly
	EndedRemote              // the server cancelled it
	EndedClosed              // Close was called, on it or on the client
	EndedLost                // with the connection, or events were read too slowly
	EndedFailed              // by an error of the server
)

var endNames = [...]string{"open", "graceful", "remote", "closed", "lost", "failed"}

func (e End) String() string { return endNames[e] }

// A Subscription is a live subscriptions/listen. Its methods may be called
// concurrently; each event goes to one reader.
type Subscription struct {
	c *Client
	r *record

	// c.mu

	asked   protocol.Filter
	filter  protocol.Filter
	granted chan struct{} // closed by the first acknowledgement
	live    bool          // was acknowledged
	lost    bool          // waits for the next process
	silent  bool          // nobody reads the events
	queue   []Event
	news    chan struct{} // one slot: events wait
	how     End
	err     error
	ended   chan struct{}
}

// Listen subscribes to changes and returns when the server has acknowledged
// that. ctx bounds this wait only; end the subscription with Close. On legacy
// it fails with ErrWrongEra.
func (c *Client) Listen(ctx context.Context, filter protocol.Filter, opts ...CallOption) (*Subscription, error) {
	return c.listen(ctx, filter, opts, false)
}

func (c *Client) listen(ctx context.Context, filter protocol.Filter, opts []CallOption, silent bool) (*Subscription, error) {
	call, ctx, stop, err := c.configure(ctx, protocol.MethodListen, opts)
	if err != nil {
		return nil, err
	}
	defer stop()
	r, err := c.newRecord(ctx, machine.KindListen, protocol.MethodListen, protocol.ListenParams{Notifications: filter}, call)
	if err != nil {
		return nil, err
	}
	sub := &Subscription{c: c, r: r, asked: filter, silent: silent,
		granted: make(chan struct{}), ended: make(chan struct{}), news: make(chan struct{}, 1)}
	r.sub = sub
	if _, err := c.begin(ctx, r); err != nil {
		return nil, err
	}
	select {
	case <-sub.granted:
		return sub, nil
	case <-r.done:
	case <-ctx.Done():
		c.cancel(ctx, r)
		return nil, cancelled(ctx, r)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if sub.how == EndedGraceful || sub.live && sub.how != Open { // ended, but it was there
		return sub, nil
	}
	return nil, r.err // which sub has not, if it ended with the client
}

// Filter is what the server has acknowledged of what was asked for.
func (s *Subscription) Filter() protocol.Filter {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	return s.filter
}

// Events ranges over the events until the subscription ends; then Err says
// why. Unread events that are equal are one. Leaving the loop does not close
// the subscription.
func (s *Subscription) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for {
			event, err := s.Next(context.Background())
			if err != nil || !yield(event) {
				return
			}
		}
	}
}

// Next waits for an event. It fails with ErrEnded if there will be none, and
// with ErrCancelled if ctx ends first.
func (s *Subscription) Next(ctx context.Context) (Event, error) {
	for {
		s.c.mu.Lock()
		if len(s.queue) > 0 {
			event := s.queue[0]
			s.queue = s.queue[1:]
			s.wake() // another reader
			s.c.mu.Unlock()
			return event, nil
		}
		over := s.how != Open
		s.c.mu.Unlock()
		if over {
			return Event{}, ErrEnded
		}
		select {
		case <-s.news:
		case <-s.ended:
		case <-ctx.Done():
			return Event{}, cancelled(ctx, s.r)
		}
	}
}

// wake tells one reader that events wait.
func (s *Subscription) wake() {
	if len(s.queue) == 0 {
		return
	}
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// End says whether and how the subscription has ended. Events that came before
// can still be read.
func (s *Subscription) End() End {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	return s.how
}

// Reopening reports whether the server is lost and the subscription waits for
// the next one.
func (s *Subscription) Reopening() bool {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	return s.lost && s.how == Open
}

// Err is why the subscription has ended, nil if it has not, or ended
// gracefully or by Close.
func (s *Subscription) Err() error {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	return s.err
}

// Close ends the subscription and tells the server. It returns nil.
func (s *Subscription) Close() error {
	s.c.mu.Lock()
	defer s.c.unlock()
	s.r.giveUp = ErrClosed
	s.c.step(machine.ClientInput{On: machine.ClientOnCancel, Ref: s.r.ref}, event{})
	return nil
}
