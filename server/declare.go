package server

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/serve"
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// declared is what a server declares at one moment: it answers discover and
// initialize, decides which methods there are, and what a listen can have.
// Immutable; a change of features makes a new one.
type declared struct {
	wire     wire.Config
	legacy   protocol.ServerCapabilities // of initialize
	discover jsontext.Value              // the whole DiscoverResult
	changes  serve.Change                // the list changes that are declared
	watches  bool                        // single resources can be watched
	methods  map[string]method
	at       uint64 // how many changes of features it knows
}

// declare computes it. The lists of a declared capability are always answered,
// even when they are empty.
func (s *Server) declare() *declared {
	d := &declared{methods: make(map[string]method, len(builtin))}
	d.wire.Modern = s.cfg.modern
	d.wire.Limits = wire.Limits{MaxLine: s.cfg.conn.MaxLineBytes, MaxDepth: s.cfg.conn.MaxDepth}
	d.wire.Methods = make(map[string]wire.Eras, len(builtin)+2)

	var modern protocol.ServerCapabilities
	legacy := &d.legacy
	if s.tools.declared() {
		d.changes |= serve.ToolsChanged
		legacy.Tools = &protocol.ToolsCapability{ListChanged: true}
		modern.Tools = &protocol.ToolsCapability{ListChanged: !s.cfg.noListen}
		d.addBuiltin(protocol.CapTools)
		d.wire.Methods[protocol.MethodToolsCall] = wire.InLegacy | wire.InModern
	}
	if s.resources.declared() || s.templates.declared() || s.cfg.reader != nil {
		d.changes |= serve.ResourcesChanged
		d.watches = true
		legacy.Resources = &protocol.ResourcesCapability{Subscribe: true, ListChanged: true}
		modern.Resources = &protocol.ResourcesCapability{Subscribe: !s.cfg.noListen, ListChanged: !s.cfg.noListen}
		d.addBuiltin(protocol.CapResources)
	}
	if s.prompts.declared() {
		if !s.cfg.fixedPrompts {
			d.changes |= serve.PromptsChanged
		}
		legacy.Prompts = &protocol.PromptsCapability{ListChanged: !s.cfg.fixedPrompts}
		modern.Prompts = &protocol.PromptsCapability{ListChanged: !s.cfg.noListen && !s.cfg.fixedPrompts}
		d.addBuiltin(protocol.CapPrompts)
	}
	if s.cfg.complete != nil {
		modern.Completions, legacy.Completions = &protocol.Declared{}, &protocol.Declared{}
		d.addBuiltin(protocol.CapCompletions)
	}
	// Any handler may log.
	modern.Logging, legacy.Logging = &protocol.Declared{}, &protocol.Declared{}
	d.addBuiltin(protocol.CapLogging)
	d.add(s.customMethods())
	modern.Extensions = s.cfg.extensions
	modern.Experimental, legacy.Experimental = s.cfg.experimental, s.cfg.experimental
	if s.cfg.handshake != nil || len(s.cfg.legacy) == 0 {
		d.wire.Admit = s.admit
	}
	if !s.cfg.noListen {
		d.wire.Methods[protocol.MethodListen] = wire.InModern
	}
	d.discover = s.encodeDiscover(&modern)
	return d
}

// addBuiltin brings in the methods of a capability.
func (d *declared) addBuiltin(c protocol.Capability) {
	for i := range builtin {
		if m := &builtin[i]; m.comes == c {
			d.methods[m.name] = m.method
			d.wire.Methods[m.name] = m.eras
		}
	}
}

// add brings in methods.
func (d *declared) add(methods map[string]method) {
	for name, m := range methods {
		d.methods[name] = m
		d.wire.Methods[name] = m.eras
	}
}

// serverInfo is what modern results carry in _meta; nil for nothing.
func (s *Server) serverInfo() jsontext.Value {
	if s.cfg.noServerInfo {
		return nil
	}
	return s.infoV
}

// appendServerInfo appends the _meta of a modern result, a comma first.
func (s *Server) appendServerInfo(b []byte) []byte {
	info := s.serverInfo()
	if info == nil {
		return b
	}
	b = append(b, `,"_meta":{"`+protocol.KeyServerInfo+`":`...)
	return append(append(b, info...), '}')
}

// redeclare is called after every change of features. What is declared is
// computed when somebody asks: a program adds its features one by one.
func (s *Server) redeclare() { s.changes.Add(1) }

// declared is what is declared now.
func (s *Server) declared() *declared {
	if d := s.declaration.Load(); d != nil && d.at == s.changes.Load() {
		return d
	}
	at := s.changes.Load() // before looking: a change meanwhile makes it stale again
	d := s.declare()
	d.at = at
	s.declaration.Store(d)
	return d
}
