package server

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// WithExtension declares an extension of the protocol, under an id with a
// prefix such as "com.example/fire", with its settings: anything that encodes
// as a JSON object, nil for {}. Modern clients only see it. It panics for
// another id or other settings.
func WithExtension(id string, settings any) Option {
	if !protocol.ValidExtensionID(id) {
		panic(fmt.Sprintf("server: WithExtension %q: an id has a prefix and a name, as in com.example/fire", id))
	}
	raw := declaredObject("WithExtension", id, settings)
	return func(c *config) {
		if c.extensions == nil {
			c.extensions = map[string]jsontext.Value{}
		}
		c.extensions[id] = raw
	}
}

// WithExperimental declares a capability that is no part of the protocol, in
// both eras; see WithExtension.
func WithExperimental(name string, settings any) Option {
	raw := declaredObject("WithExperimental", name, settings)
	return func(c *config) {
		if c.experimental == nil {
			c.experimental = map[string]jsontext.Value{}
		}
		c.experimental[name] = raw
	}
}

func declaredObject(option, name string, settings any) jsontext.Value {
	if settings == nil {
		return jsontext.Value("{}")
	}
	raw, err := protocol.Marshal(settings)
	if err == nil && jsontext.Value(raw).Kind() != '{' {
		err = fmt.Errorf("settings must encode as an object")
	}
	if err != nil {
		panic(fmt.Sprintf("server: %s %q: %v", option, name, err))
	}
	return raw
}
