package server

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// schemaCheck judges JSON text by one schema. It is immutable, and safe for
// concurrent use.
//
// The usual schemas are judged by a walk over the text, without allocation;
// those with other keywords by the walk, whose complaints are easier to act on,
// and then by jsonschema-go.
type schemaCheck struct {
	name string // what a complaint calls the whole value
	root *schemaNode
	full *schemaValidator // nil if the walk says it all

	fallbacks []schemaFallback
}

// newSchemaCheck makes a check of arguments. The schema is of 2020-12, or of
// draft-07 if it says so; another dialect is an error that names those two
// (S-SCHEMA-1). References stay within the schema: nothing is ever fetched, and
// one that leads elsewhere is an error (S-SCHEMA-2, S-SCHEMA-3).
func newSchemaCheck(raw jsontext.Value) (*schemaCheck, error) {
	return compileSchema(raw, "arguments")
}

// newInputCheck is newSchemaCheck for the inputSchema of a tool, which says
// "type":"object" at its root (S-TOOL-6).
func newInputCheck(raw jsontext.Value) (*schemaCheck, error) {
	c, err := compileSchema(raw, "arguments")
	if err == nil && c.root.kinds != kindObject {
		return nil, fmt.Errorf(`%w: an input schema has "type":"object" at its root`, errBadSchema)
	}
	return c, err
}

// newOutputCheck is newSchemaCheck for the outputSchema of a tool (S-TOOL-8).
func newOutputCheck(raw jsontext.Value) (*schemaCheck, error) {
	return compileSchema(raw, "structuredContent")
}

func compileSchema(raw jsontext.Value, name string) (*schemaCheck, error) {
	dialect, err := schemaDialect(raw)
	if err != nil {
		return nil, err
	}
	c := newSchemaCompiler(raw, dialect)
	root, err := c.schema(false)
	if err == nil {
		if _, tail := c.d.ReadToken(); !errors.Is(tail, io.EOF) {
			err = c.wrong("something follows the schema")
		}
	}
	if err == nil {
		err = c.boundWork()
	}
	check := &schemaCheck{name: name, root: root}
	if err == nil {
		err = check.collectFallbacks()
	}
	if err == nil && c.partial {
		check.full, err = newSchemaValidator(raw, c)
	}
	if err != nil && !errors.Is(err, errBadSchema) && !errors.Is(err, errDialect) {
		err = fmt.Errorf("%w: %w", errBadSchema, err)
	}
	if err != nil {
		return nil, err
	}
	return check, nil
}

// check returns nil if the text fits the schema, and otherwise a
// *schemaMismatch that says what to repair. An empty text counts as {}.
//
// The text is JSON, as the frame parser or an encoder left it. Of any other
// text check says something or other, in time that its length bounds.
func (c *schemaCheck) check(raw []byte) error {
	if len(raw) == 0 {
		raw = []byte("{}")
	}
	b := schemaText(raw)
	end, m := c.root.walk(b, b.space(0))
	if m == nil && b.space(end) != len(b) {
		m = errNotJSON()
	}
	if m == nil && c.full != nil {
		m = c.full.check(raw)
	}
	if m == nil {
		return nil
	}
	return m.within(c.name)
}
