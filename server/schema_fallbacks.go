package server

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// schemaFallback is a member that is added when it is absent: a property of
// the root with a default.
type schemaFallback struct {
	name   string
	member []byte // "name":value
}

func (c *schemaCheck) collectFallbacks() error {
	for _, name := range c.root.declared {
		n := c.root.members[name].node
		if n.fallback == nil || string(n.fallback) == "null" && n.kinds != 0 && n.kinds&kindNull == 0 {
			continue // some write null for "no default"
		}
		if _, m := n.walk(n.fallback, 0); m != nil {
			return fmt.Errorf("%w: default of %w", errBadSchema, m.within(shown(name)))
		}
		quoted, err := jsontext.AppendQuote(nil, name)
		if err != nil {
			return err
		}
		member := append(append(quoted, ':'), n.fallback...)
		c.fallbacks = append(c.fallbacks, schemaFallback{name, member})
	}
	return nil
}

// defaults adds the properties that are absent and have a default, those of
// the root only. If there is nothing to add it returns raw itself, otherwise
// a text in buf, which grows if it must. An empty text counts as {}.
//
// Call it before check: a required member with a default may then be left out.
func (c *schemaCheck) defaults(raw, buf []byte) []byte {
	if len(c.fallbacks) == 0 {
		return raw
	}
	text := raw
	if len(text) == 0 {
		text = []byte("{}")
	}
	var few [16]bool
	present := append(few[:0], make([]bool, len(c.fallbacks))...)
	end, members, ok := c.present(text, present)
	if !ok || !slices.Contains(present, false) {
		return raw
	}
	buf = append(buf[:0], text[:end]...)
	for i := range c.fallbacks {
		if present[i] {
			continue
		}
		if members > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, c.fallbacks[i].member...)
		members++
	}
	return append(buf, text[end:]...)
}

// present marks the members of the object that have a default; end is where
// its closing brace is.
func (c *schemaCheck) present(b schemaText, marks []bool) (end, members int, ok bool) {
	i := b.space(0)
	if i >= len(b) || b[i] != '{' {
		return 0, 0, false
	}
	for i++; ; members++ {
		name, value, found := b.member(i)
		if !found {
			return value, members, value >= 0
		}
		for j := range c.fallbacks {
			if string(plainString(name)) == c.fallbacks[j].name {
				marks[j] = true
			}
		}
		if i = b.valueEnd(value); i < 0 {
			return 0, 0, false
		}
	}
}
