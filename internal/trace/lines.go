package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"
	"unicode/utf8"
)

// ErrLine is what ReadLines wraps for a line that is no record.
var ErrLine = errors.New("trace: not a record")

// MaxLine is the longest line that ReadLines accepts, in bytes.
const MaxLine = 64 << 20

// line is a Record as JSON. Exactly one of the last five is set; the base64
// members carry what is no UTF-8. The standard library's JSON is enough here:
// these are our own lines, and this package imports nothing of the module.
type line struct {
	Ms         *float64 `json:"ms,omitempty"` // since the connection began; absent: no time
	Sent       *string  `json:"sent,omitempty"`
	Received   *string  `json:"received,omitempty"`
	Mark       *string  `json:"mark,omitempty"`
	SentRaw    []byte   `json:"sentBase64,omitempty"`
	ReceiveRaw []byte   `json:"receivedBase64,omitempty"`
}

// WriteLines writes records as JSON lines.
func WriteLines(w io.Writer, records []Record) error {
	buf := bufio.NewWriter(w)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	for _, r := range records {
		if err := enc.Encode(lineOf(r)); err != nil {
			return fmt.Errorf("trace: writing a record: %w", err)
		}
	}
	return buf.Flush()
}

func lineOf(r Record) line {
	var l line
	if r.At >= 0 {
		ms := float64(r.At.Microseconds()) / 1000
		l.Ms = &ms
	}
	text := string(r.Data)
	switch {
	case r.Kind == Mark:
		l.Mark = &r.Note
	case r.Kind == Sent && utf8.Valid(r.Data):
		l.Sent = &text
	case r.Kind == Sent:
		l.SentRaw = r.Data
	case utf8.Valid(r.Data):
		l.Received = &text
	default:
		l.ReceiveRaw = r.Data
	}
	return l
}

// ReadLines reads what WriteLines wrote, to the end. Times come back rounded to
// microseconds. It returns ErrLine, with the line's number, for anything else.
func ReadLines(r io.Reader) ([]Record, error) {
	var records []Record
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, MaxLine)
	for n := 1; scan.Scan(); n++ {
		if len(scan.Bytes()) == 0 {
			continue
		}
		rec, err := recordOf(scan.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrLine, n, err)
		}
		records = append(records, rec)
	}
	return records, scan.Err()
}

func recordOf(text []byte) (Record, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return Record{}, err
	}
	var all []Record
	add := func(kind Kind, set bool, data []byte) {
		if set {
			all = append(all, Record{Kind: kind, Data: data})
		}
	}
	add(Sent, l.Sent != nil, bytesOf(l.Sent))
	add(Sent, l.SentRaw != nil, l.SentRaw)
	add(Received, l.Received != nil, bytesOf(l.Received))
	add(Received, l.ReceiveRaw != nil, l.ReceiveRaw)
	if l.Mark != nil {
		all = append(all, Record{Kind: Mark, Note: *l.Mark})
	}
	if len(all) != 1 {
		return Record{}, errors.New("want exactly one of sent, received and mark")
	}
	rec := all[0]
	rec.At = Untimed
	if l.Ms != nil {
		if *l.Ms < 0 || *l.Ms > math.MaxInt64/1e6 {
			return Record{}, fmt.Errorf("%v is no time in milliseconds", *l.Ms)
		}
		rec.At = time.Duration(math.Round(*l.Ms*1000)) * time.Microsecond
	}
	return rec, nil
}

func bytesOf(s *string) []byte {
	if s == nil {
		return nil
	}
	return []byte(*s)
}
