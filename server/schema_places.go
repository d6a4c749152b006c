package server

import (
	"net/url"
	"strings"
)

// schemaPlace is a schema among others: which ones judge the same value as it
// does, without going down into it. A circle of those never ends, and a
// validator that follows it overflows its stack; few of them, each doubling the
// next, take as long as one likes (S-SCHEMA-3).
type schemaPlace struct {
	pointer string
	id      string
	outer   *schemaPlace
	applies []*schemaPlace
	refs    []string
	work    int // schemas applied to one value; -1 while they are being counted
}

// maxSchemaWork is how many schemas one value may meet at one place.
const maxSchemaWork = 10_000

// enter makes the object that has just been opened the current place.
func (c *schemaCompiler) enter(inPlace bool) {
	p := &schemaPlace{pointer: string(c.d.StackPointer()), outer: c.here}
	if inPlace {
		c.here.applies = append(c.here.applies, p)
	}
	c.places[p.pointer] = p
	c.order = append(c.order, p)
	c.here = p
}

func (c *schemaCompiler) identifier(keyword string) error {
	if c.d.PeekKind() != '"' {
		return c.wrong("must be a string")
	}
	token, err := c.d.ReadToken()
	if err != nil {
		return err
	}
	if keyword == "$id" {
		c.here.id = token.String()
		c.places["id:"+strings.TrimSuffix(c.here.id, "#")] = c.here
		c.doubted = true
		return nil
	}
	anchor := "#" + token.String()
	c.doubted = c.doubted || keyword != "$anchor" || c.places[anchor] != nil
	c.places[anchor] = c.here
	return nil
}

func (c *schemaCompiler) reference() error {
	if c.d.PeekKind() != '"' {
		return c.wrong("must be a string")
	}
	token, err := c.d.ReadToken()
	if err != nil {
		return err
	}
	c.partial, c.refs = true, true
	c.here.refs = append(c.here.refs, token.String())
	return nil
}

// target finds where a reference leads, as far as it stays within the text.
func (c *schemaCompiler) target(from *schemaPlace, ref string) *schemaPlace {
	id, fragment, _ := strings.Cut(ref, "#")
	base := from
	if id != "" {
		base = c.places["id:"+id]
	}
	for base != nil && base.outer != nil && base.id == "" {
		base = base.outer
	}
	if base == nil {
		return nil
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil
	}
	if fragment != "" && fragment[0] != '/' {
		return c.places["#"+fragment]
	}
	return c.places[base.pointer+fragment]
}

// boundWork counts from every place, since references make any of them a start.
// Without references there are no circles, and no more work than text.
func (c *schemaCompiler) boundWork() error {
	if !c.refs {
		return nil
	}
	for _, p := range c.order { // the same complaint every time
		if _, err := c.work(p); err != nil {
			return err
		}
	}
	return nil
}

// work returns how many schemas judge one value at p, and refuses circles.
func (c *schemaCompiler) work(p *schemaPlace) (int, error) {
	switch {
	case p.work < 0:
		return 0, badSchema(p.pointer, "refers to itself without going down into the value: no value can be checked against it")
	case p.work > 0:
		return p.work, nil
	}
	p.work = -1
	work := 1
	next := p.applies
	for _, ref := range p.refs {
		if to := c.target(p, ref); to != nil {
			next = append(next[:len(next):len(next)], to)
		}
	}
	for _, to := range next {
		n, err := c.work(to)
		if err != nil {
			return 0, err
		}
		if work += n; work > maxSchemaWork {
			return 0, badSchema(p.pointer, "applies more schemas to one value than are checked")
		}
	}
	p.work = work
	return work, nil
}
