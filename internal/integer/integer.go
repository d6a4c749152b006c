// Package integer has the integers of JSON by their value: 1000, 1e3 and 1000.0
// are one integer, in an id and in a payload.
package integer

// Limits of a number token that is looked at (decisions A4).
const (
	maxDigits   = 128 // bytes of the token
	maxExponent = 64  // of either sign
)

// An Integer is a number token that has an integer value: the digits of whole
// and frac, read as one number, times ten to the power of shift.
type Integer struct {
	negative    bool
	whole, frac []byte
	shift       int
}

// Append appends the value of a number token in plain decimal digits: 1000
// for 1e3, 0 for -0.0. It returns false, with dst as it was, for what is no
// integer, and for tokens of more than 128 bytes or with an exponent beyond ±64:
// so it appends at most 194 bytes.
func Append(dst, token []byte) ([]byte, bool) {
	n, ok := Parse(token)
	if !ok {
		return dst, false
	}
	return n.Append(dst), true
}

// Parse takes a number token apart. It returns false for what is no number of the
// JSON grammar, for a number that is no integer, and beyond the limits.
func Parse(raw []byte) (n Integer, ok bool) {
	if len(raw) > maxDigits {
		return n, false
	}
	rest := raw
	if len(rest) > 0 && rest[0] == '-' {
		n.negative, rest = true, rest[1:]
	}
	n.whole, rest = cutDigits(rest)
	if len(n.whole) == 0 || len(n.whole) > 1 && n.whole[0] == '0' {
		return n, false
	}
	if len(rest) == 0 && n.whole[0] != '0' {
		return n, true // the usual id
	}
	if len(rest) > 0 && rest[0] == '.' {
		if n.frac, rest = cutDigits(rest[1:]); len(n.frac) == 0 {
			return n, false
		}
	}
	exponent, ok := parseExponent(rest)
	if !ok {
		return n, false
	}
	n.shift = exponent - len(n.frac)
	return n.trim()
}

// parseExponent reads "", "e5", "E+05" or "e-5", within ±maxExponent.
func parseExponent(in []byte) (int, bool) {
	if len(in) == 0 {
		return 0, true
	}
	if in[0]|0x20 != 'e' {
		return 0, false
	}
	in = in[1:]
	negative := len(in) > 0 && in[0] == '-'
	if negative || len(in) > 0 && in[0] == '+' {
		in = in[1:]
	}
	digits, rest := cutDigits(in)
	if len(digits) == 0 || len(rest) > 0 {
		return 0, false
	}
	exponent := 0
	for _, c := range digits {
		if exponent = 10*exponent + int(c-'0'); exponent > maxExponent {
			return 0, false
		}
	}
	if negative {
		exponent = -exponent
	}
	return exponent, true
}

// trim takes zeros off both ends and returns false if digits remain behind the
// decimal point.
func (n Integer) trim() (Integer, bool) {
	for len(n.frac) > 0 && n.frac[len(n.frac)-1] == '0' {
		n.frac, n.shift = n.frac[:len(n.frac)-1], n.shift+1
	}
	for len(n.frac) == 0 && len(n.whole) > 0 && n.whole[len(n.whole)-1] == '0' && n.shift < 0 {
		n.whole, n.shift = n.whole[:len(n.whole)-1], n.shift+1
	}
	for len(n.whole) > 0 && n.whole[0] == '0' {
		n.whole = n.whole[1:]
	}
	for len(n.whole) == 0 && len(n.frac) > 0 && n.frac[0] == '0' {
		n.frac = n.frac[1:]
	}
	if len(n.whole) == 0 && len(n.frac) == 0 {
		return n, true // zero, whatever its sign and exponent
	}
	return n, n.shift >= 0
}

// Append appends n in plain decimal digits.
func (n Integer) Append(dst []byte) []byte {
	if len(n.whole) == 0 && len(n.frac) == 0 {
		return append(dst, '0')
	}
	if n.negative {
		dst = append(dst, '-')
	}
	dst = append(append(dst, n.whole...), n.frac...)
	for range n.shift {
		dst = append(dst, '0')
	}
	return dst
}

// cutDigits splits in after its leading decimal digits.
func cutDigits(in []byte) (digits, rest []byte) {
	i := 0
	for i < len(in) && '0' <= in[i] && in[i] <= '9' {
		i++
	}
	return in[:i], in[i:]
}
