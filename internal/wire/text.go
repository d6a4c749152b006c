package wire

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// text returns what a string literal says. It shares memory with the literal
// unless that has escapes. A lone surrogate becomes U+FFFD.
func text(literal []byte) []byte {
	inner := literal[1 : len(literal)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	said, _ := jsontext.AppendUnquote(nil, literal) // only a lone surrogate fails, and it is replaced
	return said
}

// appendText appends what a string literal says, for comparison: a lone
// surrogate is kept, encoded as UTF-8 would encode it, so that "\ud800",
// "\ud801" and "\ufffd" stay three texts (decisions A9). It returns false for
// what is no string literal.
func appendText(dst, literal []byte) ([]byte, bool) {
	if len(literal) < 2 || literal[0] != '"' || literal[len(literal)-1] != '"' {
		return dst, false
	}
	in := literal[1 : len(literal)-1]
	for len(in) > 0 {
		i := 0
		for i < len(in) && in[i] != '\\' {
			if in[i] < ' ' || in[i] == '"' {
				return dst, false
			}
			i++
		}
		dst, in = append(dst, in[:i]...), in[i:]
		if len(in) == 0 {
			break
		}
		var n int
		if dst, n = appendEscape(dst, in); n == 0 {
			return dst, false
		}
		in = in[n:]
	}
	return dst, true
}

// appendEscape appends what the escape sequence at the start of in says, and
// returns its length, 0 if there is none.
func appendEscape(dst, in []byte) ([]byte, int) {
	if len(in) < 2 {
		return dst, 0
	}
	if in[1] != 'u' {
		const names, said = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
		if i := strings.IndexByte(names, in[1]); i >= 0 {
			return append(dst, said[i]), 2
		}
		return dst, 0
	}
	first, ok := hex4(in)
	if !ok {
		return dst, 0
	}
	if 0xD800 <= first && first < 0xDC00 {
		if second, ok := hex4(in[6:]); ok && 0xDC00 <= second && second < 0xE000 {
			return utf8.AppendRune(dst, (first-0xD800)<<10+(second-0xDC00)+0x10000), 12
		}
	}
	if 0xD800 <= first && first < 0xE000 {
		return append(dst, 0xE0|byte(first>>12), 0x80|byte(first>>6)&0x3F, 0x80|byte(first)&0x3F), 6
	}
	return utf8.AppendRune(dst, first), 6
}

// hex4 reads an escape like \u00e9 at the start of in.
func hex4(in []byte) (rune, bool) {
	if len(in) < 6 || in[0] != '\\' || in[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range in[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
