package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
)

// quick reads the usual line: JSON without surprises, at the speed of memory
// where strings are long. It accepts only what is valid JSON without duplicate
// names; whatever it is not sure about, mistakes, escaped names and very large
// objects included, it gives up on, and the decoder of jsontext decides.
type quick struct {
	in    []byte
	i     int
	names []span // of the objects that are open, innermost last
	bare  bool   // printable ASCII without a backslash: a string ends at the next quote
	depth int    // objects and arrays that are open
	limit int    // see Limits.MaxDepth
	lax   bool   // names may be double, escaped and many
}

// start begins with a line; printable says that it is printable ASCII.
func (q *quick) start(line []byte, printable bool, limit int) {
	q.in, q.i, q.names, q.depth, q.limit = line, 0, q.names[:0], 0, limit
	q.bare = printable && bytes.IndexByte(line, '\\') < 0
}

// errUnsure: the decoder has to look at this line.
var errUnsure = errors.New("wire: not the usual line")

// shortText is how far a quote is looked for without bytes.IndexByte, which
// pays off from some dozen bytes on; names are shorter.
const shortText = 24

// maxQuickNames bounds the members of an object whose names are compared with
// each other.
const maxQuickNames = 48

func (q *quick) space() {
	for q.i < len(q.in) {
		switch q.in[q.i] {
		case ' ', '\t', '\r', '\n':
			q.i++
		default:
			return
		}
	}
}

// peek is the first byte of the next token, 0 at the end.
func (q *quick) peek() byte {
	q.space()
	if q.i < len(q.in) {
		return q.in[q.i]
	}
	return 0
}

// value skips the next value and returns where it is.
func (q *quick) value() (span, error) {
	c := q.peek()
	from := q.i
	ok := false
	switch {
	case c == '"':
		ok = q.text()
	case c == '{':
		return q.members(func([]byte) error { _, err := q.value(); return err })
	case c == '[':
		ok = q.elements()
	case c == '-' || '0' <= c && c <= '9':
		ok = q.number()
	case c == 't':
		ok = q.word("true")
	case c == 'f':
		ok = q.word("false")
	case c == 'n':
		ok = q.word("null")
	}
	if !ok {
		return span{}, errUnsure
	}
	return span{uint32(from), uint32(q.i)}, nil
}

func (q *quick) word(w string) bool {
	if len(q.in)-q.i < len(w) || string(q.in[q.i:q.i+len(w)]) != w {
		return false
	}
	q.i += len(w)
	return true
}

// text skips a string: to the next quote, looking at eight bytes at a time.
func (q *quick) text() bool {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	in, i := q.in, q.i+1
	if q.bare {
		for n := 0; n < shortText && i+8 <= len(in); n += 8 {
			quote := binary.LittleEndian.Uint64(in[i:]) ^ '"'*ones
			if hit := (quote - ones) &^ quote & highs; hit != 0 {
				q.i = i + bits.TrailingZeros64(hit)/8 + 1
				return true
			}
			i += 8
		}
		n := bytes.IndexByte(in[i:], '"')
		q.i = i + n + 1
		return n >= 0
	}
	for {
		for i+8 <= len(in) {
			v := binary.LittleEndian.Uint64(in[i:])
			quote, escape := v^'"'*ones, v^'\\'*ones
			// The lowest high bit marks the first byte that is a quote, a
			// backslash or a control character. A byte over 0x7F is none.
			hit := ((v - ' '*ones) | (quote - ones) | (escape - ones)) &^ v & highs
			if hit != 0 {
				i += bits.TrailingZeros64(hit) / 8
				break
			}
			i += 8
		}
		if i >= len(in) {
			return false
		}
		switch c := in[i]; {
		case c == '"':
			q.i = i + 1
			return true
		case c == '\\':
			n := escapeLen(in[i:])
			if n == 0 {
				return false
			}
			i += n
		case c < ' ':
			return false
		default:
			i++
		}
	}
}

// escapeLen is the length of the escape at the start of in, 0 if it is none.
func escapeLen(in []byte) int {
	if len(in) < 2 {
		return 0
	}
	switch in[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(in); ok {
			return 6
		}
	}
	return 0
}

func (q *quick) digits() bool {
	from := q.i
	for q.i < len(q.in) && '0' <= q.in[q.i] && q.in[q.i] <= '9' {
		q.i++
	}
	return q.i > from
}

func (q *quick) at(c byte) bool { return q.i < len(q.in) && q.in[q.i] == c }

func (q *quick) number() bool {
	if q.at('-') {
		q.i++
	}
	if q.at('0') {
		q.i++
	} else if !q.digits() {
		return false
	}
	if q.at('.') {
		q.i++
		if !q.digits() {
			return false
		}
	}
	if q.at('e') || q.at('E') {
		q.i++
		if q.at('+') || q.at('-') {
			q.i++
		}
		if !q.digits() {
			return false
		}
	}
	return true
}

func (q *quick) elements() bool {
	if q.depth++; q.depth > q.limit {
		return false
	}
	q.i++
	if q.peek() == ']' {
		return q.end()
	}
	for {
		if _, err := q.value(); err != nil {
			return false
		}
		switch q.peek() {
		case ',':
			q.i++
		case ']':
			return q.end()
		default:
			return false
		}
	}
}

// end closes an object or an array.
func (q *quick) end() bool {
	q.i++
	q.depth--
	return true
}

// members walks the object that is next; member reads one value.
func (q *quick) members(member func(name []byte) error) (span, error) {
	from, base := q.i, len(q.names)
	if q.depth++; q.depth > q.limit {
		return span{}, errUnsure
	}
	q.i++
	if q.peek() == '}' {
		q.end()
		return span{uint32(from), uint32(q.i)}, nil
	}
	for {
		name, ok := q.memberName(base)
		if !ok {
			return span{}, errUnsure
		}
		if err := member(name); err != nil {
			return span{}, err
		}
		switch q.peek() {
		case ',':
			q.i++
			q.space()
		case '}':
			q.end()
			q.names = q.names[:base]
			return span{uint32(from), uint32(q.i)}, nil
		default:
			return span{}, errUnsure
		}
	}
}

// memberName reads a name and the colon behind it, and compares it with those
// that the object has already.
func (q *quick) memberName(base int) ([]byte, bool) {
	if !q.at('"') {
		return nil, false
	}
	from := q.i + 1
	if !q.text() {
		return nil, false
	}
	name := q.in[from : q.i-1]
	if !q.lax && (!q.bare && bytes.IndexByte(name, '\\') >= 0 || len(q.names)-base >= maxQuickNames) {
		return nil, false
	}
	if q.lax {
		base = len(q.names) // compare with none
	}
	for _, s := range q.names[base:] {
		if string(q.in[s.from:s.to]) == string(name) {
			return nil, false
		}
	}
	q.names = append(q.names, span{uint32(from), uint32(q.i - 1)})
	if q.peek() != ':' {
		return nil, false
	}
	q.i++
	return name, true
}
