package wire

import (
	"bytes"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

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

// isPlain reports whether s is printable ASCII without quote and backslash.
func isPlain[T ~string | ~[]byte](s T) bool {
	// A string's header is the beginning of a slice's: pointer and length.
	text := *(*string)(unsafe.Pointer(&s))
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	return isPrintable(b) && bytes.IndexByte(b, '"') < 0 && bytes.IndexByte(b, '\\') < 0
}
