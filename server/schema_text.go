package server

import "bytes"

// schemaText is JSON text that the frame parser has already found to be JSON.
// The scanner therefore only looks for where a value ends, which is many times
// cheaper on long strings than to parse them again. On any other text it still
// ends and stays in bounds; -1 means that the text ended before the value did.
type schemaText []byte

// space returns where the next byte is that is not white space.
func (b schemaText) space(i int) int {
	for i < len(b) && b[i] <= ' ' {
		i++
	}
	return i
}

// valueEnd returns the index behind the value that starts at i.
func (b schemaText) valueEnd(i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return b.stringEnd(i)
	case '{', '[':
		return b.nestEnd(i)
	case 'n':
		return b.literalEnd(i, "null")
	case 't':
		return b.literalEnd(i, "true")
	case 'f':
		return b.literalEnd(i, "false")
	}
	return b.numberEnd(i)
}

// stringEnd returns the index behind the string that starts at i: behind the
// first quote that an even number of backslashes precedes.
func (b schemaText) stringEnd(i int) int {
	for at := i + 1; ; {
		n := bytes.IndexByte(b[at:], '"')
		if n < 0 {
			return -1
		}
		quote := at + n
		slashes := 0
		for b[quote-1-slashes] == '\\' { // the opening quote ends it at the latest
			slashes++
		}
		if slashes%2 == 0 {
			return quote + 1
		}
		at = quote + 1
	}
}

// nestEnd returns the index behind the object or array that starts at i. It
// counts brackets and does not recurse, however deep they are.
func (b schemaText) nestEnd(i int) int {
	for depth := 0; i < len(b); {
		switch b[i] {
		case '"':
			if i = b.stringEnd(i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}

func (b schemaText) literalEnd(i int, want string) int {
	if len(b)-i < len(want) || string(b[i:i+len(want)]) != want {
		return -1
	}
	return i + len(want)
}

func (b schemaText) numberEnd(i int) int {
	from := i
	for i < len(b) && (b[i] >= '0' && b[i] <= '9' || b[i] == '-' || b[i] == '+' || b[i] == '.' || b[i]|0x20 == 'e') {
		i++
	}
	if i == from {
		return -1
	}
	return i
}

// member reads the member of an object at i, where its name or a comma may
// be. It returns the raw name without its quotes and where the value starts;
// next is -1 if there is no member but the end of the object at value, or, if
// that is -1 too, something that is not an object.
func (b schemaText) member(i int) (name []byte, value int, found bool) {
	i = b.space(i)
	if i < len(b) && b[i] == ',' {
		i = b.space(i + 1)
	}
	switch {
	case i >= len(b):
		return nil, -1, false
	case b[i] == '}':
		return nil, i, false
	case b[i] != '"':
		return nil, -1, false
	}
	end := b.stringEnd(i)
	if end < 0 {
		return nil, -1, false
	}
	colon := b.space(end)
	if colon >= len(b) || b[colon] != ':' {
		return nil, -1, false
	}
	return b[i+1 : end-1], b.space(colon + 1), true
}
