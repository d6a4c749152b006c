package main

import (
	"io"
	"sync"
	"time"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/internal/trace"
)

// A tracer writes frames as they come, so that nothing is missing when the
// program is killed.
type tracer struct {
	mu    sync.Mutex
	w     io.Writer
	began time.Time
}

func newTracer(w io.Writer) *tracer { return &tracer{w: w, began: time.Now()} }

func (t *tracer) option() client.Option {
	return client.Trace(func(b []byte) { t.record(trace.Sent, b) }, func(b []byte) { t.record(trace.Received, b) })
}

// record writes one record. A trace that cannot be written does not stop the
// conversation.
func (t *tracer) record(kind trace.Kind, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = trace.WriteLines(t.w, []trace.Record{{At: time.Since(t.began), Kind: kind, Data: data}})
}
