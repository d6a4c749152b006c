package server

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a model reads names the place, what is expected there, and what came.
// Shows S-TOOL-11, S-TOOL-10.
func TestSchemaComplaints(t *testing.T) {
	const text = `{"type":"object","properties":{"text":{"type":"string"},"n":{"type":"integer","minimum":1,"maximum":10},
		"unit":{"enum":["celsius","kelvin"]},"list":{"type":"array","items":{"type":"object","properties":{"a b":{"type":["string","null"]}}}},
		"kind":{"const":"x"},"gone":false},"required":["text"],"additionalProperties":false}`
	const partial = `{"type":"object","properties":{"name":{"type":"string","minLength":3},"where":{"$ref":"#/$defs/point"},
		"id":{"anyOf":[{"type":"string"},{"type":"integer"}]},"tags":{"type":"array","items":{"pattern":"^a"},"uniqueItems":true}},
		"$defs":{"point":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}}}`
	for _, c := range []struct{ schema, value, want string }{
		{text, `{"text":1}`, `arguments.text: expected string, got number`},
		{text, ``, `arguments: missing required "text"`},
		{text, `[]`, `arguments: expected object, got array`},
		{text, `{"text":"","txt":1}`, `arguments: unknown member "txt"; known are "text", "n", "unit", "list", "kind", "gone"`},
		{text, `{"text":"","gone":1}`, `arguments.gone: must be left out`},
		{text, `{"text":"","n":1.5}`, `arguments.n: expected integer, got number 1.5`},
		{text, `{"text":"","n":"1"}`, `arguments.n: expected integer, got string`},
		{text, `{"text":"","n":0}`, `arguments.n: 0 is less than the minimum 1`},
		{text, `{"text":"","n":11.0}`, `arguments.n: 11.0 is more than the maximum 10`},
		{text, `{"text":"","unit":"kelwin"}`, `arguments.unit: expected one of "celsius", "kelvin", got "kelwin"`},
		{text, `{"text":"","kind":{}}`, `arguments.kind: expected "x", got object`},
		{text, `{"text":"","list":[{},{"a b":1}]}`, `arguments.list[1]["a b"]: expected null or string, got number`},
		{text, `{"text":""`, `arguments: not JSON`},
		{text, `{"text":""} {}`, `arguments: not JSON`},
		{`{"required":["a","b","c"]}`, `{"b":1}`, `arguments: missing required "a", "c"`},
		{`{"type":"object","additionalProperties":false}`, `{"random_string":""}`, `arguments: unknown member "random_string"; there are none`},
		{`{"minItems":2,"maxItems":3}`, `[1]`, `arguments: 1 items, fewer than the 2 there must be`},
		{`{"minItems":2,"maxItems":3}`, `[[],"]",{},1]`, `arguments: 4 items, more than the 3 there may be`},
		{`{"enum":[9007199254740993]}`, `9007199254740992`, `arguments: expected 9007199254740993, got 9007199254740992`},
		{`{"maximum":-9007199254740993}`, `-9007199254740992`, `arguments: -9007199254740992 is more than the maximum -9007199254740993`},
		{`{"minimum":1.5,"maximum":2}`, `1`, `arguments: 1 is less than the minimum 1.5`},
		{`{"enum":[]}`, `1`, `arguments: expected nothing, since enum is empty, got 1`},
		// The walk complains first also where the schema has more to say.
		{partial, `{"name":1}`, `arguments.name: expected string, got number`},
		{partial, `{"name":"ab"}`, `arguments.name: minLength: "ab" contains 2 Unicode code points, fewer than 3`},
		{partial, `{"where":{}}`, `arguments.where: required: missing properties: ["x"]`},
		{partial, `{"where":{"x":""}}`, `arguments.where.x: type:  has type "string", want "number"`},
		{partial, `{"id":[]}`, `arguments.id: fits none of the alternatives of anyOf: type: [] has type "array", want "string"; type: [] has type "array", want "integer"`},
		{partial, `{"tags":["ab","ac","b"]}`, `arguments.tags[]: pattern: "b" does not match regular expression "^a"`},
		{`{"not":{"type":"string"}}`, `""`, `arguments: fits the schema under not, which it must not`},
		{`{"oneOf":[{"type":"number"},{"type":"integer"}]}`, `1`, `arguments: fits more than one of the alternatives of oneOf`},
		{`{"maxLength":1}`, `"` + strings.Repeat("é", 1000) + `"`, `arguments: maxLength: "` + strings.Repeat("é", 194) + "…"},
		{`{"properties":{"a":{"prefixItems":[true,{"multipleOf":2}]}}}`, `{"a":[1,3]}`, `arguments.a[1]: multipleOf: 3/1 is not a multiple of 2.000000`},
		{`{"$ref":"#/$defs/t","$defs":{"t":{"additionalProperties":{"$ref":"#/$defs/t"}}}}`, strings.Repeat(`{"a":`, 600) + "1" + strings.Repeat("}", 600), `arguments: nested deeper than 512 levels`},
	} {
		check, err := newSchemaCheck([]byte(c.schema))
		require.NoError(t, err, c.schema)
		var mismatch *schemaMismatch
		err = check.check([]byte(c.value))
		require.ErrorAs(t, err, &mismatch, "%s: %.100s", c.schema, c.value)
		require.Equal(t, c.want, err.Error())
	}
}

// What must not be refused by mistake.
func TestSchemaAccepts(t *testing.T) {
	many := strings.Repeat(`"m",`, 10) + `"m"`
	for _, c := range []struct{ schema, value string }{
		{`{"type":"integer"}`, `1.0`},
		{`{"type":"integer"}`, `123456789012345678901234567890`},
		{`{"type":"integer"}`, `1e400`},
		{`{"enum":[9007199254740993]}`, `9007199254740993`},
		{`{"maximum":9007199254740993}`, `9007199254740993`},
		{`{"type":"string"}`, `"half a pair: \ud800"`},
		{`{"minLength":1}`, `"half a pair: \ud800"`},
		{`{"type":"integer","minLength":1}`, `-1e400`},
		{`{"uniqueItems":true}`, `[-9007199254740992,-9007199254740993,9007199254740992,9007199254740993,18446744073709551615,18446744073709551614]`},
		{`{"maximum":9007199254740993,"minLength":1}`, `9007199254740993`},
		{`{"enum":[9007199254740993,{}]}`, `9007199254740993`},
		{`{"const":[9223372036854775807]}`, `[9223372036854775807]`},
		{`{"required":[` + many + `]}`, `{"m":1}`},
		{`{"$id":"weather","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"minLength":1}}}`, `{"a":"x"}`},
		{`{"$schema":"http://json-schema.org/draft-07/schema","items":[{"type":"string"}],"additionalItems":false}`, `["a"]`},
		{`{"$schema":"http://json-schema.org/draft/2020-12/schema#"}`, `1`},
		{`{"x-any":{"type":"what"},"contentEncoding":"base64","format":"date","$comment":"","deprecated":false,"examples":[1]}`, `1`},
		{`true`, `1`},
		{`{}`, ``},
	} {
		check, err := newSchemaCheck([]byte(c.schema))
		require.NoError(t, err, c.schema)
		require.NoError(t, check.check([]byte(c.value)), "%s: %s", c.schema, c.value)
	}
}

// More required members than there are bits: the full validator takes over.
func TestSchemaManyRequired(t *testing.T) {
	var names, members []string
	for i := range 70 {
		name := `"m` + strings.Repeat("x", i) + `"`
		names, members = append(names, name), append(members, name+":1")
	}
	check, err := newSchemaCheck([]byte(`{"required":[` + strings.Join(names, ",") + `]}`))
	require.NoError(t, err)
	require.NotNil(t, check.full)
	require.NoError(t, check.check([]byte("{"+strings.Join(members, ",")+"}")))
	for missing := range members {
		rest := append(append([]string{}, members[:missing]...), members[missing+1:]...)
		require.Error(t, check.check([]byte("{"+strings.Join(rest, ",")+"}")), missing)
	}
}
