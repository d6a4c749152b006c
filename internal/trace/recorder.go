package trace

import (
	"bytes"
	"slices"
	"sync"
	"time"
)

// A Recorder collects the records of one connection. It is safe for concurrent
// use: the order of the records is the order in which its methods were called.
type Recorder struct {
	mu      sync.Mutex
	began   time.Time
	records []Record
}

// NewRecorder starts the connection's clock.
func NewRecorder() *Recorder { return &Recorder{began: time.Now()} }

// Sent records one write. Call it before the write itself: a peer may answer
// before the write returns. It keeps a copy and returns the record's index.
func (r *Recorder) Sent(data []byte) int {
	return r.add(Record{Kind: Sent, Data: bytes.Clone(data)})
}

// Received records one line, without its newline. It keeps a copy and returns
// the record's index.
func (r *Recorder) Received(line []byte) int {
	return r.add(Record{Kind: Received, Data: bytes.Clone(line)})
}

// Mark records something that happened to the connection and returns the
// record's index.
func (r *Recorder) Mark(note string) int { return r.add(Record{Kind: Mark, Note: note}) }

func (r *Recorder) add(rec Record) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	rec.At = time.Since(r.began)
	r.records = append(r.records, rec)
	return len(r.records) - 1
}

// Records returns what was recorded so far. The slice is the caller's, the
// bytes are shared and must not be changed.
func (r *Recorder) Records() []Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.records)
}

// Elapsed is the time since the connection began.
func (r *Recorder) Elapsed() time.Duration { return time.Since(r.began) }
