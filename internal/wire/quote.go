package wire

import "github.com/go-json-experiment/json/jsontext"

// AppendQuote appends s as a JSON string. Bytes that are not UTF-8 become
// U+FFFD. It does not allocate if dst has room.
func AppendQuote[T ~string | ~[]byte](dst []byte, s T) []byte {
	if isPlain(s) {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	dst, _ = jsontext.AppendQuote(dst, s) // only bad UTF-8 fails, and it is replaced
	return dst
}

// isPlain reports whether s is printable ASCII without quote and backslash. It
// looks at eight bytes at a time.
func isPlain[T ~string | ~[]byte](s T) bool {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := s[i : i+8]
		v := uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
			uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
		quote, escape := v^'"'*ones, v^'\\'*ones
		// Subtracting sets the high bit of each byte that is less, and of no
		// byte below the first such: enough to find out whether there is one.
		if (v|(v-' '*ones)|(quote-ones)|(escape-ones))&highs != 0 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= 0x80 || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
