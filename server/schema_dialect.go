package server

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The dialects that are understood, as jsonschema-go spells them. A schema
// without $schema is of the first (S-SCHEMA-1).
const (
	dialect2020    = "https://json-schema.org/draft/2020-12/schema"
	dialectDraft07 = "http://json-schema.org/draft-07/schema#"
)

var errDialect = errors.New("unknown JSON Schema dialect")

// dialectNamed accepts http and https, with and without the empty fragment.
func dialectNamed(uri string) (string, error) {
	_, bare, _ := strings.Cut(strings.TrimSuffix(uri, "#"), "://")
	switch bare {
	case "json-schema.org/draft/2020-12/schema":
		return dialect2020, nil
	case "json-schema.org/draft-07/schema":
		return dialectDraft07, nil
	}
	return "", fmt.Errorf("%w %q: 2020-12 (%s) and draft-07 (%s) are understood", errDialect, uri, dialect2020, dialectDraft07)
}

// schemaDialect returns the dialect of a whole schema, which decides how the
// keywords before it are read as well.
func schemaDialect(raw jsontext.Value) (string, error) {
	if !bytes.Contains(raw, []byte(`"$schema"`)) {
		return dialect2020, nil
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(raw))
	if d.PeekKind() != '{' {
		return dialect2020, nil
	}
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() == '"' {
		var name, value jsontext.Token
		if name, err = d.ReadToken(); err != nil {
			break
		}
		if name.String() != "$schema" {
			err = d.SkipValue()
			continue
		}
		if value, err = d.ReadToken(); err != nil {
			break
		}
		return dialectNamed(value.String())
	}
	return dialect2020, nil // what is wrong with it is said by who reads it all
}

// nestedDialect refuses a schema inside another that is of another dialect.
func (c *schemaCompiler) nestedDialect() error {
	if c.d.PeekKind() != '"' {
		return c.wrong("must be a string")
	}
	token, err := c.d.ReadToken()
	if err != nil {
		return err
	}
	dialect, err := dialectNamed(token.String())
	if err == nil && dialect != c.dialect {
		err = c.wrong("two dialects in one schema")
	}
	return err
}
