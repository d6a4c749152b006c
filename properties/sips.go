package properties

// sips reads from the server a little at a time, and not while the client is
// stalled.
type sips struct{ d *dialogue }

const sip = 512

func (s sips) Read(b []byte) (int, error) {
	for {
		s.d.mu.Lock()
		stalled, changed := s.d.stalled, s.d.changed
		s.d.mu.Unlock()
		if !stalled {
			return s.d.conn.Read(b[:min(len(b), sip)])
		}
		<-changed
	}
}

// stall makes the client stop reading, or go on. One read may be under way.
func (d *dialogue) stall(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stalled == on {
		return
	}
	d.stalled = on
	text := "  (the client goes on reading)"
	if on {
		text = "  (the client stops reading)"
	}
	d.record = append(d.record, item{kind: itemNote, text: text})
	d.wake()
}
