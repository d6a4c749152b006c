package wire

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// A Frame is what one walk over a line found. It holds offsets into the line
// and is valid as long as the line is. Parser.Parse fills it; the zero Frame is
// a blank line.
//
// The methods that return a raw value return nil where there is none, and
// otherwise the peer's own bytes.
type Frame struct {
	line  []byte
	shape shape
	marks marks
	bare  bool   // there is no backslash in the line
	where uint32 // of the fault in a malformed line

	id, method, params, result, failure span

	// Members of params that some method gives a meaning to.
	name, arguments, uri, requestID, filter, token, version, responses, state span

	metaSpans
}

// metaSpans are params._meta and its members.
type metaSpans struct {
	meta, claim, capabilities, clientInfo, logLevel, progressToken, subscriptionID span
}

// A shape is what kind of line it is.
type shape uint8

const (
	blank shape = iota
	tooLong
	notUTF8
	notJSON
	tooDeep
	scalar
	array
	object
)

// marks are facts that are not values.
type marks uint8

const (
	versionTwo    marks = 1 << iota // "jsonrpc":"2.0"
	duplicateName                   // some object has two members of one name
	paramsNoObject
	metaNoObject
	clientInfoComplete // it is an object, name and version are strings
)

func (m marks) has(one marks) bool { return m&one != 0 }

// A span is a part of the line. No JSON value is empty, so the zero span is
// no value.
type span struct{ from, to uint32 }

func (s span) present() bool { return s.to != 0 }

func (f *Frame) raw(s span) jsontext.Value {
	if !s.present() {
		return nil
	}
	return f.line[s.from:s.to:s.to]
}

// kind is the kind of the value at s: one of n t f " 0 { [, or 0 if there is
// none. No span begins with white space.
func (f *Frame) kind(s span) jsontext.Kind {
	if !s.present() {
		return 0
	}
	c := f.line[s.from]
	if c == '-' || '0' <= c && c <= '9' {
		return '0'
	}
	return jsontext.Kind(c)
}

// text is what the string at s says, nil if there is none.
func (f *Frame) text(s span) []byte {
	switch {
	case f.kind(s) != '"':
		return nil
	case f.bare:
		return f.line[s.from+1 : s.to-1]
	}
	return text(f.raw(s))
}

// Own makes f independent of the Reader's buffer by copying the line.
func (f *Frame) Own() { f.line = bytes.Clone(f.line) }

// Line is the line as it was parsed; for a Long line only its id.
func (f *Frame) Line() []byte { return f.line }

// IsObject reports whether the line is one JSON object.
func (f *Frame) IsObject() bool { return f.shape == object }

// ID is the raw id token, whatever it is worth. See AnswerID.
func (f *Frame) ID() jsontext.Value { return f.raw(f.id) }

// AnswerID is the id to answer with: the raw token of the one legal top-level
// id, or nil if none can be read (decisions A2).
func (f *Frame) AnswerID() jsontext.Value {
	if id := f.raw(f.id); legalID(id) {
		return id
	}
	return nil
}

// Method is the name of the method, unescaped; nil if it is no string.
func (f *Frame) Method() []byte { return f.text(f.method) }

// Params are the raw params; null and [] count as absent (decisions A9).
func (f *Frame) Params() jsontext.Value { return f.raw(f.params) }

// Result and Failure are the raw result and error of a response.
func (f *Frame) Result() jsontext.Value  { return f.raw(f.result) }
func (f *Frame) Failure() jsontext.Value { return f.raw(f.failure) }

func (f *Frame) isResponse() bool {
	return !f.method.present() && (f.result.present() || f.failure.present())
}

// IsArray reports whether the line is a JSON array, which only 2025-03-26 knows.
func (f *Frame) IsArray() bool { return f.shape == array }
