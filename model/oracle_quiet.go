package model

// Quiet says that the observer waited long enough: all that was sent has been
// read, and what was to be answered has been answered. It returns a finding
// for each request that is open in every world, once. What the end of input
// interrupted is no violation: the specification asks a server to exit promptly
// as well (S-SHUT-1); that it is answered is a promise of ours (decisions C3).
func (o *Oracle) Quiet() []Finding {
	var open, modern [OracleRequests]int
	all := 0
	o.reachable(func(w oracleWorld) {
		if int(w.read) < len(o.sent) {
			return
		}
		all++
		for id := range w.slots {
			if s := &w.slots[id]; s.unanswered() {
				open[id]++
				if s.modern {
					modern[id]++
				}
			}
		}
	})
	var found []Finding
	for id := range open {
		if open[id] < all || open[id] == 0 || o.missed[id] {
			continue
		}
		o.missed[id] = true
		found = append(found, o.unanswered(id, modern[id] > 0))
	}
	return found
}

// unanswered: a live listen is not, and a cancelled request never is.
func (s *oracleSlot) unanswered() bool {
	return s.known && !s.answered && (s.state == RequestReceived || s.state == RequestRunning || s.state == RequestStreaming)
}

func (o *Oracle) unanswered(id int, modern bool) Finding {
	switch {
	case o.eof:
		return finding(id, "decisions C3", SHOULD, "the end of input came before the answer, and the answer never came")
	case modern && o.asked[id].Class == ClassListen:
		return finding(id, "S-SUB-14", MUST, "a listen that was neither acknowledged nor refused")
	case modern:
		return finding(id, "S-MSG-7", MUST, "a request that was never answered")
	}
	return finding(id, "S-MSG-1", MUST, "a request that was never answered")
}

// Silent reports whether request id was cancelled in every world and nothing
// was said about it since: the cancel was honoured.
func (o *Oracle) Silent(id int) bool {
	for w := range o.worlds {
		s := &w.slots[id]
		if !s.known || s.answered || s.state != RequestCancelled && s.state != RequestDropped {
			return false
		}
	}
	return true
}
