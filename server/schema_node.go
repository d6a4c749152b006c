package server

// schemaNode is the part of a schema that a walk over the text can judge:
// type, enum, const, minimum, maximum, properties, required,
// additionalProperties, items, minItems and maxItems. The zero node accepts everything. Every
// keyword of a schema must hold, so what a node refuses is refused whatever
// else the schema says.
type schemaNode struct {
	kinds    schemaKind // 0: any
	never    bool       // the schema false
	enum     [][]schemaScalar
	minimum  *schemaNumber
	maximum  *schemaNumber
	items    *schemaNode
	minItems *schemaNumber
	maxItems *schemaNumber
	fallback []byte // the value of default, nil if there is none

	members  map[string]*schemaMember
	declared []string // names of properties, as the schema has them
	required []string
	need     uint64      // one bit for each required member
	others   *schemaNode // of members that are not declared; nil: anything
	isObject bool        // the walk must look into objects
	isArray  bool        // and into arrays
}

// schemaMember is what a node knows of one name.
type schemaMember struct {
	node *schemaNode // nil if the name is only required
	need uint64      // its bit if it is required
}

// walk judges the value at i and returns the index behind it.
func (n *schemaNode) walk(b schemaText, i int) (int, *schemaMismatch) {
	if i >= len(b) {
		return 0, errNotJSON()
	}
	kind := kindAt(b[i])
	if m := n.admit(b, i, kind); m != nil {
		return 0, m
	}
	end, m := n.descend(b, i, kind)
	if m != nil {
		return 0, m
	}
	if n.enum == nil && (kind != kindNumber || n.minimum == nil && n.maximum == nil) {
		return end, nil
	}
	return end, n.compare(kind, b[i:end])
}

// admit judges by the type alone.
func (n *schemaNode) admit(b schemaText, i int, kind schemaKind) *schemaMismatch {
	switch {
	case kind == 0:
		return errNotJSON()
	case n.never:
		return mismatchf("must be left out")
	case n.kinds == 0 || n.kinds&kind != 0:
		return nil
	case kind != kindNumber:
		return mismatchf("expected %v, got %v", n.kinds, kind)
	case n.kinds&kindInteger == 0:
		return mismatchf("expected %v, got number", n.kinds)
	}
	end := b.numberEnd(i)
	if end < 0 {
		return errNotJSON()
	}
	if !parseSchemaNumber(b[i:end]).isInteger() {
		return mismatchf("expected %v, got number %.40s", n.kinds, b[i:end])
	}
	return nil
}

func (n *schemaNode) descend(b schemaText, i int, kind schemaKind) (int, *schemaMismatch) {
	switch {
	case kind == kindObject && n.isObject:
		return n.walkObject(b, i+1)
	case kind == kindArray && n.isArray:
		return n.walkArray(b, i+1)
	}
	if end := b.valueEnd(i); end >= 0 {
		return end, nil
	}
	return 0, errNotJSON()
}

func (n *schemaNode) walkObject(b schemaText, i int) (int, *schemaMismatch) {
	var seen uint64
	for {
		name, value, found := b.member(i)
		if !found {
			if value < 0 {
				return 0, errNotJSON()
			}
			if seen&n.need != n.need {
				return 0, n.missing(seen)
			}
			return value + 1, nil
		}
		member := n.members[string(plainString(name))]
		node := n.others
		if member != nil {
			seen |= member.need
			if member.node != nil {
				node = member.node
			}
		}
		var m *schemaMismatch
		if node == nil {
			if i = b.valueEnd(value); i < 0 {
				m = errNotJSON()
			}
		} else if node.never && node == n.others {
			return 0, n.unknown(plainString(name))
		} else {
			i, m = node.walk(b, value)
		}
		if m != nil {
			return 0, m.within(memberStep(string(plainString(name))))
		}
	}
}

func (n *schemaNode) walkArray(b schemaText, i int) (int, *schemaMismatch) {
	for count := 0; ; count++ {
		i = b.space(i)
		if i < len(b) && b[i] == ',' {
			i = b.space(i + 1)
		}
		if i < len(b) && b[i] == ']' {
			return i + 1, n.countItems(count)
		}
		var m *schemaMismatch
		if n.items != nil {
			i, m = n.items.walk(b, i)
		} else if i = b.valueEnd(i); i < 0 {
			m = errNotJSON()
		}
		if m != nil {
			return 0, m.within(itemStep(count))
		}
	}
}
