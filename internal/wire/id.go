package wire

import (
	"unicode/utf8"

	"github.com/eralock/eralock/internal/integer"
)

// CanonicalID appends to buf a key under which equal ids are equal, and
// returns false, with buf as it was, for what is no legal id (decisions A4). raw
// is one JSON value, as the peer wrote it. Progress tokens and subscription ids
// compare the same way.
//
// A number's key is "n" and its value in plain decimal digits: 1, 1.0 and
// 10e-1 are one id, and so are 0 and -0. A string's key is "s" and its text after
// unescaping, lone surrogates kept apart; so 1 and "1" are never equal. No
// legal id: null, booleans, objects, arrays, fractions (1.5), number tokens of
// more than 128 bytes or with an exponent beyond ±64.
//
// It does not allocate if buf has room for the key: at most 195 bytes for a
// number, at most the length of raw for a string.
func CanonicalID(raw, buf []byte) ([]byte, bool) {
	if len(raw) > 0 && raw[0] == '"' {
		if key, ok := appendText(append(buf, 's'), raw); ok {
			return key, true
		}
		return buf, false
	}
	n, ok := integer.Parse(raw)
	if !ok {
		return buf, false
	}
	return n.Append(append(buf, 'n')), true
}

// legalID reports whether raw, which is valid JSON, is a legal id.
func legalID(raw []byte) bool {
	if len(raw) > 0 && raw[0] == '"' {
		return true
	}
	_, ok := integer.Parse(raw)
	return ok
}

// validID reports whether raw, which may be anything, is a legal id.
func validID(raw []byte) bool {
	_, ok := CanonicalID(raw, nil)
	return ok && utf8.Valid(raw)
}
