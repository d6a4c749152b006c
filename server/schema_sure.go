package server

import "strings"

// The full validator is expensive to make, and few calls ask for it. It is made
// when it is first needed, if what the compiler has read leaves no doubt that it
// can be made. There is doubt about everything that the compiler does not check:
// patterns, ids, references that need them, draft-07, odd numbers and keywords
// that are not named here.

// sureOf reports whether the form of a keyword that is left to the full
// validator has been checked in whole.
func sureOf(keyword string) bool {
	switch keyword {
	case "not", "if", "then", "else", "allOf", "anyOf", "oneOf", "dependentSchemas", "prefixItems",
		"contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
		"minLength", "maxLength", "minProperties", "maxProperties", "exclusiveMinimum", "exclusiveMaximum":
		return true
	}
	return false
}

// sure reports whether the full validator of the schema raw can be made.
func (c *schemaCompiler) sure(raw []byte) bool {
	if c.doubted || c.dialect != dialect2020 || oddNumber(raw) {
		return false
	}
	for _, p := range c.places {
		for _, ref := range p.refs {
			if !plainReference(ref) || c.target(p, ref) == nil {
				return false
			}
		}
	}
	return true
}

// plainReference reports whether a reference leads to the root or to one of its
// definitions, under a name that needs no escape.
func plainReference(ref string) bool {
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	return ref == "#" || ok && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || '9' < r && r < 'A' || 'Z' < r && r < 'a' || 'z' < r)
	})
}

// oddNumber reports whether there may be a number in a text that does not fit
// into everybody's: one with an exponent or with many digits.
func oddNumber(raw []byte) bool {
	digits := 0
	for _, b := range raw {
		switch {
		case '0' <= b && b <= '9':
			if digits++; digits > 15 {
				return true
			}
		case digits > 0 && b|0x20 == 'e':
			return true
		default:
			digits = 0
		}
	}
	return false
}
