package wire

import "encoding/binary"

// isPrintable reports whether b is ASCII from the space on, which most lines
// are: then it is UTF-8, and no string in it has a raw control character.
func isPrintable(b []byte) bool {
	const (
		spaces = 0x2020202020202020
		highs  = 0x8080808080808080
	)
	var bad uint64
	for len(b) >= 32 {
		v0, v1 := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
		v2, v3 := binary.LittleEndian.Uint64(b[16:]), binary.LittleEndian.Uint64(b[24:])
		// A byte under the space borrows and sets its high bit; one over 0x7F
		// has it. A borrow can only spread to bytes behind a bad one.
		bad = v0 | v1 | v2 | v3 | (v0 - spaces) | (v1 - spaces) | (v2 - spaces) | (v3 - spaces)
		if bad&highs != 0 {
			return false
		}
		b = b[32:]
	}
	for _, c := range b {
		if c < ' ' || c >= 0x80 {
			return false
		}
	}
	return true
}
