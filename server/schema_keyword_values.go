package server

import (
	"bytes"
	"math/big"

	"github.com/go-json-experiment/json/jsontext"
)

// types reads the value of type: a name or a list of them.
func (c *schemaCompiler) types() (schemaKind, error) {
	var names []string
	if c.d.PeekKind() == '"' {
		token, err := c.d.ReadToken()
		if err != nil {
			return 0, err
		}
		names = []string{token.String()}
	} else {
		var err error
		if names, err = c.strings(); err != nil {
			return 0, err
		}
	}
	var kinds schemaKind
	for _, name := range names {
		k := kindNamed(name)
		if k == 0 {
			return 0, c.wrong("%q is not a type; there are %s", name, schemaKindNames)
		}
		kinds |= k
	}
	if kinds == 0 {
		return 0, c.wrong("must name at least one type")
	}
	return kinds, nil
}

func (c *schemaCompiler) strings() ([]string, error) {
	if c.d.PeekKind() != '[' {
		return nil, c.wrong("must be an array of strings")
	}
	list := []string{}
	_, err := c.d.ReadToken()
	for err == nil && c.d.PeekKind() != ']' {
		if c.d.PeekKind() != '"' {
			return nil, c.wrong("must be an array of strings")
		}
		var token jsontext.Token
		if token, err = c.d.ReadToken(); err == nil {
			list = append(list, token.String())
		}
	}
	if err == nil {
		_, err = c.d.ReadToken()
	}
	return list, err
}

// enum reads a list of values. A node judges only lists of scalars.
func (c *schemaCompiler) enum(n *schemaNode) error {
	if c.d.PeekKind() != '[' {
		return c.wrong("must be an array")
	}
	list, scalars := []schemaScalar{}, true
	_, err := c.d.ReadToken()
	for err == nil && c.d.PeekKind() != ']' {
		var raw jsontext.Value
		if raw, err = c.d.ReadValue(); err != nil {
			break
		}
		c.noteNumbers(raw)
		s, ok := newSchemaScalar(raw)
		list, scalars = append(list, s), scalars && ok
	}
	if err != nil {
		return err
	}
	c.compareWith(n, list, scalars)
	_, err = c.d.ReadToken()
	return err
}

func (c *schemaCompiler) constant(n *schemaNode) error {
	raw, err := c.d.ReadValue()
	if err != nil {
		return err
	}
	c.noteNumbers(raw)
	s, ok := newSchemaScalar(raw)
	c.compareWith(n, []schemaScalar{s}, ok)
	return nil
}

func (c *schemaCompiler) compareWith(n *schemaNode, list []schemaScalar, scalars bool) {
	if !scalars {
		c.partial = true
		return
	}
	n.enum = append(n.enum, list)
}

func (c *schemaCompiler) bound() (*schemaNumber, error) {
	if c.d.PeekKind() != '0' {
		return nil, c.wrong("must be a number")
	}
	raw, err := c.d.ReadValue()
	if err != nil {
		return nil, err
	}
	c.noteNumbers(raw)
	number := parseSchemaNumber(raw)
	return &number, nil
}

func (c *schemaCompiler) length() (*schemaNumber, error) {
	n, err := c.bound()
	if err == nil && (!n.isInteger() || n.f < 0) {
		err = c.wrong("must be an integer, 0 or more")
	}
	c.doubted = c.doubted || n == nil || !n.exact // 2.0
	return n, err
}

// noteNumbers sees whether the full validator, which reads the numbers of a
// schema as float64, will see other integers than the schema has.
func (c *schemaCompiler) noteNumbers(raw jsontext.Value) {
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	for len(raw) >= 16 { // shorter ones are exact
		token, err := d.ReadToken()
		if err != nil {
			return
		}
		if token.Kind() != '0' {
			continue
		}
		number := parseSchemaNumber([]byte(token.String()))
		rounded := new(big.Float).SetInt64(number.i).Cmp(big.NewFloat(number.f)) != 0
		c.inexact = c.inexact || number.exact && rounded
	}
}
