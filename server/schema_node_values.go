package server

import "strings"

// compare judges a value by enum, const, minimum and maximum.
func (n *schemaNode) compare(kind schemaKind, token []byte) *schemaMismatch {
	for _, list := range n.enum {
		if !anyEquals(list, kind, token) {
			return mismatchf("expected %s, got %s", listScalars(list), describeToken(kind, token))
		}
	}
	if kind != kindNumber {
		return nil
	}
	got := parseSchemaNumber(token)
	if n.minimum != nil && got.compare(*n.minimum) < 0 {
		return mismatchf("%.40s is less than the minimum %v", token, n.minimum)
	}
	if n.maximum != nil && got.compare(*n.maximum) > 0 {
		return mismatchf("%.40s is more than the maximum %v", token, n.maximum)
	}
	return nil
}

func (n *schemaNode) countItems(count int) *schemaMismatch {
	number := schemaNumber{f: float64(count), i: int64(count), exact: true}
	if n.minItems != nil && number.compare(*n.minItems) < 0 {
		return mismatchf("%d items, fewer than the %v there must be", count, n.minItems)
	}
	if n.maxItems != nil && number.compare(*n.maxItems) > 0 {
		return mismatchf("%d items, more than the %v there may be", count, n.maxItems)
	}
	return nil
}

func anyEquals(list []schemaScalar, kind schemaKind, token []byte) bool {
	for i := range list {
		if list[i].equals(kind, token) {
			return true
		}
	}
	return false
}

func listScalars(list []schemaScalar) string {
	var b strings.Builder
	switch len(list) {
	case 0:
		return "nothing, since enum is empty"
	case 1:
	default:
		b.WriteString("one of ")
	}
	for i := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 20 {
			b.WriteString("…")
			break
		}
		b.WriteString(list[i].raw)
	}
	return b.String()
}

func describeToken(kind schemaKind, token []byte) string {
	switch kind {
	case kindString:
		return shown(string(plainString(token[1 : len(token)-1])))
	case kindObject, kindArray:
		return kind.String()
	}
	return string(token[:min(len(token), 40)])
}

func (n *schemaNode) missing(seen uint64) *schemaMismatch {
	var names []string
	for _, name := range n.required {
		if seen&n.members[name].need == 0 {
			names = append(names, name)
		}
	}
	return mismatchf("missing required %s", quotedList(names))
}

func (n *schemaNode) unknown(name []byte) *schemaMismatch {
	if len(n.declared) == 0 {
		return mismatchf("unknown member %s; there are none", shown(string(name)))
	}
	return mismatchf("unknown member %s; known are %s", shown(string(name)), quotedList(n.declared))
}

// errNotJSON is for texts that the frame parser would not have passed.
func errNotJSON() *schemaMismatch { return mismatchf("not JSON") }
