package wire

import "github.com/go-json-experiment/json/jsontext"

// survey goes over a line that has a duplicate name, or what the decoder takes
// for one. It costs one map entry a name, however many an object has. If the
// line is in order after all, f stays as it was.
func (p *Parser) survey(f *Frame) {
	p.open(f.line, jsontext.AllowDuplicateNames(true))
	s := survey{names: map[memberName]struct{}{}}
	top := p.dec.PeekKind()
	for first := true; first || p.dec.StackDepth() > 0; first = false {
		if err := s.token(p); err != nil {
			f.shape, f.where = notJSON, uint32(p.dec.InputOffset())
			return
		}
	}
	switch {
	case p.nothingLeft() != nil:
		f.shape, f.where = notJSON, uint32(p.dec.InputOffset())
	case s.duplicate && top == '[': // its elements are judged one by one, if at all
		f.shape = array
	case s.duplicate:
		f.shape, f.marks = object, duplicateName
		if s.ids == 1 {
			f.id = s.id
		}
	}
}

type survey struct {
	opened    int   // objects and arrays so far
	open      []int // their numbers, outermost first
	names     map[memberName]struct{}
	duplicate bool
	ids       int  // top-level members "id"
	id        span // the last of them that is a string or a number
}

type memberName struct {
	object int
	name   string
}

// token reads one token, or a name together with a plain value behind it.
func (s *survey) token(p *Parser) error {
	kind, length := p.dec.StackIndex(p.dec.StackDepth())
	next := p.dec.PeekKind()
	if kind == '{' && length%2 == 0 && next == '"' {
		return s.member(p)
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return err
	}
	switch next {
	case '{', '[':
		s.open = append(s.open, s.opened)
		s.opened++
	case '}', ']':
		s.open = s.open[:len(s.open)-1]
	}
	return nil
}

func (s *survey) member(p *Parser) error {
	literal, err := p.dec.ReadValue()
	if err != nil {
		return err
	}
	said, _ := appendText(p.name[:0], literal)
	p.name = said
	name := memberName{s.open[len(s.open)-1], string(said)}
	if !s.duplicate {
		_, s.duplicate = s.names[name]
		s.names[name] = struct{}{}
	}
	if name.object != 0 || name.name != "id" {
		return nil
	}
	s.ids++
	if next := p.dec.PeekKind(); next != '"' && next != '0' {
		return nil
	}
	s.id, err = p.value()
	return err
}
