package model

// drain begins the end: listens end gracefully, the rest may finish.
func (t *turn) drain() {
	for i := range t.w.Slots {
		if s := &t.w.Slots[i]; s.Kind == KindListen && s.State == RequestAcknowledged {
			t.closeListen(i)
		}
	}
}

// expire settles what the drain did not wait for, then closes the output.
func (t *turn) expire() {
	for i := range t.w.Slots {
		if s := &t.w.Slots[i]; s.Kind != KindFree && !s.State.Settled() {
			t.fire(i, RequestOnExpire, 0)
			t.settleListen(i)
		}
	}
	t.closeOutput()
}

// closeOutput writes what waits, and ends.
func (t *turn) closeOutput() {
	t.handOver()
	t.w.OutputClosed = true
}

// abandon silences everything: nobody reads the output any more.
func (t *turn) abandon() {
	for i := range t.w.Slots {
		s := &t.w.Slots[i]
		if s.Kind == KindFree || s.State.Settled() {
			continue
		}
		if !s.Has(MarkEnded) {
			s.set(MarkHushed)
		}
		t.fire(i, RequestOnCancelSilent, 0)
		t.settleListen(i)
	}
	t.handOver()
	t.w.OutputClosed = true
}
