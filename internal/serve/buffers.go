package serve

import "sync"

// minPooled is what a buffer has to begin with. maxPooled is the largest buffer
// that goes back to the pool; smaller caps throw the 64 KB answers away and cost
// two to three times the CPU.
const minPooled, maxPooled = 2 << 10, 256 << 10

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, minPooled); return &b }}

// Buffer returns an empty buffer for one frame. It goes back by itself once the
// frame is written, discarded or taken back.
func Buffer() *[]byte { return buffers.Get().(*[]byte) }

func recycle(b *[]byte) {
	if cap(*b) < minPooled || cap(*b) > maxPooled {
		return
	}
	*b = (*b)[:0]
	buffers.Put(b)
}
