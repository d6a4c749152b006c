package serve

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

// Conn is one connection. Its methods are safe for concurrent use.
type Conn struct {
	opt Options
	app App
	ctx context.Context
	w   io.Writer

	// Owned by whoever holds the reading role.
	lines  *wire.Reader
	parser *wire.Parser
	turn   uint64

	lastMeta []byte // see ownMeta

	// The reading role.
	holder  atomic.Uint64 // the turn whose handler or write is running, 0 none
	ticking atomic.Bool
	watcher *time.Timer
	watched uint64 // watcher's goroutine only

	asked atomic.Uint64 // the last id of a request of ours
	wrote atomic.Uint64 // writes so far

	mu         sync.Mutex
	ses        *machine.ServerSession
	acts       []machine.Action
	calls      []*Call // by Ref.Slot
	asks       []*Ask  // by Ref.Slot
	held       []*Call // in the order in which they came
	heldLimit  int     // when to look for those that are over
	refused    func(*Call)
	opened     bool
	listeners  []*listener
	announced  listener // what a legacy client is told, coalesced like a listen's events
	out        outbox
	events     []Event
	writing    bool
	groups     int  // batches whose answer is not complete
	batched    int  // bytes of their answers so far
	full       bool // see batchesFull
	batches    bool // arrays of messages are legal (2025-03-26)
	closing    bool // CloseOutput was asked: end once the outbox is empty
	ended      bool
	hurried    bool // CloseWithin was called
	waiting    int
	room       sync.Cond
	batch      []byte
	spareBatch []byte
	sole       *[]byte
	deadline   *time.Timer
	done       chan struct{}
}

// New prepares a connection; Serve runs it.
func New(ctx context.Context, app App, r io.Reader, w io.Writer, opt Options) *Conn {
	opt.fill()
	c := &Conn{opt: opt, app: app, ctx: ctx, w: w, ses: machine.NewServerSession(opt.Session), done: make(chan struct{})}
	c.room.L = &c.mu
	c.watcher = time.AfterFunc(time.Hour, c.watch) // made here: beginTurn and watch both reset it
	c.watcher.Stop()
	limits := wire.Limits{MaxLine: opt.MaxLineBytes, MaxDepth: opt.MaxDepth}
	c.lines, c.parser = wire.NewReader(r, limits), wire.NewParser(limits)
	return c
}

// Serve runs the connection until the client is gone or ctx is done, and what
// was in flight is settled. A client that closed its reading side, or stopped
// reading, is a clean end, too (decisions C9 and C10): the observer and the log
// are told. A reader blocked in r outlives it until r returns.
func (c *Conn) Serve() {
	stop := context.AfterFunc(c.ctx, c.Close)
	defer stop()
	go c.readFirst()
	<-c.done
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deadline != nil {
		c.deadline.Stop()
	}
}

// Era is what the connection has committed to.
func (c *Conn) Era() model.EraState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ses.Era()
}

// InFlight lists the raw ids of the requests that are read and not settled, and
// of the listens that are open.
func (c *Conn) InFlight() (requests, listens []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ses.InFlight(func(ref machine.Ref, st model.RequestState) {
		if call := c.call(ref); call != nil && st.Live() {
			requests = append(requests, string(call.ID))
		}
	})
	for _, l := range c.listeners {
		listens = append(listens, string(l.id))
	}
	return requests, listens
}

func (c *Conn) call(ref machine.Ref) *Call {
	if i := ref.Slot(); i >= 0 && i < len(c.calls) {
		return c.calls[i]
	}
	return nil
}

func (c *Conn) keep(call *Call) {
	i := call.ref.Slot()
	for i >= len(c.calls) {
		c.calls = append(c.calls, nil)
	}
	c.calls[i] = call
}

func (c *Conn) drop(ref machine.Ref) {
	if i := ref.Slot(); i >= 0 && i < len(c.calls) && c.calls[i] != nil {
		c.leaveBatch(c.calls[i])
		c.calls[i] = nil
	}
}

// event notes something for the observer; it is reported outside the lock.
func (c *Conn) event(e Event) {
	if c.opt.Observe != nil {
		c.events = append(c.events, e)
	}
}

// unlock releases the lock and then tells the observer what happened under it.
func (c *Conn) unlock() {
	events := c.events
	c.events = nil
	c.mu.Unlock()
	c.report(events)
}

// report calls the observer; a panic in it is contained.
func (c *Conn) report(events []Event) {
	for _, e := range events {
		c.tell(e)
	}
}

func (c *Conn) tell(e Event) {
	if c.opt.Observe == nil {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			c.opt.Log.Error("the observer panicked", "panic", p)
		}
	}()
	c.opt.Observe(e)
}
