package server

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// schemaScalar is one value of enum or const that is neither object nor array.
type schemaScalar struct {
	kind   schemaKind
	raw    string // as the schema has it, for messages
	text   []byte // a string without its escapes
	number schemaNumber
}

// newSchemaScalar reports false for objects and arrays. It keeps a copy: raw is
// the decoder's.
func newSchemaScalar(raw jsontext.Value) (schemaScalar, bool) {
	raw = raw.Clone()
	s := schemaScalar{kind: kindAt(raw[0]), raw: string(raw)}
	switch s.kind {
	case kindObject, kindArray:
		return schemaScalar{}, false
	case kindString:
		s.text = plainString(raw[1 : len(raw)-1])
	case kindNumber:
		s.number = parseSchemaNumber(raw)
	}
	return s, true
}

// equals reports whether the token is this value.
func (s *schemaScalar) equals(kind schemaKind, token []byte) bool {
	if s.kind != kind {
		return false
	}
	switch kind {
	case kindString:
		return bytes.Equal(s.text, plainString(token[1:len(token)-1]))
	case kindNumber:
		return s.number.compare(parseSchemaNumber(token)) == 0
	case kindBoolean:
		return s.raw[0] == token[0]
	}
	return true
}

// plainString takes the escapes out of a string that is between its quotes. It
// allocates only if there are any; half a surrogate pair becomes U+FFFD, as in
// the Go string that a handler gets (decisions A9).
func plainString(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	quoted := append(append([]byte{'"'}, raw...), '"')
	plain, _ := jsontext.AppendUnquote(nil, quoted)
	return plain
}
