package server

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// keyword reads the value of one keyword.
func (c *schemaCompiler) keyword(n *schemaNode, f *schemaForm, name string) (err error) {
	switch name {
	case "type":
		n.kinds, err = c.types()
	case "enum":
		err = c.enum(n)
	case "const":
		err = c.constant(n)
	case "minimum":
		n.minimum, err = c.bound()
	case "maximum":
		n.maximum, err = c.bound()
	case "minItems":
		n.minItems, err = c.length()
	case "maxItems":
		n.maxItems, err = c.length()
	case "properties":
		f.properties, f.nodes, err = c.schemaMap(false)
	case "required":
		f.required, err = c.strings()
	case "additionalProperties":
		n.others, err = c.schema(false)
	case "items":
		n.items, err = c.listItems()
	case "default":
		n.fallback, err = c.value()
	default:
		err = c.otherKeyword(f, name)
	}
	return err
}

// otherKeyword reads a keyword that no node judges: it says nothing about
// validity, or the full validator is needed.
func (c *schemaCompiler) otherKeyword(f *schemaForm, name string) error {
	switch name {
	case "$schema":
		c.doubted = c.doubted || c.here.outer != nil
		return c.nestedDialect()
	case "$ref", "$dynamicRef":
		f.ref = true
		c.doubted = c.doubted || name != "$ref"
		return c.reference()
	case "$id", "$anchor", "$dynamicAnchor":
		return c.identifier(name)
	case "title", "description", "$comment", "format", "contentEncoding", "contentMediaType":
		return c.skip('"', "a string")
	case "deprecated", "readOnly", "writeOnly":
		return c.skip('t', "a boolean")
	case "examples":
		return c.skip('[', "an array")
	case "$defs", "definitions":
		_, _, err := c.schemaMap(false) // reached by a reference only
		return err
	}
	if strings.HasPrefix(name, "x-") {
		return c.d.SkipValue()
	}
	c.partial, c.doubted = true, c.doubted || !sureOf(name)
	return c.leftToValidator(f, name)
}

// leftToValidator reads what only the full validator judges. Schemas are read
// for their form, and to see where references lead.
func (c *schemaCompiler) leftToValidator(f *schemaForm, name string) (err error) {
	switch name {
	case "not", "if", "then", "else":
		_, err = c.schema(true)
	case "allOf", "anyOf", "oneOf":
		err = c.schemaList(true)
	case "dependentSchemas":
		_, _, err = c.schemaMap(true)
	case "prefixItems":
		f.prefix = true
		err = c.schemaList(false)
	case "patternProperties":
		f.patterns = true
		_, _, err = c.schemaMap(false)
	case "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "additionalItems", "contentSchema":
		_, err = c.schema(false)
	case "dependencies":
		err = c.dependencies()
	case "minLength", "maxLength", "minContains", "maxContains", "minProperties", "maxProperties":
		_, err = c.length()
	case "multipleOf", "exclusiveMinimum", "exclusiveMaximum":
		_, err = c.bound()
	case "pattern":
		err = c.skip('"', "a string")
	default:
		err = c.d.SkipValue()
	}
	return err
}

func (c *schemaCompiler) skip(kind jsontext.Kind, want string) error {
	got := c.d.PeekKind()
	if got == 'f' {
		got = 't'
	}
	if got != kind {
		return c.wrong("must be %s", want)
	}
	return c.d.SkipValue()
}

func (c *schemaCompiler) value() (jsontext.Value, error) {
	raw, err := c.d.ReadValue()
	return raw.Clone(), err
}
