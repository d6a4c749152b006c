package server

import (
	"iter"
	"strconv"

	"github.com/go-json-experiment/json"
)

// misfitPlace is where in a text the JSON library met what it could not decode.
type misfitPlace struct {
	path   string // .filter[2].name
	value  []byte // nil if the place is not in the text
	token  []byte // the value, or what the library says of it
	kind   schemaKind
	isName bool // it is the name of the member, not the value
}

// follow finds the place of an error: its JSON pointer does not tell the item 2
// of an array from the member "2" of an object.
func follow(raw []byte, e *json.SemanticError) *misfitPlace {
	b := schemaText(raw)
	at, i := &misfitPlace{}, b.space(0)
	for step := range e.JSONPointer.Tokens() {
		at.isName = false
		switch {
		case i >= 0 && i < len(b) && b[i] == '[':
			at.path += "[" + brief(step) + "]"
			i = b.itemAt(i, step)
		case i >= 0 && i < len(b) && b[i] == '{':
			at.path += memberStep(step)
			i = b.memberAt(i, step)
			at.isName = i >= 0 && e.JSONKind == '"' && e.ByteOffset < int64(i)
		default:
			at.path += memberStep(step)
			i = -1
		}
	}
	if i >= 0 && i < len(b) {
		if end := b.valueEnd(i); end >= 0 {
			at.value = b[i:end]
		}
	}
	at.token, at.kind = at.value, kindAt(byte(e.JSONKind))
	if at.isName || at.value == nil {
		at.token = e.JSONValue
	} else {
		at.kind = kindAt(at.value[0])
	}
	return at
}

// items counts those of an array.
func (at *misfitPlace) items() (n int) {
	for range schemaText(at.value).eachItem(0) {
		n++
	}
	return n
}

// eachItem yields where the items of the array at i start.
func (b schemaText) eachItem(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i = b.space(i + 1); i < len(b) && b[i] != ']'; {
			if !yield(i) {
				return
			}
			if i = b.valueEnd(i); i < 0 {
				return
			}
			if i = b.space(i); i < len(b) && b[i] == ',' {
				i = b.space(i + 1)
			}
		}
	}
}

// itemAt returns where the item of the array at i starts, -1 if there is none.
func (b schemaText) itemAt(i int, index string) int {
	n, err := strconv.Atoi(index)
	for start := range b.eachItem(i) {
		if n == 0 && err == nil {
			return start
		}
		n--
	}
	return -1
}

// memberAt returns where the value of the object at i starts, -1 if there is none.
func (b schemaText) memberAt(i int, name string) int {
	for i++; i >= 0; {
		raw, value, found := b.member(i)
		switch {
		case !found:
			return -1
		case string(plainString(raw)) == name:
			return value
		}
		i = b.valueEnd(value)
	}
	return -1
}
