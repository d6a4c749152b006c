package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func digest(t require.TestingT, text string) string {
	d, err := digestJSON(jsontext.Value(text))
	require.NoError(t, err, text)
	return string(d)
}

func TestDigestTellsValuesApart(t *testing.T) {
	same := [][]string{
		{`{"a":1,"b":[1,"x"]}`, `{ "b" : [ 1 , "\u0078" ] , "\u0061" : 1 }`},
		{`0`, `-0`, `0.0`, `0e7`, `-0.00e-3`},
		{`1`, `1.0`, `1e0`, `10e-1`, `0.1E+1`},
		{`9007199254740993`, `9007199254740993.0`, `900719925474099.3e1`},
		{`9007199254740992`},
		{`1e400`, `10e399`},
		{`1e-400`},
		{`-1`, `-1.0`},
		{`1e99999999999999999999`},
		{`100`, `1e2`},
		{`"1"`},
		{`"\ud800"`},
		{`"\ud801"`},
		{`"\ufffd"`, "\"\ufffd\""},
		{`null`}, {`true`}, {`false`}, {`""`}, {`[]`}, {`{}`}, {`[[]]`}, {`[{}]`}, {`{"":{}}`},
		{`[1,2]`}, {`[2,1]`}, {`[12]`}, {`["1,2"]`}, {`["1","2"]`}, {`{"a":"b"}`}, {`["a","b"]`}, {`{"a":null}`}, {`{"a":1}`},
	}
	seen := map[string]string{}
	for _, class := range same {
		want := digest(t, class[0])
		require.NotContains(t, seen, want, "%s is not %s", class[0], seen[want])
		seen[want] = class[0]
		for _, text := range class[1:] {
			require.Equal(t, want, digest(t, text), "%s is %s", text, class[0])
		}
	}
}

func genValue(depth int) *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.SampledFrom([]any{nil, true, false, "", "a", "\"\\\n", "ü", 0, -1, 1e300, 0.25}),
		rapid.Map(rapid.Int64(), func(i int64) any { return i }),
		rapid.Map(rapid.String(), func(s string) any { return strings.ToValidUTF8(s, "?") }))
	if depth == 0 {
		return scalar
	}
	inner := rapid.Deferred(func() *rapid.Generator[any] { return genValue(depth - 1) })
	return rapid.OneOf(scalar,
		rapid.Map(rapid.SliceOfN(inner, 0, 4), func(s []any) any { return s }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c d", "é"}), inner, 0, 4), func(m map[string]any) any { return m }))
}

// rewrite writes v as some other client would: any order, escapes, spaces.
func rewrite(t *rapid.T, v any) string {
	space := rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "space")
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for _, k := range rapid.Permutation(slices.Sorted(maps.Keys(v))).Draw(t, "order") {
			parts = append(parts, rewrite(t, k)+space+":"+space+rewrite(t, v[k]))
		}
		return "{" + strings.Join(parts, space+",") + space + "}"
	case []any:
		for _, e := range v {
			parts = append(parts, rewrite(t, e))
		}
		return "[" + space + strings.Join(parts, ","+space) + "]"
	case string:
		if rapid.Bool().Draw(t, "ascii") {
			return asciiJSON(v)
		}
	case int64:
		if rapid.Bool().Draw(t, "point") {
			return fmt.Sprintf("%d.0", v)
		}
	}
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// asciiJSON escapes all but ASCII letters.
func asciiJSON(s string) string {
	b := []byte{'"'}
	for _, r := range s {
		if r < 0x10000 {
			b = fmt.Appendf(b, `\u%04x`, r)
		} else {
			b = append(b, string(r)...)
		}
	}
	return string(append(b, '"'))
}

func TestDigestIgnoresHowItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w := genValue(3).Draw(t, "v"), genValue(3).Draw(t, "w")
		require.Equal(t, digest(t, rewrite(t, v)), digest(t, rewrite(t, v)))
		a, err := json.Marshal(v)
		require.NoError(t, err)
		b, err := json.Marshal(w)
		require.NoError(t, err)
		require.Equal(t, string(a) == string(b), digest(t, string(a)) == digest(t, string(b)), "%s and %s", a, b)
	})
}

// The work grows with the text, not with text times depth.
func TestDigestOfDeepNesting(t *testing.T) {
	const depth = 900
	text := strings.Repeat(`{"a":1,"b":[`, depth/2) + `"` + strings.Repeat("x", 1<<20) + `"` + strings.Repeat(`]}`, depth/2)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := digestJSON(jsontext.Value(text))
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(20<<20))
}
