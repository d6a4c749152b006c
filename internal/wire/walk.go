package wire

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// walkQuickly fills f from a line that holds no surprise; otherwise it reports
// false and leaves f as it was.
func (p *Parser) walkQuickly(f *Frame, printable bool) bool {
	p.quick.start(f.line, printable, p.depth)
	if p.quick.peek() != '{' {
		return false
	}
	p.fast = true
	f.bare = p.quick.bare
	err := p.message(f)
	p.fast = false
	if err != nil || p.quick.peek() != 0 || p.quick.i != len(f.line) {
		*f = Frame{line: f.line}
		return false
	}
	f.shape = object
	return true
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
	if p.fast {
		return p.quick.members(member)
	}
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

// peek is the kind of the next value.
func (p *Parser) peek() jsontext.Kind {
	if p.fast {
		return jsontext.Kind(p.quick.peek())
	}
	return p.dec.PeekKind()
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
	if p.fast {
		return p.quick.value()
	}
	v, err := p.dec.ReadValue()
	if err != nil {
		return span{}, err
	}
	end := uint32(p.dec.InputOffset())
	return span{end - uint32(len(v)), end}, nil
}
