package serve

import "sync"

// maxPooled is the largest buffer that goes back to the pool; smaller caps
// throw the 64 KB answers away and cost two to three times the CPU.
const maxPooled = 256 << 10

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 2048); return &b }}

// Buffer returns an empty buffer for one frame. It goes back by itself once the
// frame is written, discarded or taken back.
func Buffer() *[]byte { return buffers.Get().(*[]byte) }

func recycle(b *[]byte) {
	if cap(*b) > maxPooled {
		return
	}
	*b = (*b)[:0]
	buffers.Put(b)
}
