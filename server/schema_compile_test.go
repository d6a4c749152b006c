package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A schema that cannot be used says where and why, when the tool is added.
// Shows S-SCHEMA-1, S-SCHEMA-3.
func TestSchemaRefused(t *testing.T) {
	for _, c := range []struct {
		schema string
		is     error
		want   string
	}{
		{``, errBadSchema, `an object or a boolean`},
		{`null`, errBadSchema, `/: a schema is an object or a boolean`},
		{`{"type":"object"`, errBadSchema, `unexpected EOF`},
		{`{} {}`, errBadSchema, `something follows`},
		{`{"type":"object","type":"string"}`, errBadSchema, `duplicate`},
		{`{"$schema":"http://json-schema.org/draft-04/schema#"}`, errDialect, `"http://json-schema.org/draft-04/schema#": 2020-12 (https://json-schema.org/draft/2020-12/schema) and draft-07`},
		{`{"properties":{"a":{"$schema":"http://json-schema.org/draft-07/schema#"}}}`, errBadSchema, `two dialects`},
		{`{"properties":{"a":{"$ref":"https://example.com/s.json"}}}`, errExternalRef, `loading https://example.com/s.json: the schema refers to something outside of it`},
		{`{"$ref":"other.json"}`, errExternalRef, `nothing is fetched`},
		{`{"$ref":"#/$defs/nothing"}`, errBadSchema, `nothing`},
		{`{"properties":{"a":{"type":"strnig"}}}`, errBadSchema, `/properties/a/type: "strnig" is not a type`},
		{`{"anyOf":[{"type":"strnig"}]}`, errBadSchema, `/anyOf/0/type: "strnig" is not a type`},
		{`{"type":[]}`, errBadSchema, `at least one`},
		{`{"properties":null}`, errBadSchema, `/properties: must be an object of schemas`},
		{`{"required":null}`, errBadSchema, `/required: must be an array of strings`},
		{`{"required":[1]}`, errBadSchema, `must be an array of strings`},
		{`{"properties":{"a":null}}`, errBadSchema, `/properties/a: a schema is`},
		{`{"items":[{}]}`, errBadSchema, `prefixItems`},
		{`{"title":1}`, errBadSchema, `/title: must be a string`},
		{`{"minimum":"1"}`, errBadSchema, `/minimum: must be a number`},
		{`{"minLength":"1"}`, errBadSchema, `/minLength: must be a number`},
		{`{"minLength":1.5}`, errBadSchema, `/minLength: must be an integer`},
		{`{"minItems":-1}`, errBadSchema, `/minItems: must be an integer, 0 or more`},
		{`{"uniqueItems":"yes"}`, errBadSchema, `uniqueItems`},
		{`{"enum":1}`, errBadSchema, `/enum: must be an array`},
		{`{"pattern":"(?!a)"}`, errBadSchema, `pattern`},
		{`{"properties":{"ms":{"type":"integer","default":"1000"}}}`, errBadSchema, `default of "ms": expected integer, got string`},
	} {
		_, err := newSchemaCheck([]byte(c.schema))
		require.ErrorIs(t, err, c.is, c.schema)
		require.ErrorContains(t, err, c.want, c.schema)
	}
}

// Shows S-TOOL-6.
func TestInputSchemaIsAnObject(t *testing.T) {
	for _, bad := range []string{`{}`, `true`, `{"type":"array"}`, `{"type":["object","null"]}`, `{"anyOf":[{"type":"object"}]}`} {
		_, err := newInputCheck([]byte(bad))
		require.ErrorContains(t, err, `"type":"object"`, bad)
	}
	_, err := newInputCheck([]byte(`{"type":"object"}`))
	require.NoError(t, err)
	output, err := newOutputCheck([]byte(`{"type":"array"}`))
	require.NoError(t, err)
	require.EqualError(t, output.check([]byte(`1`)), "structuredContent: expected array, got number")
}

// References that never go down into the value would be followed for ever.
func TestSchemaCircles(t *testing.T) {
	for _, circle := range []string{
		`{"$ref":"#"}`,
		`{"allOf":[{"not":{"$ref":"#"}}]}`,
		`{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"if":{"$ref":"#/$defs/a"}}}}`,
		`{"$anchor":"top","anyOf":[{"$ref":"#top"}]}`,
		`{"$id":"https://example.com/s","properties":{"a":{"$id":"t","oneOf":[{"$ref":"t"}]}}}`,
		`{"properties":{"a b":{"$ref":"#/properties/a%20b"}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":{"$ref":"#"}}}`,
	} {
		_, err := newSchemaCheck([]byte(circle))
		require.ErrorIs(t, err, errBadSchema, circle)
		require.ErrorContains(t, err, "refers to itself", circle)
	}
	for _, tree := range []string{
		`{"properties":{"next":{"$ref":"#"}}}`,
		`{"items":{"$ref":"#"},"contains":{"$ref":"#"},"propertyNames":{"$ref":"#"}}`,
		`{"$defs":{"t":{"additionalProperties":{"anyOf":[{"$ref":"#/$defs/t"},{"type":"string"}]}}},"$ref":"#/$defs/t"}`,
	} {
		check, err := newSchemaCheck([]byte(tree))
		require.NoError(t, err, tree)
		require.NoError(t, check.check([]byte(`{"next":{"next":{}}}`)), tree)
	}
}

// Each definition applies the next one twice: one value would be judged 2^30
// times.
// Shows S-SCHEMA-3.
func TestSchemaBomb(t *testing.T) {
	var defs []string
	for i := range 30 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1))
	}
	_, err := newSchemaCheck([]byte(`{"$ref":"#/$defs/d0","$defs":{"d30":{},` + strings.Join(defs, ",") + `}}`))
	require.ErrorIs(t, err, errBadSchema)
	require.ErrorContains(t, err, "more schemas to one value")
}
