package server

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/integer"
)

// misfit says why raw, which its sender knows as name, does not decode. The
// texts of the JSON library are for Go programmers; this one is read by who sent
// the value, in the words of the schema's complaints (S-TOOL-10). Where nothing
// that could be sent would decode it is a mistake.
func misfit(name string, raw []byte, err error) error {
	m := misfitAt(raw, err)
	if m.path == "" && m.problem == hopeless {
		return &mistake{err}
	}
	m.path = clipped(m.path, maxMisfitPath)
	return m.within(name)
}

// Bytes of a place and of a reason: a message is short, whatever the other side
// has sent (S-RESP-9).
const maxMisfitPath, maxMisfitReason = 300, 200

// hopeless is said of a value that no other could replace: the program is wrong
// about its type, and the sender can do without it.
const hopeless = "must be left out"

func misfitAt(raw []byte, err error) *schemaMismatch {
	e, ok := errors.AsType[*json.SemanticError](err)
	if !ok {
		return &schemaMismatch{problem: reason(err)}
	}
	at := follow(raw, e)
	inner, nested := errors.AsType[*json.SemanticError](e.Err)
	switch {
	case !nested:
		m := &schemaMismatch{problem: at.problem(e)}
		return m.within(at.path)
	case e.JSONPointer != "" && e.JSONPointer.Contains(inner.JSONPointer): // a type that decodes from the same text
		return misfitAt(raw, inner)
	}
	return misfitAt(at.value, inner).within(at.path) // a type that was given its own
}

// problem says what is wrong with the value.
func (at *misfitPlace) problem(e *json.SemanticError) string {
	t, number := e.GoType, at.kind == kindNumber
	switch {
	case t == nil && e.Err == nil:
		return "not what is expected here"
	case t == nil:
		return reason(e.Err)
	case untakeable(t):
		return hopeless
	case integer.IsType(t) && number && e.Err != nil:
		return wrongInteger(at.token, t)
	case isFloat(t) && number && e.Err != nil:
		return outside(at.token, "-"+largestFloat(t), largestFloat(t))
	case decodesItself(t, at.kind) && e.Err != nil:
		return reason(e.Err)
	case at.isName:
		return "expected " + ranged(t) + " as the member's name"
	}
	return at.expected(e)
}

// expected is for what the library decodes by the type's kind.
func (at *misfitPlace) expected(e *json.SemanticError) string {
	want, got := wanted(e.GoType), "nothing"
	if at.kind != 0 {
		got = at.kind.String()
	}
	asText := e.Err == nil && at.kind == kindNumber || e.Err != nil && at.kind == kindString
	switch t := e.GoType; {
	case asText && (integer.IsType(t) && t != bigIntType || isFloat(t)): // the option string
		want = ranged(t) + " as a string"
	case isBytes(t) || t == timeType:
		if at.kind == kindString && len(at.token) > 1 {
			got = describeToken(at.kind, at.token)
		}
	case t.Kind() == reflect.Array && at.kind == kindArray:
		want, got = fmt.Sprintf("array of %d items", t.Len()), fmt.Sprint(at.items())
	}
	if want == got { // two fields of one name, an option that the field cannot have
		return hopeless
	}
	return "expected " + want + ", got " + got
}

// reason is what a type of the program's says of a value, unless these are the
// words of a JSON library.
func reason(err error) string {
	if e, ok := errors.AsType[*stdjson.UnmarshalTypeError](err); ok {
		return "expected " + wanted(e.Type) + ", got " + brief(e.Value)
	}
	_, syntax := errors.AsType[*jsontext.SyntacticError](err)
	if _, std := errors.AsType[*stdjson.SyntaxError](err); syntax || std {
		return "not JSON"
	}
	return clipped(strings.ToValidUTF8(err.Error(), "\uFFFD"), maxMisfitReason)
}

// clipped leaves the middle out of a long text.
func clipped(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit/2], "") + "…" + strings.ToValidUTF8(s[len(s)-limit/2:], "")
}
