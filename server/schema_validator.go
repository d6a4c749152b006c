package server

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

// schemaValidator judges by every keyword of 2020-12 and draft-07. It decodes
// the value first, and costs about thirty times what the walk costs.
type schemaValidator struct {
	resolved func() (*jsonschema.Resolved, error)
	inexact  bool // the numbers of the schema were rounded: round those of the value too
}

var errExternalRef = errors.New("the schema refers to something outside of it")

// newSchemaValidator makes the validator of a schema that c has read. It fails
// now if it ever does: only what is sure to be resolved is resolved later.
func newSchemaValidator(raw jsontext.Value, c *schemaCompiler) (*schemaValidator, error) {
	raw, dialect := raw.Clone(), c.dialect // the program may do with its own what it likes
	v := &schemaValidator{inexact: c.inexact}
	v.resolved = sync.OnceValues(func() (*jsonschema.Resolved, error) { return resolveSchema(raw, dialect) })
	if c.sure(raw) {
		return v, nil
	}
	_, err := v.resolved()
	return v, err
}

func resolveSchema(raw jsontext.Value, dialect string) (*jsonschema.Resolved, error) {
	var s jsonschema.Schema
	if err := s.UnmarshalJSON(raw); err != nil {
		return nil, err
	}
	if s.Schema != "" {
		s.Schema = dialect
	}
	return s.Resolve(&jsonschema.ResolveOptions{
		BaseURI: "schema:///", // lets $id be relative
		Loader: func(uri *url.URL) (*jsonschema.Schema, error) {
			return nil, fmt.Errorf("%w: nothing is fetched; copy it under $defs and refer to #/$defs/NAME", errExternalRef)
		},
	})
}

func (v *schemaValidator) check(raw []byte) *schemaMismatch {
	r := schemaReader{
		// Duplicate names and UTF-8 are the frame parser's business, half
		// surrogate pairs are allowed (decisions A9).
		d:       jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
		inexact: v.inexact,
	}
	value, err := r.value(0)
	if errors.Is(err, errTooDeep) {
		return mismatchf("%v", err)
	}
	if err != nil {
		return errNotJSON()
	}
	resolved, err := v.resolved()
	if err != nil {
		return mismatchf("cannot be judged: %v", err)
	}
	if err := resolved.Validate(value); err != nil {
		return complaint(err)
	}
	return nil
}
