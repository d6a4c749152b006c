package wire

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A Parser turns lines into frames. Its scratch is reused from line to line, so
// that it belongs to one goroutine at a time; the frames do not depend on it.
type Parser struct {
	depth int
	quick quick
	fast  bool // quick reads, not dec
	again envelopeMemo
	dec   jsontext.Decoder
	in    bytes.Buffer
	name  []byte // an escaped name, unescaped
}

// NewParser returns a Parser with limits.MaxDepth.
func NewParser(limits Limits) *Parser { return &Parser{depth: limits.OrDefault().MaxDepth} }

// Parse fills f from line. Malformed lines are frames too: Classify tells.
func (p *Parser) Parse(line Line, f *Frame) {
	*f = Frame{line: line.Text}
	switch {
	case line.Long:
		f.shape, f.line, f.id = tooLong, line.ID, span{0, uint32(len(line.ID))}
	case line.Blank():
	default:
		printable := isPrintable(line.Text)
		if !printable && !utf8.Valid(line.Text) {
			f.shape = notUTF8
		} else if !p.walkQuickly(f, printable) {
			p.parse(f)
		}
	}
}

// The decoder is not strict in our way: it must let escaped lone surrogates
// pass (decisions A9), then takes two of them for one name, and has another
// limit of depth. What it gets wrong is asked again, off the usual path.
func (p *Parser) parse(f *Frame) {
	if deeper(f.line, p.depth) {
		f.shape = tooDeep
		return
	}
	err := p.walk(f, jsontext.AllowDuplicateNames(false))
	if !errors.Is(err, jsontext.ErrDuplicateName) {
		return
	}
	*f = Frame{line: f.line}
	p.survey(f)
	if f.shape == blank {
		p.walk(f, jsontext.AllowDuplicateNames(true))
	}
}

// deeper reports whether more than limit objects and arrays are open at once.
// The line need not be JSON; then the answer does not matter.
func deeper(line []byte, limit int) bool {
	if bytes.Count(line, []byte{'{'})+bytes.Count(line, []byte{'['}) <= limit {
		return false // the usual line, at the speed of memory
	}
	depth, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// open starts the decoder on line. A bytes.Buffer is read in place.
func (p *Parser) open(line []byte, duplicates jsontext.Options) {
	p.in = *bytes.NewBuffer(line)
	p.dec.Reset(&p.in, jsontext.AllowInvalidUTF8(true), duplicates)
}
