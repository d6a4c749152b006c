package serve

import (
	"slices"
	"sync/atomic"

	"github.com/eralock/eralock/machine"
)

// entry is one frame that waits to be written.
type entry struct {
	buf    *[]byte
	ref    machine.Ref
	listen *listener // the listen it is an event of
	event  Occasion
	pinned bool // carried the era's lock: never taken back
	final  bool // the last frame of ref
	group  *group
}

// outbox holds frames, not bytes, so that a cancel can still take its request's
// unsent frames out. Taking back is a mark by slot and position: the writer
// skips what lies before the mark, and nothing is scanned under the lock.
type outbox struct {
	entries []entry
	spare   []entry
	first   uint64   // position of entries[0]
	marks   []uint64 // by slot: frames before this position are taken back
	bytes   atomic.Int64
	held    atomic.Int64 // memory, which for short frames is more
}

func (o *outbox) empty() bool { return len(o.entries) == 0 }

// add queues a frame. roomy is how much may be held in buffers that are longer
// than what is in them: beyond that the frame gets one of its size.
func (o *outbox) add(e entry, roomy int) {
	if o.held.Load() > int64(roomy) && cap(*e.buf) > 2*len(*e.buf) {
		exact := slices.Clip(slices.Clone(*e.buf))
		recycle(e.buf)
		e.buf = &exact
	}
	o.entries = append(o.entries, e)
	o.bytes.Add(int64(len(*e.buf)))
	o.held.Add(e.memory())
}

// frameMemory is about what a frame that waits holds beside its bytes: the entry
// here, and the record of its request, whose id is in use until it is written.
const frameMemory = 256

func (e *entry) memory() int64 { return int64(cap(*e.buf)) + frameMemory }

// retract takes back the frames of ref that are not pinned.
func (o *outbox) retract(ref machine.Ref) {
	slot := ref.Slot()
	for slot >= len(o.marks) {
		o.marks = append(o.marks, 0)
	}
	o.marks[slot] = o.first + uint64(len(o.entries))
}

func (o *outbox) retracted(i int) bool {
	e := &o.entries[i]
	slot := e.ref.Slot()
	return !e.pinned && slot >= 0 && slot < len(o.marks) && o.first+uint64(i) < o.marks[slot]
}

// take removes frames for one write, at most limit bytes but at least one
// frame, and hands each to each; live is false for one that was taken back.
func (o *outbox) take(limit int, each func(e *entry, live bool)) {
	n, bytes := 0, 0
	for n < len(o.entries) && (n == 0 || bytes+len(*o.entries[n].buf) <= limit) {
		live := !o.retracted(n)
		if live {
			bytes += len(*o.entries[n].buf)
		}
		o.bytes.Add(-int64(len(*o.entries[n].buf)))
		o.held.Add(-o.entries[n].memory())
		each(&o.entries[n], live)
		n++
	}
	o.first += uint64(n)
	if n == len(o.entries) {
		clear(o.entries)
		o.entries = o.entries[:0]
		return
	}
	rest := append(o.spare[:0], o.entries[n:]...)
	clear(o.entries)
	o.spare, o.entries = o.entries[:0], rest
}
