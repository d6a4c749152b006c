package wire

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func canonical(raw string) string {
	key, ok := CanonicalID([]byte(raw), nil)
	if !ok {
		return "illegal"
	}
	return string(key)
}

func TestCanonicalID(t *testing.T) {
	long := strings.Repeat("9", 128)
	for raw, want := range map[string]string{
		`0`: "n0", `-0`: "n0", `0.0`: "n0", `-0.00e3`: "n0", `0e-64`: "n0",
		`1`: "n1", `1.0`: "n1", `10e-1`: "n1", `0.1e1`: "n1", `1e0`: "n1", `1E+00`: "n1", `100.00e-2`: "n1",
		`-7`: "n-7", `1e2`: "n100", `100`: "n100", `1.50e1`: "n15", `0.05e2`: "n5",
		`9007199254740993`: "n9007199254740993", `123456789012345678901234567890`: "n123456789012345678901234567890",
		`1e64`: "n1" + strings.Repeat("0", 64), long: "n" + long,
		`1.5`: "illegal", `15e-1`: "illegal", `1e-1`: "illegal", `100.5`: "illegal", `1e65`: "illegal", `0e65`: "illegal",
		`1e-65`: "illegal", `1e99999999999999999999`: "illegal", long + "9": "illegal", `1e0064`: "n1" + strings.Repeat("0", 64),
		`null`: "illegal", `true`: "illegal", `false`: "illegal", `{}`: "illegal", `[1]`: "illegal", ``: "illegal",
		`01`: "illegal", `-`: "illegal", `1.`: "illegal", `.1`: "illegal", `1e`: "illegal", `1e+`: "illegal", `+1`: "illegal", `1x`: "illegal", `1e5x`: "illegal", `1.0x`: "illegal", `--1`: "illegal",
		`""`: "s", `"1"`: "s1", `"A"`: "sA", `"\u0041"`: "sA", `"\n"`: "s\n", `"\/\\\"\b\f\r\t"`: "s/\\\"\b\f\r\t",
		`"\ud83d\ude00"`: "s😀", `"😀"`: "s😀", `"\uD83D\uDE00"`: "s😀", `"\udbff\udfff"`: "s\U0010FFFF",
		`"\ud800"`: "s\xED\xA0\x80", `"\ud801"`: "s\xED\xA0\x81", `"\udc00"`: "s\xED\xB0\x80", `"\ufffd"`: "s\uFFFD",
		`"\ud800\u0041"`: "s\xED\xA0\x80A", `"\ud800\ud83d\ude00"`: "s\xED\xA0\x80😀",
		`"`: "illegal", `"a`: "illegal", `"a"b"`: "illegal", `"\x"`: "illegal", `"\u12"`: "illegal", `"\u12g4"`: "illegal", `"\"`: "illegal", "\"\n\"": "illegal",
	} {
		require.Equal(t, want, canonical(raw), "%s", raw)
	}
}

func TestCanonicalIDAppends(t *testing.T) {
	buf := []byte("before ")
	key, ok := CanonicalID([]byte(`"a"`), buf)
	require.True(t, ok)
	require.Equal(t, "before sa", string(key))
	for _, raw := range []string{`1.5`, `"\x"`, `null`} {
		key, ok = CanonicalID([]byte(raw), buf)
		require.False(t, ok)
		require.Equal(t, "before ", string(key))
	}
}

// The key of a number is the value that math/big finds, and a number is legal
// exactly if that is an integer.
func TestCanonicalNumbers(t *testing.T) {
	digits := rapid.StringMatching(`[0-9]{1,40}`)
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign")
		if raw += strings.TrimLeft(digits.Draw(t, "whole"), "0"); raw == "" || raw == "-" {
			raw += "0"
		}
		if rapid.Bool().Draw(t, "has a fraction") {
			raw += "." + digits.Draw(t, "fraction") + strings.Repeat("0", rapid.IntRange(0, 20).Draw(t, "zeros"))
		}
		if rapid.Bool().Draw(t, "has an exponent") {
			raw += rapid.SampledFrom([]string{"e", "E", "e+", "e-", "E-"}).Draw(t, "e") + rapid.StringMatching(`0?[0-5]?[0-9]`).Draw(t, "exponent")
		}
		value, ok := new(big.Rat).SetString(raw)
		require.True(t, ok, raw)
		want := "illegal"
		if value.IsInt() {
			want = "n" + value.Num().String()
		}
		require.Equal(t, want, canonical(raw), raw)
		require.Equal(t, value.IsInt(), legalID([]byte(raw)), raw)
	})
}

// However a text is escaped, its key is the same, and different texts have
// different keys.
func TestCanonicalStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runes := rapid.SliceOfN(rapid.Custom(drawRune), 0, 6).Draw(t, "runes")
		require.Equal(t, canonical(escape(t, runes)), canonical(escape(t, runes)))
		others := rapid.SliceOfN(rapid.Custom(drawRune), 0, 6).Draw(t, "others")
		if string(joinSurrogates(runes)) != string(joinSurrogates(others)) {
			require.NotEqual(t, canonical(escape(t, runes)), canonical(escape(t, others)))
		}
	})
}

// drawRune draws a character or a lone surrogate.
func drawRune(t *rapid.T) rune {
	return rapid.SampledFrom([]rune{'a', '"', '\\', '/', '\n', 0, 'é', '\uFFFD', '😀', 0xD800, 0xD83D, 0xDE00, 0xDFFF}).Draw(t, "rune")
}

// joinSurrogates is what the text is when escapes are taken as UTF-16; a lone
// surrogate is told from everything else by a private character.
func joinSurrogates(runes []rune) (joined []rune) {
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		if 0xD800 <= r && r < 0xDC00 && i+1 < len(runes) && 0xDC00 <= runes[i+1] && runes[i+1] < 0xE000 {
			r = (r-0xD800)<<10 + (runes[i+1] - 0xDC00) + 0x10000
			i++
		}
		if 0xD800 <= r && r < 0xE000 {
			r += 0xF0000 - 0xD800
		}
		joined = append(joined, r)
	}
	return joined
}

func escape(t *rapid.T, runes []rune) string {
	const digits = "0123456789abcdef"
	literal := []byte{'"'}
	unit := func(u rune) {
		literal = append(literal, '\\', 'u', digits[u>>12&15], digits[u>>8&15], digits[u>>4&15], digits[u&15])
	}
	for _, r := range runes {
		switch {
		case r >= 0x10000 && rapid.Bool().Draw(t, "escaped"):
			unit(0xD800 + (r-0x10000)>>10)
			unit(0xDC00 + (r-0x10000)&0x3FF)
		case r < ' ' || r == '"' || r == '\\' || 0xD800 <= r && r < 0xE000, r < 0x10000 && rapid.Bool().Draw(t, "escaped"):
			unit(r)
		default:
			literal = append(literal, string(r)...)
		}
	}
	return string(append(literal, '"'))
}
