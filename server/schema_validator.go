package server

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

// schemaValidator judges by every keyword of 2020-12 and draft-07. It decodes
// the value first, and costs about thirty times what the walk costs.
type schemaValidator struct {
	resolved *jsonschema.Resolved
	inexact  bool // the numbers of the schema were rounded: round those of the value too
}

var errExternalRef = errors.New("the schema refers to something outside of it")

// newSchemaValidator expects a schema that the compiler has read.
func newSchemaValidator(raw jsontext.Value, dialect string, inexact bool) (*schemaValidator, error) {
	var s jsonschema.Schema
	if err := s.UnmarshalJSON(raw); err != nil {
		return nil, err
	}
	if s.Schema != "" {
		s.Schema = dialect
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{
		BaseURI: "schema:///", // lets $id be relative
		Loader: func(uri *url.URL) (*jsonschema.Schema, error) {
			return nil, fmt.Errorf("%w: nothing is fetched; copy it under $defs and refer to #/$defs/NAME", errExternalRef)
		},
	})
	if err != nil {
		return nil, err
	}
	return &schemaValidator{resolved, inexact}, nil
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
	if err := v.resolved.Validate(value); err != nil {
		return complaint(err)
	}
	return nil
}
