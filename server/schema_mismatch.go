package server

import (
	"fmt"
	"strconv"
	"strings"
)

// schemaMismatch says where a value does not fit its schema and what to do
// about it. It is written for a model, which reads it as the text of an isError
// result and repairs its call (S-TOOL-10): so it names the member, what is
// expected there and what came.
type schemaMismatch struct {
	path    string // arguments.filter[2].name
	problem string
}

func (m *schemaMismatch) Error() string { return m.path + ": " + m.problem }

// within puts the step in front of the path, on the way out of the walk.
func (m *schemaMismatch) within(step string) *schemaMismatch {
	m.path = step + m.path
	return m
}

func mismatchf(format string, args ...any) *schemaMismatch {
	return &schemaMismatch{problem: fmt.Sprintf(format, args...)}
}

// memberStep is .name, or ["a name"] for one that is no word or a long one.
func memberStep(name string) string {
	if len(name) > 64 {
		return "[" + shown(name) + "]"
	}
	for i, r := range name {
		letter := r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return "[" + shown(name) + "]"
		}
	}
	if name == "" {
		return `[""]`
	}
	return "." + name
}

func itemStep(i int) string { return "[" + strconv.Itoa(i) + "]" }

// shown quotes what came from the other side, at most 64 bytes of it.
func shown(s string) string {
	if len(s) > 64 {
		s = strings.ToValidUTF8(s[:64], "") + "…"
	}
	return strconv.Quote(s)
}

// brief is shown without the quotes: a message is one short sentence, whatever the
// other side has sent (S-RESP-9).
func brief(s string) string {
	quoted := shown(s)
	return quoted[1 : len(quoted)-1]
}

// quotedList is "a", "b", "c"; beyond ten it ends in an ellipsis.
func quotedList(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 10 {
			b.WriteString("…")
			break
		}
		b.WriteString(shown(name))
	}
	return b.String()
}
