package client

import (
	"bytes"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// The frames of a server have been read once, by package wire: what is walked
// over here is valid JSON without duplicate names, so that finding a member
// needs no decoder.

// walkMembers goes through the object at i. It hands visit each raw name, with
// its quotes, and where the value begins; visit returns the index behind the
// value. The result is the index behind the object: -1 if there is none, or if
// visit returned that.
func walkMembers(b []byte, i int, visit func(name []byte, at int) int) int {
	if i >= len(b) || b[i] != '{' {
		return -1
	}
	for i++; ; i++ {
		i = skipSpace(b, i)
		if i >= len(b) || b[i] == '}' {
			break
		}
		name := i
		i = skipString(b, i)
		end := i
		i = skipSpace(b, skipSpace(b, i)+1) // over the colon
		if i = visit(b[name:end], i); i < 0 {
			return -1
		}
		if i = skipSpace(b, i); i >= len(b) || b[i] == '}' {
			break
		}
	}
	return closed(b, i)
}

// walkElements goes through the array at i, as walkMembers does.
func walkElements(b []byte, i int, visit func(at int) int) int {
	if i >= len(b) || b[i] != '[' {
		return -1
	}
	for i++; ; i++ {
		i = skipSpace(b, i)
		if i >= len(b) || b[i] == ']' {
			break
		}
		if i = visit(i); i < 0 {
			return -1
		}
		if i = skipSpace(b, i); i >= len(b) || b[i] == ']' {
			break
		}
	}
	return closed(b, i)
}

// closed is the index behind what ends at i, if it does.
func closed(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	return i + 1
}

// eachMember visits the members of an object: the raw name, with its quotes,
// and the raw value. It reports false if visit did, or for what is no object.
func eachMember(object []byte, visit func(name, value []byte) bool) bool {
	return walkMembers(object, skipSpace(object, 0), func(name []byte, at int) int {
		end := skipValue(object, at)
		if end > len(object) || !visit(name, object[at:end:end]) {
			return -1
		}
		return end
	}) >= 0
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
// becomes U+FFFD. One of at least share bytes may share memory with raw.
func textOf(raw []byte, share int) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		said := raw[1 : len(raw)-1]
		if len(said) > 0 && len(said) >= share {
			return unsafe.String(&said[0], len(said)), true
		}
		return string(said), true
	}
	said, _ := jsontext.AppendUnquote(nil, raw) // only a lone surrogate fails, and it is replaced
	return string(said), true
}
