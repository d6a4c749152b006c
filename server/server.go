package server

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/protocol"
)

// A Server holds what is served: tools and options. It serves any number of
// connections at once. All methods are safe for concurrent use.
type Server struct {
	info   protocol.Implementation
	cfg    config
	infoV  jsontext.Value // encoded once
	access sync.RWMutex
	conns  map[*Conn]struct{}

	inputs      sync.Map // reflect.Type to func() *input
	outputs     sync.Map // reflect.Type to func() *output
	tools       *catalog[tool]
	resources   *catalog[resource]
	templates   *catalog[resourceTemplate]
	prompts     *catalog[prompt]
	sealer      func() *sealer
	stopEvents  context.CancelFunc       // under access
	wrapped     Handler                  // the middleware around every handler, nil for none
	customs     map[string]method        // replaced whole, under access
	notices     map[string]noticeHandler // replaced whole, under access
	lists       serve.Route              // lists and refusals: in place, they never wait
	changes     atomic.Uint64            // of features so far
	declaration atomic.Pointer[declared] // may be stale, see declared
}

// New returns a server without features. It panics if info has no name or
// version, which every peer demands (S-LIFE-1, S-META-12), and for an option
// that cannot be used.
func New(info protocol.Implementation, options ...Option) *Server {
	if info.Name == "" || info.Version == "" {
		panic("server: New: Implementation needs a Name and a Version")
	}
	s := &Server{info: info, conns: map[*Conn]struct{}{}}
	s.cfg.modern, s.cfg.legacy = protocol.ModernVersions(), protocol.LegacyVersions()
	s.cfg.scope = protocol.CachePrivate
	s.cfg.askTimeout, s.cfg.stateTTL = DefaultAskTimeout, DefaultStateExpiry
	for _, o := range options {
		if o != nil {
			o(&s.cfg)
		}
	}
	v, err := encodeImplementation(info)
	if err != nil {
		panic(fmt.Sprintf("server: New: %v", err))
	}
	s.infoV = v
	s.sealer = sync.OnceValue(func() *sealer { return newSealer(s.cfg.stateKeys, s.cfg.stateTTL) }) // few servers need one
	s.cfg.conn.Session.Hold, s.cfg.conn.Session.ListenHandlers = s.cfg.startup != nil, s.cfg.listen != nil
	s.cfg.conn.Log, s.cfg.conn.Observe = s.cfg.log, s.cfg.observe
	s.resources = newCatalog(func(r *resource, _ string) any { return r.def })
	s.templates = newCatalog(func(t *resourceTemplate, _ string) any { return t.def })
	s.prompts = newCatalog(func(p *prompt, _ string) any { return p.def })
	s.tools = newCatalog((*tool).shown)
	s.wrapped = s.wrap()
	return s
}

// Serve serves one connection until its client is gone, or ctx is done, and
// what was in flight is settled (decisions C3). It returns nil then, also when the
// client closed its side of the output or stopped reading it (decisions C9 and
// C10; the log tells), and an error if the start-up failed or the transport could
// not be opened or closed.
func (s *Server) Serve(ctx context.Context, t Transport) error {
	c, err := s.Open(ctx, t)
	if err != nil {
		return err
	}
	return c.Wait()
}

// A Conn is one served connection.
type Conn struct {
	app  *app
	conn *serve.Conn
	end  func() error
	done chan struct{}
	err  error
	life context.Context // ends with the connection

	ready    chan struct{} // closed when the start-up has returned; nil without one
	started  chan struct{} // closed when its end has been dealt with
	unready  bool          // it failed; set before ready is closed
	startErr error         // its failure, unless the connection's end was the reason
}

// Open starts to serve a connection and returns at once.
func (s *Server) Open(ctx context.Context, t Transport) (*Conn, error) {
	r, w, end, err := t.open()
	if err != nil {
		return nil, err
	}
	c := &Conn{app: &app{srv: s}, end: end, done: make(chan struct{})}
	c.app.self = c
	c.app.prepare()
	var over context.CancelFunc
	c.life, over = context.WithCancel(ctx)
	c.conn = serve.New(ctx, c.app, r, w, s.cfg.conn)
	if s.cfg.startup != nil {
		c.ready, c.started = make(chan struct{}), make(chan struct{})
		c.app.notices.held = true
	}
	s.enter(ctx, c)
	go func() {
		c.conn.Serve()
		over()
		c.err = c.awaitStartup()
		s.leave(c)
		if err := c.end(); c.err == nil {
			c.err = err
		}
		close(c.done)
	}()
	if s.cfg.startup != nil {
		go c.startUp()
	}
	return c, nil
}

// Wait waits for the connection's end and says how it went; see Serve.
func (c *Conn) Wait() error {
	<-c.done
	return c.err
}

// Close ends the connection from the server's side: listens get their result,
// requests in flight may finish within the drain timeout. It returns at once.
func (c *Conn) Close() { c.conn.Close() }

// CloseWithin is Close with another bound than WithDrainTimeout, if it is
// shorter; for signals (decisions C3: 250 ms).
func (c *Conn) CloseWithin(d time.Duration) { c.conn.CloseWithin(d) }

// CloseListens ends the listen with the raw id token, or with "" every listen,
// with its result (rules A14). It reports how many there were.
func (c *Conn) CloseListens(id string) int { return c.conn.CloseListens(id) }

// State is a snapshot of a connection; its slices are the caller's.
type State struct {
	Era      string   // "open", "legacy", "modern"
	InFlight []string // raw id tokens
	Listens  []string // raw id tokens
}

// State says where the connection stands.
func (c *Conn) State() State {
	st := State{Era: eraNames[c.conn.Era()]}
	st.InFlight, st.Listens = c.conn.InFlight()
	return st
}

// A provisional lock shows as open: a valid initialize still takes it over.
var eraNames = [...]string{"open", "open", "legacy", "modern"}

// publish announces a change on every connection.
func (s *Server) publish(o serve.Occasion) {
	s.access.RLock()
	conns := make([]*Conn, 0, len(s.conns))
	for c := range s.conns {
		conns = append(conns, c)
	}
	s.access.RUnlock()
	for _, c := range conns {
		c.conn.Publish(o)
	}
}

// PublishToolsChanged announces that the list of tools has changed. Adding and
// removing tools announces it by itself.
func (s *Server) PublishToolsChanged() { s.publish(serve.Occasion{List: serve.ToolsChanged}) }
