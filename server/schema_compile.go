package server

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

var errBadSchema = errors.New("not a usable JSON schema")

// schemaCompiler reads a schema once, as a stream. It checks the form of every
// keyword that it knows, makes nodes of those that a walk can judge, and takes
// down what else there is.
type schemaCompiler struct {
	d       *jsontext.Decoder
	dialect string
	partial bool // a keyword is left to the full validator
	inexact bool // a number of the schema is none that float64 holds
	doubted bool // only jsonschema-go knows whether the schema is right

	here   *schemaPlace            // where the schema being read is
	places map[string]*schemaPlace // by pointer, "#" anchor and "id:" $id
	order  []*schemaPlace          // in the order of the text
	refs   bool                    // there are references
}

func newSchemaCompiler(raw jsontext.Value, dialect string) *schemaCompiler {
	return &schemaCompiler{d: jsontext.NewDecoder(bytes.NewBuffer(raw)), dialect: dialect, places: map[string]*schemaPlace{}}
}

// schema reads one schema, an object or a boolean. inPlace means that it
// judges the same value as the schema around it.
func (c *schemaCompiler) schema(inPlace bool) (*schemaNode, error) {
	outer := c.here
	defer func() { c.here = outer }()
	n := &schemaNode{}
	switch c.d.PeekKind() {
	case 't', 'f':
		token, err := c.d.ReadToken()
		n.never = err == nil && !token.Bool()
		return n, err
	case '{':
	default:
		return nil, c.wrong("a schema is an object or a boolean")
	}
	if _, err := c.d.ReadToken(); err != nil {
		return nil, err
	}
	c.enter(inPlace)
	f := schemaForm{}
	for c.d.PeekKind() == '"' {
		name, err := c.d.ReadToken()
		if err != nil {
			return nil, err
		}
		if err := c.keyword(n, &f, name.String()); err != nil {
			return nil, err
		}
	}
	if _, err := c.d.ReadToken(); err != nil {
		return nil, err
	}
	return n, c.finish(n, &f)
}

// schemaForm is what counts only once the whole schema has been read.
type schemaForm struct {
	properties []string
	nodes      []*schemaNode // of the properties
	required   []string
	patterns   bool // patternProperties takes members away from additionalProperties
	prefix     bool // prefixItems takes items away from items
	ref        bool
}

// finish ties the parts together.
func (c *schemaCompiler) finish(n *schemaNode, f *schemaForm) error {
	if f.ref && c.dialect == dialectDraft07 {
		*n = schemaNode{fallback: n.fallback} // draft-07 ignores what stands beside $ref
		return nil
	}
	if f.patterns {
		n.others = nil
	}
	if f.prefix {
		n.items = nil
	}
	n.isArray = n.items != nil || n.minItems != nil || n.maxItems != nil
	n.isObject = f.nodes != nil || f.required != nil || n.others != nil
	if !n.isObject {
		return nil
	}
	n.declared = f.properties
	n.members = make(map[string]*schemaMember, len(f.properties))
	for i, name := range f.properties {
		n.members[name] = &schemaMember{node: f.nodes[i]}
	}
	for _, name := range f.required {
		m := n.members[name]
		if m == nil {
			m = &schemaMember{}
			n.members[name] = m
		}
		if m.need != 0 {
			continue
		}
		if len(n.required) == 64 {
			c.partial = true // no bit is left for it
			break
		}
		m.need = 1 << len(n.required)
		n.need |= m.need
		n.required = append(n.required, name)
	}
	return nil
}

// wrong is the error for what has just been read, or is about to be.
func (c *schemaCompiler) wrong(format string, args ...any) error {
	return badSchema(string(c.d.StackPointer()), fmt.Sprintf(format, args...))
}

func badSchema(pointer, problem string) error {
	if pointer == "" {
		pointer = "/"
	}
	return fmt.Errorf("%w: %s: %s", errBadSchema, pointer, problem)
}
