package wire

import "bytes"

// A Line is what stood between two newlines, or before the end of input.
type Line struct {
	// Text is the line without its end (CRLF or LF) and without a byte order
	// mark. It is nil for a Long line.
	Text []byte
	// Long: the line is over the limit; nothing of it was kept but ID.
	Long bool
	// ID is the id of a Long line, as the peer wrote it, if the line has exactly
	// one member "id" at its top level and that is a legal id (decisions C8).
	// Nothing else of the line was checked.
	ID []byte
}

// Blank reports whether the line holds nothing but white space (ladder row 1).
func (l Line) Blank() bool {
	for _, c := range l.Text {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return !l.Long
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// ornament is how many bytes strip can take away: a byte order mark and a CR.
const ornament = 4

func strip(raw []byte) []byte {
	return bytes.TrimPrefix(bytes.TrimSuffix(raw, []byte("\r")), byteOrderMark)
}
