package trace

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Layout says how Columns prints. The zero value is ready to use.
type Layout struct {
	// Width is the width of the whole picture in characters. Default 120.
	Width int
	// Left and Right are the titles. Default "we sent" and "it sent".
	Left, Right string
	// Rows is how many rows one line may fill before it is cut. Default 6,
	// negative for all of it.
	Rows int
	// Short shortens a line for the eye. Default nil: lines are shown as they
	// are. It must not change what it is given.
	Short func(line []byte) []byte
	// Indent stands before each row.
	Indent string
}

const timeWidth = 10 // "1234.567 s" fits

func (l Layout) withDefaults() Layout {
	if l.Width == 0 {
		l.Width = 120
	}
	if l.Left == "" {
		l.Left = "we sent"
	}
	if l.Right == "" {
		l.Right = "it sent"
	}
	if l.Rows == 0 {
		l.Rows = 6
	}
	return l
}

// Columns prints records as an exchange: times, ours on the left, theirs on the
// right, marks across. Lines that left in one write are joined by a plus sign.
func Columns(w io.Writer, records []Record, layout Layout) error {
	l := layout.withDefaults()
	side := max((l.Width-utf8.RuneCountInString(l.Indent)-timeWidth-3)/2, 20)
	p := picture{w: bufio.NewWriter(w), layout: l, side: side}
	p.row("", l.Left, l.Right)
	p.row(strings.Repeat("-", timeWidth-2), strings.Repeat("-", side), strings.Repeat("-", side))
	for _, r := range records {
		p.record(r)
	}
	return p.w.Flush()
}

type picture struct {
	w      *bufio.Writer
	layout Layout
	side   int // width of a column
}

func (p *picture) record(r Record) {
	at := clock(r.At)
	switch r.Kind {
	case Mark:
		fmt.Fprintf(p.w, "%s%-*s-- %s --\n", p.layout.Indent, timeWidth, at, Printable([]byte(r.Note)))
	case Received:
		for i, text := range p.wrap(r.Data, "< ") {
			p.row(first(i, at), "", text)
		}
	case Sent:
		lead := "> "
		for line := range bytes.SplitSeq(bytes.TrimSuffix(r.Data, []byte("\n")), []byte("\n")) {
			for i, text := range p.wrap(line, lead) {
				p.row(first(i, at), text, "")
			}
			lead, at = "+ ", ""
		}
	}
}

func (p *picture) row(at, left, right string) {
	text := fmt.Sprintf("%s%-*s%-*s | %s", p.layout.Indent, timeWidth, at, p.side, left, right)
	fmt.Fprintln(p.w, strings.TrimRight(text, " "))
}

// wrap cuts a line into rows of the column's width, the first led by lead.
func (p *picture) wrap(line []byte, lead string) []string {
	if p.layout.Short != nil {
		line = p.layout.Short(line)
	}
	text := []rune(Printable(line))
	width := p.side - len(lead)
	var rows []string
	for len(text) > 0 || len(rows) == 0 {
		if len(rows) == p.layout.Rows {
			rows[len(rows)-1] += fmt.Sprintf(" … %d more", len(text))
			break
		}
		n := min(width, len(text))
		if len(rows)+1 == p.layout.Rows && n < len(text) { // room for the ellipsis
			n = max(width-14, 1)
		}
		rows = append(rows, lead+string(text[:n]))
		text, lead = text[n:], "  "
	}
	return rows
}

// Printable keeps broken UTF-8 and whatever could move the terminal from it:
// control characters, the C1 ones too, and marks of direction.
func Printable(line []byte) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(string(line), "\uFFFD"))
}

func first(i int, at string) string {
	if i > 0 {
		return ""
	}
	return at
}

func clock(at time.Duration) string {
	if at < 0 {
		return ""
	}
	return fmt.Sprintf("%.3f s", at.Seconds())
}
