package client

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// killPatience is how long Close waits for a process that was killed.
const killPatience = 5 * time.Second

// A Client is connected to one server, through one process after another.
type Client struct {
	cfg    *config
	server Server

	mu      sync.Mutex // held around each step of the session and what follows from it, never around I/O
	session *machine.ClientSession
	acts    []machine.ClientAction // scratch of step
	after   []followUp             // steps that an action asked for
	records []*record              // by Ref.Slot
	pool    sync.Pool              // of *record; not guarded

	scratches sync.Pool // of *bytes.Buffer; not guarded

	link     *link     // nil: there is no process
	hears    *link     // what was read from it is being taken
	answered []*record // meanwhile: who is to be told
	inFlight int       // calls that are not settled
	alone    int       // of the last calls, how many in a row began with no other in flight
	facts    facts
	starts   starts
	alarm    alarm
	failure  error // why there is no connection
	skipped  int

	handlers   handlers
	extensions map[string]jsontext.Value
	declared   declared
	logLevel   []byte // JSON, or nil
	watches    map[string]*Subscription
	notices    notices

	closing chan struct{} // closed by the first Close
	closed  bool
	gone    chan struct{} // closed when nothing is left of the last process
	opening bool
	stuck   error // why something may be left
}

// New returns a client that starts its server when it is first needed: by the
// first call, or by Connect. It fails with ErrArgument only. Whoever has a
// Client calls Close.
func New(server Server, opts ...Option) (*Client, error) {
	cfg, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if server == nil || !server.complete() {
		return nil, fmt.Errorf("%w: no server, or a nil in it; use client.Command, client.CommandFunc or client.Over", ErrArgument)
	}
	c := &Client{
		cfg: cfg, server: server,
		closing: make(chan struct{}), gone: make(chan struct{}),
		session: machine.NewClientSession(machine.ClientOptions{
			Mode: cfg.mode, Version: cfg.modern[0], CancelProbe: cfg.cancelProbe, Retries: cfg.discoverRetries, Known: cfg.known(),
			Relisten: cfg.relisten && cfg.restart && server.reopens(),
		}),
		handlers: cfg.handlers, extensions: map[string]jsontext.Value{},
	}
	maps.Copy(c.extensions, cfg.extensions)
	if cfg.logLevel != 0 {
		c.logLevel, _ = protocol.Marshal(cfg.logLevel) // it was checked
	}
	c.declare()
	return c, nil
}

// Connect is New, and returns when the server's era is settled. ctx bounds
// the connecting only. After an error nothing is left of the server.
//
// Errors: ErrArgument; ErrCancelled; *ConnectionLostError; ErrTimeout;
// *VersionError; ErrLegacyServer; ErrIncompatible; ErrInitialize; the server's
// *protocol.Error; what starting the command failed with.
func Connect(ctx context.Context, server Server, opts ...Option) (*Client, error) {
	c, err := New(server, opts...)
	if err != nil {
		return nil, err
	}
	if err := c.Connect(ctx); err != nil {
		if errors.Is(err, ErrCancelled) {
			c.end(machine.ClientOnClose, machine.ClientOnKill) // the caller does not wait for graces
		}
		if left := c.Close(); left != nil {
			err = errors.Join(err, left)
		}
		return nil, err
	}
	return c, nil
}

// Connect waits until the era is settled, and starts the server if it has to.
// Its errors are those of the function; a failed negotiation stops the process,
// and the next call starts anew (decisions K15).
func (c *Client) Connect(ctx context.Context) error {
	return c.do(ctx, &record{kind: machine.KindConnect, name: "connect", timeout: c.cfg.requestTimeout})
}

// Close ends the client: calls fail with ErrClosed, subscriptions end, the
// process is asked to go by the end of its input, then SIGTERM, then SIGKILL,
// each after its grace (decisions K11). It returns when nothing is left, at the
// latest 5 s after the SIGKILL, with an error if something is. It may be called
// again.
func (c *Client) Close() error {
	c.end(machine.ClientOnClose)
	<-c.gone
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stuck
}

func (c *Client) end(on ...machine.ClientOn) {
	c.mu.Lock()
	defer c.unlock()
	if !c.closed {
		c.closed = true
		close(c.closing)
	}
	for _, on := range on {
		c.step(machine.ClientInput{On: on}, event{})
	}
	c.goneIfDone()
}

// goneIfDone lets Close return once no process is there and none is coming.
func (c *Client) goneIfDone() {
	if !c.closed || c.link != nil || c.opening {
		return
	}
	select {
	case <-c.gone:
	default:
		c.stopAlarm()
		close(c.gone)
	}
}
