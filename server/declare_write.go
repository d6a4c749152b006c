package server

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// What a server declares is in the way of its first answer, and the first use
// of the JSON library's encoder for structs costs more than the rest of that
// answer. So the few members there are are appended by hand; a test holds them
// against the library.

// object appends the members of one JSON object.
type object struct{ b []byte }

func (o *object) key(name string) {
	if o.b[len(o.b)-1] != '{' {
		o.b = append(o.b, ',')
	}
	o.b = append(wire.AppendQuote(o.b, name), ':')
}

func (o *object) text(name, value string) {
	if value != "" {
		o.key(name)
		o.b = wire.AppendQuote(o.b, value)
	}
}

func (o *object) texts(name string, values []string) {
	o.key(name)
	o.b = append(o.b, '[')
	for i, v := range values {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = wire.AppendQuote(o.b, v)
	}
	o.b = append(o.b, ']')
}

func (o *object) raw(name string, value jsontext.Value) {
	o.key(name)
	o.b = append(o.b, value...)
}

// flag is a member that is there if it is true.
func (o *object) flag(name string, value bool) {
	if value {
		o.raw(name, jsontext.Value("true"))
	}
}

func (o *object) object(name string, has bool, members func()) {
	if has {
		o.key(name)
		o.b = append(o.b, '{')
		members()
		o.b = append(o.b, '}')
	}
}

func (o *object) settings(name string, all map[string]jsontext.Value) {
	o.object(name, all != nil, func() {
		for _, id := range slices.Sorted(maps.Keys(all)) {
			o.raw(id, all[id])
		}
	})
}

func (o *object) capabilities(c *protocol.ServerCapabilities) {
	o.object("capabilities", true, func() {
		o.object("tools", c.Tools != nil, func() { o.flag("listChanged", c.Tools.ListChanged) })
		o.object("resources", c.Resources != nil, func() {
			o.flag("subscribe", c.Resources.Subscribe)
			o.flag("listChanged", c.Resources.ListChanged)
		})
		o.object("prompts", c.Prompts != nil, func() { o.flag("listChanged", c.Prompts.ListChanged) })
		o.object("logging", c.Logging != nil, func() {})
		o.object("completions", c.Completions != nil, func() {})
		o.settings("extensions", c.Extensions)
		o.settings("experimental", c.Experimental)
	})
}

// encodeImplementation leaves icons, which few have, to the library.
func encodeImplementation(i protocol.Implementation) (jsontext.Value, error) {
	if len(i.Icons) > 0 {
		return protocol.Marshal(i)
	}
	o := object{append(make([]byte, 0, 96), '{')}
	o.raw("name", wire.AppendQuote(nil, i.Name))
	o.text("title", i.Title)
	o.raw("version", wire.AppendQuote(nil, i.Version))
	o.text("description", i.Description)
	o.text("websiteUrl", i.WebsiteURL)
	return append(o.b, '}'), nil
}

// encodeInitialize is the result of an initialize that chose version.
func (s *Server) encodeInitialize(version string, c *protocol.ServerCapabilities) jsontext.Value {
	o := object{append(make([]byte, 0, 512), '{')}
	o.text("protocolVersion", version)
	o.capabilities(c)
	o.raw("serverInfo", s.infoV)
	o.text("instructions", s.cfg.instructions)
	return append(o.b, '}')
}

// encodeDiscover is a DiscoverResult: stale at once, and for nobody else.
func (s *Server) encodeDiscover(c *protocol.ServerCapabilities) jsontext.Value {
	o := object{append(make([]byte, 0, 512), '{')}
	o.text("resultType", string(protocol.ResultComplete))
	if info := s.serverInfo(); info != nil {
		o.object("_meta", true, func() { o.raw(protocol.KeyServerInfo, info) })
	}
	o.raw("ttlMs", jsontext.Value("0"))
	o.text("cacheScope", string(protocol.CachePrivate))
	o.texts("supportedVersions", s.cfg.modern)
	o.capabilities(c)
	o.text("instructions", s.cfg.instructions)
	return append(o.b, '}')
}
