package server

import "strings"

// schemaKind is a set of the types of JSON Schema. A value is of exactly one
// of them; whether a number is an integer too is looked at only if it matters.
type schemaKind uint8

const (
	kindNull schemaKind = 1 << iota
	kindBoolean
	kindInteger
	kindNumber
	kindString
	kindArray
	kindObject
)

// schemaKindNames is in the order of the bits.
const schemaKindNames = "null boolean integer number string array object"

// kindNamed returns the type of that name, 0 if there is none.
func kindNamed(name string) schemaKind {
	bit := schemaKind(1)
	for known := range strings.SplitSeq(schemaKindNames, " ") {
		if known == name {
			return bit
		}
		bit <<= 1
	}
	return 0
}

// kindAt returns the type of the value that starts with c, 0 if none does.
func kindAt(c byte) schemaKind {
	switch {
	case c == '"':
		return kindString
	case c == '{':
		return kindObject
	case c == '[':
		return kindArray
	case c == '-' || c >= '0' && c <= '9':
		return kindNumber
	case c == 't' || c == 'f':
		return kindBoolean
	case c == 'n':
		return kindNull
	}
	return 0
}

// String lists the names: "string or null".
func (k schemaKind) String() string {
	var names []string
	bit := schemaKind(1)
	for name := range strings.SplitSeq(schemaKindNames, " ") {
		if k&bit != 0 {
			names = append(names, name)
		}
		bit <<= 1
	}
	return strings.Join(names, " or ")
}
