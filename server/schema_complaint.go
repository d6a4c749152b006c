package server

import (
	"strings"
)

// complaint rewrites an error of jsonschema-go for a model. The error names a
// chain of schemas, "validating root: validating /properties/a/items: …"; the
// keywords in it that go down into the value are the path that we show.
func complaint(err error) *schemaMismatch {
	schemas, problem := splitChain(err.Error())
	m := &schemaMismatch{problem: reword(problem)}
	for i := len(schemas) - 1; i > 0; i-- {
		if rest, ok := strings.CutPrefix(schemas[i], schemas[i-1]+"/"); ok {
			m.within(valuePath(rest))
		} else if rest, ok := strings.CutPrefix(schemas[i], "/"); ok && i == 1 {
			m.within(valuePath(rest))
		}
		// Otherwise a reference was followed, which stays where it is.
	}
	return m
}

// splitChain separates the schemas from what the last of them says.
func splitChain(text string) (schemas []string, problem string) {
	for {
		rest, ok := strings.CutPrefix(text, "validating ")
		if !ok {
			return schemas, text
		}
		name, rest, ok := strings.Cut(rest, ": ")
		if !ok {
			return schemas, text
		}
		schemas, text = append(schemas, name), rest
	}
}

// valuePath turns the part of a schema's pointer into steps of the value.
func valuePath(pointer string) string {
	var path strings.Builder
	parts := strings.Split(pointer, "/")
	for i := 0; i < len(parts); i++ {
		next := ""
		if i+1 < len(parts) {
			next = parts[i+1]
		}
		switch parts[i] {
		case "properties":
			path.WriteString(memberStep(strings.NewReplacer("~1", "/", "~0", "~").Replace(next)))
			i++
		case "$defs", "definitions", "dependentSchemas", "dependencies":
			i++
		case "prefixItems":
			path.WriteString("[" + next + "]")
			i++
		case "items", "additionalItems", "unevaluatedItems", "contains":
			path.WriteString("[]")
		case "additionalProperties", "unevaluatedProperties":
			path.WriteString(".*")
		case "patternProperties":
			path.WriteString(".*")
			i++
		}
	}
	return path.String()
}

// maxComplaint bounds a complaint in bytes: jsonschema-go prints whole values.
const maxComplaint = 400

// reword says what jsonschema-go says about alternatives without its names for
// schemas, which are all "<anonymous schema>".
func reword(problem string) string {
	lines := strings.Split(problem, "\n")
	head := lines[0]
	switch {
	case strings.HasPrefix(head, "anyOf: "):
		head = "fits none of the alternatives of anyOf"
	case strings.HasPrefix(head, "oneOf: did not"):
		head = "fits none of the alternatives of oneOf"
	case strings.HasPrefix(head, "oneOf: "):
		head = "fits more than one of the alternatives of oneOf"
	case strings.HasPrefix(head, "not: "):
		head = "fits the schema under not, which it must not"
	}
	var b strings.Builder
	b.WriteString(head)
	for i, line := range lines[1:] {
		_, reason := splitChain(line)
		b.WriteString([...]string{": ", "; "}[min(i, 1)])
		b.WriteString(reason)
	}
	text := strings.ReplaceAll(b.String(), "<anonymous schema>", "a schema")
	if len(text) > maxComplaint {
		text = strings.ToValidUTF8(text[:maxComplaint], "") + "…"
	}
	return text
}
