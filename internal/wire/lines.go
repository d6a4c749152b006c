package wire

import (
	"bytes"
	"io"
)

const (
	readSize = 64 << 10 // smaller buffers cost more reads than they save
	keepSize = 1 << 20  // a buffer that grew beyond this is not kept for the next line
)

// A Reader cuts a byte stream into lines of bounded length. It belongs to one
// goroutine at a time.
type Reader struct {
	src io.Reader
	max int

	buf    []byte
	start  int   // buf[start:end] is unread
	seen   int   // buf[start:seen] has no newline
	end    int   //
	failed error // what Read returned; told once the buffer is used up
}

// NewReader returns a Reader of src with limits.MaxLine.
func NewReader(src io.Reader, limits Limits) *Reader {
	return &Reader{src: src, max: limits.OrDefault().MaxLine}
}

// Next returns the next line, blank ones included: a caller that holds back
// output while HasLine must get control back for each line it was promised.
// Text is valid until the next call of Next. What the end of input cuts off is
// a line; after it the error is io.EOF. After any other error the part of a
// line that was read is lost.
func (r *Reader) Next() (Line, error) {
	for {
		if r.HasLine() {
			raw := r.buf[r.start:r.seen]
			r.seen++
			r.start = r.seen
			return r.line(raw), nil
		}
		if r.end-r.start > r.max+ornament {
			return r.long()
		}
		if r.failed != nil {
			return r.last()
		}
		r.fill()
	}
}

// HasLine reports whether another whole line is buffered, so that Next will
// not block.
func (r *Reader) HasLine() bool {
	i := bytes.IndexByte(r.buf[r.seen:r.end], '\n')
	if i < 0 {
		r.seen = r.end
		return false
	}
	r.seen += i
	return true
}

// Detach leaves the buffer of the current line to whoever still reads that
// line; the Reader goes on with another. What is unread moves along.
func (r *Reader) Detach() {
	unread := r.buf[r.start:r.end]
	r.buf, r.seen, r.start, r.end = nil, r.seen-r.start, 0, len(unread)
	if len(unread) > 0 {
		r.buf = make([]byte, max(readSize, 2*len(unread)))
		copy(r.buf, unread)
	}
}

func (r *Reader) line(raw []byte) Line {
	text := strip(raw)
	if len(text) <= r.max {
		return Line{Text: text}
	}
	var scan idScan
	scan.feed(text)
	return Line{Long: true, ID: scan.id()}
}

// last returns what the end of input cut off.
func (r *Reader) last() (Line, error) {
	rest := r.buf[r.start:r.end]
	r.start, r.seen = r.end, r.end
	if r.failed == io.EOF && len(rest) > 0 {
		return r.line(rest), nil
	}
	return Line{}, r.failed
}

// long goes through the rest of an over-long line without keeping it.
func (r *Reader) long() (Line, error) {
	var scan idScan
	scan.feed(bytes.TrimPrefix(r.buf[r.start:r.end], byteOrderMark))
	for r.failed == nil {
		r.start, r.seen, r.end = 0, 0, 0
		r.fill()
		if r.HasLine() {
			scan.feed(r.buf[:r.seen])
			r.seen++
			r.start = r.seen
			return Line{Long: true, ID: scan.id()}, nil
		}
		scan.feed(r.buf[:r.end])
	}
	r.start, r.seen = r.end, r.end
	if r.failed != io.EOF {
		return Line{}, r.failed
	}
	return Line{Long: true, ID: scan.id()}, nil
}

// fill makes room and reads once; r.failed says if nothing more will come.
func (r *Reader) fill() {
	r.makeRoom()
	const patience = 100 // as bufio: a Reader that returns nothing and no error is broken
	for range patience {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		if err != nil {
			r.failed = err
			return
		}
		if n > 0 {
			return
		}
	}
	r.failed = io.ErrNoProgress
}

func (r *Reader) makeRoom() {
	unread := r.end - r.start
	switch {
	case unread == 0 && (len(r.buf) == 0 || len(r.buf) > keepSize):
		r.buf = make([]byte, min(readSize, 2*(r.max+ornament+1))) // short lines need no more
	case unread > 0 && len(r.buf)-r.end >= len(r.buf)/4:
		return
	case unread > len(r.buf)*3/4: // moving it would be paid again for little room
		grown := make([]byte, max(min(2*len(r.buf), r.max+ornament+1), len(r.buf)+readSize))
		copy(grown, r.buf[r.start:r.end])
		r.buf = grown
	default:
		copy(r.buf, r.buf[r.start:r.end])
	}
	r.start, r.seen, r.end = 0, r.seen-r.start, unread
}
