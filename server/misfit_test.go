package server

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

// hue speaks for itself; shade decodes with a library of its own, glaze from the
// same text, and slip puts words of its own before a library's.
type (
	hue   string
	shade struct{ N int }
	glaze struct{ N int }
	slip  struct{}
)

func (h *hue) UnmarshalText(b []byte) error {
	if string(b) != "red" {
		return errors.New("only red is fired here")
	}
	*h = hue(b)
	return nil
}

func (s *shade) UnmarshalJSON(b []byte) error { return stdjson.Unmarshal(b, &s.N) }

func (g *glaze) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if err := json.UnmarshalDecode(dec, &g.N); err != nil {
		return fmt.Errorf("no glaze: %w", err)
	}
	return nil
}

func (*slip) UnmarshalJSON(b []byte) error {
	var parts struct {
		Deep []bool `json:"deep"`
	}
	return fmt.Errorf("no slip: %w", protocol.Unmarshal(b, &parts))
}

type nested struct {
	List []map[string]struct {
		X bool `json:"x"`
	} `json:"list"`
}

type everyKind struct {
	S     string            `json:"s"`
	B     bool              `json:"b"`
	F     float64           `json:"f"`
	F32   float32           `json:"f32"`
	L     []string          `json:"l"`
	Three [3]int            `json:"three"`
	Bytes []byte            `json:"bytes"`
	Four  [4]byte           `json:"four"`
	M     map[string]string `json:"m"`
	Keys  map[int8]bool     `json:"keys"`
	Hues  map[hue]bool      `json:"hues"`
	In    nested            `json:"in"`
	At    time.Time         `json:"at"`
	For   time.Duration     `json:"for"`
	Hue   hue               `json:"hue"`
	Shade shade             `json:"shade"`
	Glaze []glaze           `json:"glaze"`
	Slip  slip              `json:"slip"`
	R     io.Reader         `json:"r"`
	Yes   bool              `json:"yes,string"`
	Large big.Int           `json:"large"`
	Text  float64           `json:"text,string"`
	Ref   *protocol.Reference
	Shown []protocol.Content `json:"shown"`
}

func TestMisfits(t *testing.T) {
	for raw, want := range map[string]string{
		`[]`:                                    "x: expected object, got array",
		`{"s":1}`:                               "x.s: expected string, got number",
		`{"b":"true"}`:                          "x.b: expected boolean, got string",
		`{"f":{}}`:                              "x.f: expected number, got object",
		`{"f":-1e999}`:                          "x.f: -1e999 is less than the minimum -1.7976931348623157e+308",
		`{"f32":1e39}`:                          "x.f32: 1e39 is more than the maximum 3.4028235e+38",
		`{"l":"a"}`:                             "x.l: expected array, got string",
		`{"l":["a","b",false]}`:                 "x.l[2]: expected string, got boolean",
		`{"three":[1,2]}`:                       "x.three: expected array of 3 items, got 2",
		`{"three":[1,2,3,[4,"]"] , 5]}`:         "x.three: expected array of 3 items, got 5",
		`{"bytes":"%%"}`:                        `x.bytes: expected base64 text, got "%%"`,
		`{"bytes":[1]}`:                         "x.bytes: expected base64 text, got array",
		`{"four":"AAAA"}`:                       `x.four: expected base64 text of 4 bytes, got "AAAA"`,
		`{"m":[]}`:                              "x.m: expected object, got array",
		`{"m":{"2":3}}`:                         `x.m["2"]: expected string, got number`,
		`{"m":{"a b":3}}`:                       `x.m["a b"]: expected string, got number`,
		`{"m":{"a/b~c":3}}`:                     `x.m["a/b~c"]: expected string, got number`,
		`{"m":{"\u0061":3}}`:                    `x.m.a: expected string, got number`,
		`{"m":{"\ud800":3}}`:                    "x.m[\"\uFFFD\"]: expected string, got number",
		`{"keys":{"a":true}}`:                   "x.keys.a: expected integer from -128 to 127 as the member's name",
		`{"keys":{"300":true}}`:                 `x.keys["300"]: expected integer from -128 to 127 as the member's name`,
		`{"keys":{"3":"3"}}`:                    `x.keys["3"]: expected boolean, got string`,
		`{"hues":{"blue":true}}`:                "x.hues.blue: only red is fired here",
		` {"in" : {"list":[{},{"k":{"x":1}}]}}`: "x.in.list[1].k.x: expected boolean, got number",
		`{"at":"noon"}`:                         `x.at: expected date and time like 2006-01-02T15:04:05Z, got "noon"`,
		`{"at":12}`:                             "x.at: expected date and time like 2006-01-02T15:04:05Z, got number",
		`{"for":5}`:                             "x.for: must be left out",
		`{"yes":true}`:                          "x.yes: must be left out",
		`{"large":"12"}`:                        "x.large: expected integer, got string",
		`{"text":1.5}`:                          "x.text: expected number as a string, got number",
		`{"r":{}}`:                              "x.r: must be left out",
		`{"hue":"blue"}`:                        "x.hue: only red is fired here",
		`{"hue":7}`:                             "x.hue: expected string, got number",
		`{"shade":"dark"}`:                      "x.shade: expected integer, got string",
		`{"shade":1.5}`:                         "x.shade: expected integer, got number 1.5",
		`{"glaze":[1,"dark"]}`:                  "x.glaze[1]: expected integer, got string",
		`{"slip":{"deep":[true,7]}}`:            "x.slip.deep[1]: expected boolean, got number",
		`{"shown":[{"type":"text","text":7}]}`:  "x.shown[0].text: expected string, got number",
		`{"Ref":{"type":7}}`:                    "x.Ref.type: expected string, got number",
	} {
		var v everyKind
		err := protocol.Decode([]byte(raw), &v)
		require.Error(t, err, raw)
		require.Equal(t, want, misfit("x", []byte(raw), err).Error(), raw)
	}
}

// What no value of a client's leads to has a text all the same.
func TestMisfitsOfOtherErrors(t *testing.T) {
	require.Equal(t, "x: no cone", misfit("x", nil, errors.New("no cone")).Error())
	require.Equal(t, "x: not JSON", misfit("x", []byte(`{`), protocol.Unmarshal([]byte(`{`), new(any))).Error())
	require.Equal(t, "x: not JSON", misfit("x", nil, stdjson.Unmarshal([]byte(`{`), new(any))).Error())
	require.Equal(t, "x: not what is expected here", misfit("x", nil, &json.SemanticError{}).Error())
	require.Equal(t, "x: no cone", misfit("x", nil, &json.SemanticError{Err: errors.New("no cone")}).Error())
	twice := reflect.New(reflect.StructOf([]reflect.StructField{ // vet would tell of two fields of one name
		{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a"`}, {Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"a"`}}))
	err := misfit("x", []byte(`{}`), protocol.Unmarshal([]byte(`{}`), twice.Interface()))
	require.ErrorContains(t, err, "conflict")
	require.IsType(t, &mistake{}, err)
	require.Nil(t, planArguments(twice.Type().Elem()))
	for _, raw := range []string{``, `{`, `{"m"`, `{"m":`, `{"m":{"a":`, `[`, `[1`, `{"m":{"a":3}}`} { // of another text
		var v everyKind
		text := misfit("x", []byte(raw), protocol.Unmarshal([]byte(`{"m":{"a":3}}`), &v)).Error()
		require.Contains(t, text, ": expected string, got number", raw)
	}
}

// Shows S-RESP-9: a message is short, whatever came.
func TestMisfitsAreShort(t *testing.T) {
	type nest map[string]nest
	long, word := strings.Repeat("aé", 50_000), strings.Repeat("a", 100_000)
	for raw, v := range map[string]any{
		`{"` + long + `":1}`:                                          new(map[string]string),
		`{"` + word + `":1}`:                                          new(map[string]string),
		`{"at":"` + long + `"}`:                                       new(everyKind),
		`{"level":"` + long + `"}`:                                    new(numbers),
		`{"i":` + strings.Repeat("9", 1e5) + `}`:                      new(numbers),
		strings.Repeat(`{"a":`, 900) + "7" + strings.Repeat("}", 900): new(nest),
	} {
		err := protocol.Decode([]byte(raw), v)
		require.Error(t, err)
		text := misfit("arguments", []byte(raw), err).Error()
		require.Less(t, len(text), 600, "%.80s", text)
		require.True(t, utf8.ValidString(text))
		require.True(t, strings.HasPrefix(text, "arguments"), text)
	}
	check, err := newSchemaCheck([]byte(`{"additionalProperties":{"type":"string"}}`))
	require.NoError(t, err)
	require.Less(t, len(check.check([]byte(`{"`+word+`":1}`)).Error()), 200)
}
