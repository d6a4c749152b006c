package proc

import (
	"bytes"
	"sync"
)

// tail keeps the last bytes it was given.
type tail struct {
	mu   sync.Mutex
	size int
	buf  []byte // up to twice size, so that most additions move nothing
}

func newTail(size int) *tail { return &tail{size: max(size, 0)} }

func (t *tail) add(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b = lastOf(b, t.size)
	if len(t.buf)+len(b) > 2*t.size {
		n := copy(t.buf, lastOf(t.buf, t.size-len(b)))
		t.buf = t.buf[:n]
	}
	t.buf = append(t.buf, b...)
}

func (t *tail) bytes() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Clone(lastOf(t.buf, t.size))
}

func lastOf(b []byte, n int) []byte { return b[max(0, len(b)-n):] }
