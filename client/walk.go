package client

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// The frames of a server have been read once, by package wire: what is walked
// over here is valid JSON without duplicate names, so that finding a member
// needs no decoder.

// eachMember visits the members of an object: the raw name, with its quotes,
// and the raw value. It reports false if visit did, or for what is no object.
func eachMember(object []byte, visit func(name, value []byte) bool) bool {
	i := skipSpace(object, 0)
	if i == len(object) || object[i] != '{' {
		return false
	}
	for i++; ; i++ {
		i = skipSpace(object, i)
		if i >= len(object) || object[i] == '}' {
			return i < len(object)
		}
		name := i
		i = skipString(object, i)
		end := i
		i = skipSpace(object, i) + 1 // the colon
		value := skipSpace(object, i)
		i = skipValue(object, value)
		if i > len(object) || !visit(object[name:end], object[value:i:i]) {
			return false
		}
		if i = skipSpace(object, i); i >= len(object) || object[i] == '}' {
			return i < len(object)
		}
	}
}

// eachElement visits the elements of an array, as eachMember does.
func eachElement(array []byte, visit func(value []byte) bool) bool {
	i := skipSpace(array, 0)
	if i == len(array) || array[i] != '[' {
		return false
	}
	for i++; ; i++ {
		i = skipSpace(array, i)
		if i >= len(array) || array[i] == ']' {
			return i < len(array)
		}
		value := i
		i = skipValue(array, value)
		if i > len(array) || !visit(array[value:i:i]) {
			return false
		}
		if i = skipSpace(array, i); i >= len(array) || array[i] == ']' {
			return i < len(array)
		}
	}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the index behind the string at i.
func skipString(b []byte, i int) int {
	for i++; i < len(b); i++ {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			break
		}
		i += n
		slashes := 0
		for b[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
	return len(b)
}

// skipValue returns the index behind the value at i.
func skipValue(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = skipString(b, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 { // the end of what a number stands in
				return i
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
		i++
		if depth == 0 && (b[i-1] == '"' || b[i-1] == '}' || b[i-1] == ']') {
			return i
		}
	}
	return i
}

// textOf is what a JSON string says; false for what is none. A lone surrogate
// becomes U+FFFD.
func textOf(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), true
	}
	said, _ := jsontext.AppendUnquote(nil, raw) // only a lone surrogate fails, and it is replaced
	return string(said), true
}
