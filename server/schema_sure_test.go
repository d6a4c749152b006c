package server

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// isSure reports whether the full validator of a schema that is accepted would
// be made later, and requires that it can be made then.
func isSure(t require.TestingT, schema []byte) bool {
	check, err := newSchemaCheck(schema)
	if err != nil || check.full == nil {
		return false
	}
	c := newSchemaCompiler(schema, dialect2020)
	if dialect, _ := schemaDialect(schema); dialect != c.dialect {
		return false
	}
	_, err = c.schema(false)
	require.NoError(t, err)
	if !c.sure(schema) {
		return false
	}
	_, err = resolveSchema(schema, dialect2020)
	require.NoError(t, err, "%s was sure to be resolved", schema)
	return true
}

// What is left for later can be made later, in the whole official suite.
func TestSureSchemasOfTheSuite(t *testing.T) {
	sure := 0
	eachSuiteGroup(t, func(_, _, dialect string, g *suiteGroup) {
		if isSure(t, inDialect(g.Schema, dialect)) {
			sure++
		}
	})
	require.Greater(t, sure, 100)
}

// nearlyRight is a schema that may have been damaged.
func nearlyRight(t *rapid.T) []byte {
	schema := schemaTextOf(t, genSchema(t, 3, true))
	if rapid.Bool().Draw(t, "negated") { // which is left to the full validator, if anything is
		schema = append(append([]byte(`{"not":`), schema...), '}')
	}
	for range rapid.IntRange(0, 3).Draw(t, "times") {
		if len(schema) > 0 {
			schema = damaged(t, schema)
		}
	}
	return schema
}

// The same of schemas that are nearly right.
func TestSureSchemasDrawn(t *testing.T) {
	sure := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 5 { // few are sure
			if isSure(t, nearlyRight(t)) {
				sure++
			}
		}
	})
	require.Positive(t, sure)
}

// A schema that jsonschema-go may refuse is asked about at once.
func TestDoubtfulSchemas(t *testing.T) {
	for _, schema := range []string{
		`{"pattern":"^a"}`, `{"patternProperties":{"^a":{}}}`, `{"$id":"x","not":{}}`, `{"$ref":"#/properties/a","properties":{"a":{}}}`,
		`{"$ref":"#/$defs/a~1b","$defs":{"a/b":{}}}`, `{"$dynamicRef":"#a","$defs":{"a":{"$dynamicAnchor":"a"}}}`, `{"minLength":2.0}`,
		`{"enum":[[1e300]]}`, `{"enum":[[12345678901234567890]]}`, `{"not":{"$schema":"https://json-schema.org/draft/2020-12/schema"}}`,
		`{"dependentRequired":{"a":["b"]}}`, `{"$schema":"http://json-schema.org/draft-07/schema#","not":{}}`, `{"uniqueItems":true}`,
		`{"$defs":{"a":{"$anchor":"b"},"c":{"$anchor":"b"}},"not":{}}`,
	} {
		require.False(t, isSure(t, []byte(schema)), schema)
	}
	for _, schema := range []string{
		`{"not":{"minLength":2}}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$anchor":"b"}}}`, `{"anyOf":[{"required":["phone"]},{"required":["email"]}]}`,
	} {
		require.True(t, isSure(t, []byte(schema)), schema)
	}
	for _, bad := range []string{
		`{"$ref":"#/$defs/a"}`, `{"not":{"pattern":"("}}`,
	} {
		_, err := newSchemaCheck([]byte(bad))
		require.ErrorIs(t, err, errBadSchema, bad)
	}
}
