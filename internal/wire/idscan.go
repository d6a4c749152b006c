package wire

import "bytes"

const (
	maxScanName = len(`"\u0069\u0064"`) // the longest way to write "id"
	maxScanID   = 1 << 10               // bytes of an id token that an over-long line may have
)

// idScan looks for the top-level "id" of an over-long line in constant memory
// (decisions C8). It is no validator: it follows strings, escapes and depth,
// which is enough not to be fooled by what is nested or quoted.
type idScan struct {
	depth    int
	inString bool
	escaped  bool
	inName   bool // a top-level name is next, or is being read
	isID     bool // the name before the value is "id"
	dead     bool // no object, or something after it
	found    int  // top-level values named "id"

	token []byte // the name or the id being read, up to one byte over its bound
	kept  []byte // the id
}

// id returns the id, or nil if there is none, more than one, or no legal one.
func (s *idScan) id() []byte {
	if s.dead || s.found != 1 || !validID(s.kept) {
		return nil
	}
	return s.kept
}

func (s *idScan) feed(part []byte) {
	for i := 0; i < len(part) && !s.dead; i++ {
		c := part[i]
		switch {
		case s.inString:
			s.text(c)
		case s.depth == 0:
			s.outside(c)
		default:
			s.inside(c)
		}
	}
}

func (s *idScan) outside(c byte) {
	switch {
	case isSpace(c):
	case c == '{' && s.token == nil: // token is non-nil once the object has begun
		s.depth, s.inName, s.token = 1, true, make([]byte, 0, 16)
	default:
		s.dead = true
	}
}

func (s *idScan) inside(c byte) {
	top := s.depth == 1
	switch c {
	case '"':
		s.endToken()
		s.inString = true
		if top {
			s.token = append(s.token[:0], c)
		}
	case '{', '[':
		if top && s.isID {
			s.found, s.kept = s.found+1, nil
		}
		s.depth++
	case '}', ']':
		s.endToken()
		s.depth--
	case ',':
		s.endToken()
		if top {
			s.inName, s.isID = true, false
		}
	case ':':
		if top {
			name, ok := appendText(nil, s.token)
			s.isID = ok && string(name) == "id"
			s.inName, s.token = false, s.token[:0]
		}
	case ' ', '\t', '\r':
		s.endToken()
	default:
		if top && s.isID {
			s.keep(c, maxScanID)
		}
	}
}

// text takes a byte inside a string.
func (s *idScan) text(c byte) {
	if s.depth == 1 {
		if s.inName {
			s.keep(c, maxScanName)
		} else if s.isID {
			s.keep(c, maxScanID)
		}
	}
	switch {
	case s.escaped:
		s.escaped = false
	case c == '\\':
		s.escaped = true
	case c == '"':
		s.inString = false
		if s.depth == 1 && !s.inName {
			s.endToken()
		}
	}
}

// endToken ends the value of an "id", if that is what is being read.
func (s *idScan) endToken() {
	if s.depth != 1 || !s.isID || len(s.token) == 0 {
		return
	}
	s.found++
	if s.kept = nil; len(s.token) <= maxScanID {
		s.kept = bytes.Clone(s.token)
	}
	s.token = s.token[:0]
}

// keep appends c as long as the token can still be what is looked for.
func (s *idScan) keep(c byte, bound int) {
	if len(s.token) <= bound {
		s.token = append(s.token, c)
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
