package model

// send appends a frame of request i. What it does to the lock comes first, in
// the same step; the frame that took the modern lock is pinned: no cancel takes
// it back, so nobody sees the lock without it (rules A17 and A18).
func (t *turn) send(i int, f Frame) {
	s := &t.w.Slots[i]
	was := t.w.Era
	t.commit(s.Lane, f)
	pinned := was != t.w.Era && t.w.Era == EraModern
	switch {
	case pinned:
		s.set(MarkPinned)
	case f.Last():
		s.set(MarkWaiting)
	default:
		s.set(MarkQueued)
	}
	if f.Last() {
		if s.Has(MarkEnded) {
			s.set(MarkTwice)
		}
		s.set(MarkEnded)
	}
	t.out = append(t.out, Emission{Frame: f, Slot: int8(i), Lane: s.Lane, Was: was, Is: t.w.Era})
}

// commit fires the era's event for a frame; errors fire nothing (rules A8).
func (t *turn) commit(lane Lane, f Frame) {
	switch {
	case f == FrameInitializeResult:
		t.w.Legacy, _, _ = t.sys.Legacy.Step(t.w.Legacy, LegacyOnResult)
		t.era(EraOnInitializeOut)
	case lane == LaneLegacy || f.Error():
	case f == FrameDiscoverResult:
		t.era(EraOnDiscoverOut)
	case f == FrameResult, f == FramePong:
		t.era(EraOnResultOut)
	default:
		t.era(EraOnFrameOut)
	}
}

// handOver hands everything that waits to the operating system: no cancel
// reaches it any more, and the ids of what is answered are free.
func (t *turn) handOver() {
	for i := range t.w.Slots {
		t.w.Slots[i].clear(queued)
	}
}
