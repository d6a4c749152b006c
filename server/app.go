package server

import (
	"bytes"
	"slices"
	"sync"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// app answers one connection's requests: it is what internal/serve asks.
type app struct {
	srv     *Server
	self    *Conn
	notices notices

	mu      sync.Mutex // guards what the handshake and logging/setLevel said
	hello   protocol.InitializeParams
	level   protocol.Level
	legacy  string              // negotiated version
	watched map[string]struct{} // resources/subscribe
}

func (a *app) prepare() { a.level, a.legacy = protocol.LevelDebug, a.srv.newestLegacy() }

func (a *app) client() protocol.InitializeParams {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hello
}

func (a *app) legacyLevel() protocol.Level {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.level
}

func (a *app) Classify() *wire.Config { return &a.srv.declared().wire }

// Handshake offers the version asked for, if it is served, and the newest
// otherwise (decisions E11).
func (a *app) Handshake(b []byte, f *wire.Frame) ([]byte, serve.Terms) {
	hello, err := protocol.ParseInitializeParams(f.Params())
	if err != nil { // the classifier let it through; be as strict as it was
		hello = &protocol.InitializeParams{}
	}
	version := hello.ProtocolVersion
	if !slices.Contains(a.srv.cfg.legacy, version) {
		version = a.srv.newestLegacy()
	}
	a.mu.Lock()
	a.hello, a.legacy = *hello, version
	a.mu.Unlock()
	result := a.srv.encodeInitialize(version, &a.srv.declared().legacy)
	return wire.AppendResult(b, f.ID(), result), serve.Terms{ErrorsNeedID: protocol.ErrorsNeedID(version), Batches: protocol.HasBatches(version)}
}

func (a *app) Discover(b []byte, f *wire.Frame) []byte {
	return wire.AppendResult(b, f.ID(), a.srv.declared().discover)
}

func (a *app) Narrow(f *wire.Frame) serve.Grant {
	filter, err := protocol.ParseFilter(f.Filter())
	if err != nil { // the classifier let it through
		return serve.Grant{}
	}
	d := a.srv.declared()
	g := serve.Grant{Lists: changesOf(filter) & d.changes}
	if d.watches {
		g.URIs = filter.ResourceSubscriptions
	}
	return g
}

func (a *app) Acknowledge(b, id []byte, granted serve.Grant) []byte {
	filter, err := protocol.Marshal(filterOf(granted))
	if err != nil { // booleans and strings
		filter = nil
	}
	return wire.AppendAcknowledgement(b, id, filter)
}

func (a *app) FinishListen(b, id []byte) []byte {
	return wire.AppendListenResult(b, id, a.srv.serverInfo())
}

func (a *app) Event(b []byte, o serve.Occasion, id []byte) []byte {
	method := protocol.NotificationToolsListChanged
	switch o.List {
	case 0:
		return wire.AppendUpdated(b, o.URI, id)
	case serve.PromptsChanged:
		method = protocol.NotificationPromptsListChanged
	case serve.ResourcesChanged:
		method = protocol.NotificationResourcesListChanged
	}
	return wire.AppendListChanged(b, method, id)
}

func (a *app) Announces(o serve.Occasion) (watched string, ok bool) {
	if o.List == 0 {
		return a.watches(o.URI)
	}
	return "", a.srv.declared().changes&o.List != 0
}

// served is a request and its call, in one piece.
type served struct {
	Request
	call serve.Call
}

func (a *app) NewCall(f *wire.Frame) *serve.Call {
	s := &served{}
	s.Request.app, s.Request.call = a, &s.call
	s.call.App, s.call.Method = &s.Request, methodName(f.Method())
	return &s.call
}

// Prepare copies what a handler needs of the frame, and decodes the arguments.
func (a *app) Prepare(c *serve.Call, f *wire.Frame) *serve.Route {
	r := c.App.(*Request)
	var level protocol.Level
	if c.Lane == machine.ModernLane {
		r.version = a.version(f.Version())
		level, _ = protocol.ParseLevel(f.LogLevel())
		if f.InputResponses() != nil || f.RequestState() != nil {
			r.carried.Store(&carried{responses: bytes.Clone(f.InputResponses()), sealed: bytes.Clone(f.RequestState())})
		}
	} else {
		a.mu.Lock()
		r.version = a.legacy
		a.mu.Unlock()
	}
	r.reports = reportsOf(f.ProgressToken(), level)
	if c.Method == protocol.MethodToolsCall {
		return a.prepareTool(r, f)
	}
	if params := f.Params(); params != nil {
		r.args = methodParams(bytes.Clone(params))
	}
	r.call.Lend(nil, f.Meta())
	if c.Method == protocol.MethodListen {
		r.listen = &Listen{app: a, call: c, asked: a.Narrow(f)}
		c.Apart = true
		return nil
	}
	m := a.srv.declared().methods[c.Method]
	if m.quick {
		return &a.srv.lists
	}
	return m.route
}

// version interns the version of an envelope.
func (a *app) version(v []byte) string {
	for _, known := range a.srv.cfg.modern {
		if known == string(v) {
			return known
		}
	}
	return string(v)
}

// methodName interns the names of the protocol's methods.
func methodName(name []byte) string {
	if m, ok := protocol.MethodByName(name); ok {
		return m.Name
	}
	return string(name)
}

func (a *app) prepareTool(r *Request, f *wire.Frame) *serve.Route {
	name := f.Name()
	r.tool = a.srv.tools.find(name)
	if r.tool == nil {
		if name == nil {
			r.refused = protocol.InvalidParams("tools/call needs params.name, the name of a tool, as a string")
		} else {
			r.refused = protocol.InvalidParams("Unknown tool: %s", brief(string(name)))
		}
		return &a.srv.lists
	}
	args := f.Arguments()
	switch args.Kind() {
	case 0, 'n':
		args = []byte("{}")
	case '{':
	default:
		r.refused = protocol.InvalidParams("params.arguments must be an object")
		return &a.srv.lists
	}
	r.call.Lend(args, f.Meta())
	var err error
	if r.args, err = r.tool.decode(args); err != nil {
		r.args = unfit{err}
	}
	return &r.tool.route
}
