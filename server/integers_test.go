package server

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/protocol"
)

type cone int16

type counted struct {
	N int `json:"n"`
}

type numbers struct {
	I     int            `json:"i,omitzero"`
	I8    int8           `json:"i8,omitzero"`
	I64   int64          `json:"i64,omitzero"`
	U     uint           `json:"u,omitzero"`
	U8    uint8          `json:"u8,omitzero"`
	U64   uint64         `json:"u64,omitzero"`
	Cone  cone           `json:"cone,omitzero"`
	P     **int          `json:"p,omitzero"`
	L     []int          `json:"l,omitzero"`
	A     [2]int8        `json:"a,omitzero"`
	M     map[string]int `json:"m,omitzero"`
	In    []counted      `json:"in,omitzero"`
	Big   *big.Int       `json:"big,omitzero"`
	F     float64        `json:"f,omitzero"`
	F32   float32        `json:"f32,omitzero"`
	Raw   jsontext.Value `json:"raw,omitzero"`
	Any   any            `json:"any,omitzero"`
	Text  int            `json:"text,string,omitzero"`
	Level protocol.Level `json:"level,omitzero"`
}

// An integer is a number without a fraction, however it is written, as JSON
// Schema has it.
func TestIntegersByValue(t *testing.T) {
	seven := 7
	p := &seven
	for raw, want := range map[string]numbers{
		`{"i":1.0}`:                             {I: 1},
		`{"i":1e3}`:                             {I: 1000},
		`{"i":-0.0}`:                            {},
		`{"u":-0.0}`:                            {},
		`{"i":12.50e1}`:                         {I: 125},
		`{"i":3000E-3}`:                         {I: 3},
		`{"i":null,"u":1.0}`:                    {U: 1},
		`{"i8":127.0}`:                          {I8: 127},
		`{"i8":-1.28e2}`:                        {I8: -128},
		`{"u8":2.55e2}`:                         {U8: 255},
		`{"i64":9223372036854775807.0}`:         {I64: math.MaxInt64},
		`{"i64":-9223372036854775808.0}`:        {I64: math.MinInt64},
		`{"i64":1e18}`:                          {I64: 1e18},
		`{"i64":9007199254740993.0}`:            {I64: 1<<53 + 1},
		`{"u64":18446744073709551615.0}`:        {U64: math.MaxUint64},
		`{"cone":6.0}`:                          {Cone: 6},
		`{"p":7.0}`:                             {P: &p},
		`{"l":[1.0,2,3e0]}`:                     {L: []int{1, 2, 3}},
		`{"a":[1.0,-1e2]}`:                      {A: [2]int8{1, -100}},
		`{"m":{"a":1.0,"b":2}}`:                 {M: map[string]int{"a": 1, "b": 2}},
		`{"in":[{"n":1.0},{"n":2}]}`:            {In: []counted{{1}, {2}}},
		`{"i":1.0,"f":1.50,"f32":0.5}`:          {I: 1, F: 1.5, F32: 0.5},
		`{"i":1.0,"raw":[1.0, 1e3 ,1e999999]}`:  {I: 1, Raw: jsontext.Value(`[1.0, 1e3 ,1e999999]`)},
		`{"any":{"a":[1.0,1.5,"1.0"]},"i":2.0}`: {I: 2, Any: map[string]any{"a": []any{1.0, 1.5, "1.0"}}},
		`{"text":"5","level":"info","i":1.0}`:   {Text: 5, Level: protocol.LevelInfo, I: 1},
	} {
		var got numbers
		require.NoError(t, protocol.Decode([]byte(raw), &got), raw)
		require.Empty(t, cmp.Diff(want, got), raw)
	}
	var got numbers
	require.NoError(t, protocol.Decode([]byte(`{"big":1e30,"f":-0.0,"i":-0.0}`), &got))
	require.Equal(t, "1"+strings.Repeat("0", 30), got.Big.String())
	require.True(t, math.Signbit(got.F), "a float keeps the sign of its zero")
}

// What was decoded before the first failure is there once.
func TestDecodedOnce(t *testing.T) {
	var got struct {
		Rest jsontext.Value `json:",embed"`
		N    int            `json:"n"`
	}
	require.NoError(t, protocol.Decode([]byte(`{"a":1,"b":2,"n":3.0}`), &got))
	require.Equal(t, `{"a":1,"b":2}`, string(got.Rest))
	require.Equal(t, 3, got.N)
}

func TestNoIntegers(t *testing.T) {
	for raw, want := range map[string]string{
		`{"i":1.5}`:                        "arguments.i: expected integer, got number 1.5",
		`{"i":1e-1}`:                       "arguments.i: expected integer, got number 1e-1",
		`{"i":1e-400}`:                     "arguments.i: expected integer, got number 1e-400",
		`{"i8":1.0,"i":1.5}`:               "arguments.i: expected integer, got number 1.5",
		`{"i8":128}`:                       "arguments.i8: 128 is more than the maximum 127",
		`{"i8":1.28e2}`:                    "arguments.i8: 1.28e2 is more than the maximum 127",
		`{"i8":-129.0}`:                    "arguments.i8: -129.0 is less than the minimum -128",
		`{"u":-1.0}`:                       "arguments.u: -1.0 is less than the minimum 0",
		`{"u8":256}`:                       "arguments.u8: 256 is more than the maximum 255",
		`{"i64":9223372036854775808}`:      "arguments.i64: 9223372036854775808 is more than the maximum 9223372036854775807",
		`{"i64":9223372036854775808.0}`:    "arguments.i64: 9223372036854775808.0 is more than the maximum 9223372036854775807",
		`{"u64":1.8446744073709551616e19}`: "arguments.u64: 1.8446744073709551616e19 is more than the maximum 18446744073709551615",
		`{"i":1e999999}`:                   "arguments.i: 1e999999 is more than the maximum 9223372036854775807",
		`{"i":-1e999999999999}`:            "arguments.i: -1e999999999999 is less than the minimum -9223372036854775808",
		`{"big":1.5}`:                      "arguments.big: expected integer, got number 1.5",
		`{"big":1e999}`:                    "arguments.big: expected integer in plain digits, got number 1e999",
		`{"l":[1.0,[2]]}`:                  "arguments.l[1]: expected integer, got array",
		`{"p":1.25}`:                       "arguments.p: expected integer, got number 1.25",
		`{"text":5.0}`:                     "arguments.text: expected integer from -9223372036854775808 to 9223372036854775807 as a string, got number",
	} {
		var got numbers
		err := protocol.Decode([]byte(raw), &got)
		require.Error(t, err, raw)
		require.Equal(t, want, misfit("arguments", []byte(raw), err).Error(), raw)
	}
}
