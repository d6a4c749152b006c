package server

import "github.com/go-json-experiment/json/jsontext"

// schemaMap reads schemas by name, in the order of the text.
func (c *schemaCompiler) schemaMap(inPlace bool) (names []string, nodes []*schemaNode, err error) {
	if c.d.PeekKind() != '{' {
		return nil, nil, c.wrong("must be an object of schemas")
	}
	nodes = []*schemaNode{} // even an empty one is there
	_, err = c.d.ReadToken()
	for err == nil && c.d.PeekKind() != '}' {
		var name jsontext.Token
		if name, err = c.d.ReadToken(); err != nil {
			break
		}
		names = append(names, name.String())
		var n *schemaNode
		n, err = c.schema(inPlace)
		nodes = append(nodes, n)
	}
	if err == nil {
		_, err = c.d.ReadToken()
	}
	return names, nodes, err
}

func (c *schemaCompiler) schemaList(inPlace bool) error {
	if c.d.PeekKind() != '[' {
		return c.wrong("must be an array of schemas")
	}
	_, err := c.d.ReadToken()
	for err == nil && c.d.PeekKind() != ']' {
		_, err = c.schema(inPlace)
	}
	if err == nil {
		_, err = c.d.ReadToken()
	}
	return err
}

// listItems reads items: one schema; draft-07 also had a list of them.
func (c *schemaCompiler) listItems() (*schemaNode, error) {
	if c.d.PeekKind() != '[' {
		return c.schema(false)
	}
	if c.dialect != dialectDraft07 {
		return nil, c.wrong("a list of schemas is called prefixItems in 2020-12")
	}
	c.partial = true
	return nil, c.schemaList(false)
}

// dependencies is draft-07's union of dependentSchemas and dependentRequired.
func (c *schemaCompiler) dependencies() error {
	if c.d.PeekKind() != '{' {
		return c.wrong("must be an object")
	}
	_, err := c.d.ReadToken()
	for err == nil && c.d.PeekKind() != '}' {
		if _, err = c.d.ReadToken(); err != nil {
			break
		}
		if c.d.PeekKind() == '[' {
			_, err = c.strings()
		} else {
			_, err = c.schema(true)
		}
	}
	if err == nil {
		_, err = c.d.ReadToken()
	}
	return err
}
