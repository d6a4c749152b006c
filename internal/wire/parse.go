package wire

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A Parser turns lines into frames. Its scratch is reused from line to line, so
// that it belongs to one goroutine at a time; the frames do not depend on it.
type Parser struct {
	depth int
	dec   jsontext.Decoder
	in    bytes.Buffer
	name  []byte // an escaped name, unescaped
}

// NewParser returns a Parser with limits.MaxDepth.
func NewParser(limits Limits) *Parser { return &Parser{depth: limits.orDefault().MaxDepth} }

// Parse fills f from line. Malformed lines are frames too: Classify tells.
func (p *Parser) Parse(line Line, f *Frame) {
	*f = Frame{line: line.Text}
	switch {
	case line.Long:
		f.shape, f.line, f.id = tooLong, line.ID, span{0, uint32(len(line.ID))}
	case line.Blank():
	case !utf8.Valid(line.Text):
		f.shape = notUTF8
	default:
		p.parse(f)
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

// walk goes over the line once and fills f. After an error f is notJSON.
func (p *Parser) walk(f *Frame, duplicates jsontext.Options) error {
	p.open(f.line, duplicates)
	var err error
	switch p.dec.PeekKind() {
	case '{':
		f.shape, err = object, p.message(f)
	case '[':
		f.shape = array
		_, err = p.dec.ReadValue()
	default:
		f.shape = scalar
		_, err = p.dec.ReadValue()
	}
	if err == nil {
		err = p.nothingLeft()
	}
	if err != nil {
		*f = Frame{line: f.line, shape: notJSON, where: uint32(p.dec.InputOffset())}
	}
	return err
}

var errSecondValue = errors.New("wire: more than one JSON value on a line")

func (p *Parser) nothingLeft() error {
	switch _, err := p.dec.ReadToken(); err {
	case io.EOF:
		return nil
	case nil:
		return errSecondValue
	default:
		return err
	}
}

// message walks the top level.
func (p *Parser) message(f *Frame) error {
	_, err := p.members(func(name []byte) (err error) {
		switch string(name) {
		case "jsonrpc":
			var s span
			if s, err = p.value(); err == nil && string(f.text(s)) == "2.0" {
				f.marks |= versionTwo
			}
		case "id":
			f.id, err = p.value()
		case "method":
			f.method, err = p.value()
		case "params":
			err = p.params(f)
		case "result":
			f.result, err = p.value()
		case "error":
			f.failure, err = p.value()
		default:
			_, err = p.value()
		}
		return err
	})
	return err
}

// members walks the object that is next and returns where it is; member reads
// one value.
func (p *Parser) members(member func(name []byte) error) (span, error) {
	if _, err := p.dec.ReadToken(); err != nil {
		return span{}, err
	}
	from := uint32(p.dec.InputOffset()) - 1
	for p.dec.PeekKind() == '"' {
		name, err := p.readName()
		if err != nil {
			return span{}, err
		}
		if err := member(name); err != nil {
			return span{}, err
		}
	}
	_, err := p.dec.ReadToken() // the end, or what is wrong instead
	return span{from, uint32(p.dec.InputOffset())}, err
}

// readName reads a member's name, unescaped. It is valid until the next call.
func (p *Parser) readName() ([]byte, error) {
	literal, err := p.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	if inner := literal[1 : len(literal)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return inner, nil
	}
	p.name, _ = appendText(p.name[:0], literal)
	return p.name, nil
}

// value reads the next value, whatever it is.
func (p *Parser) value() (span, error) {
	v, err := p.dec.ReadValue()
	if err != nil {
		return span{}, err
	}
	end := uint32(p.dec.InputOffset())
	return span{end - uint32(len(v)), end}, nil
}
