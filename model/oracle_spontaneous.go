package model

// spontaneous judges a frame that belongs to no request: on a legacy
// connection a server may speak on its own, on a modern one it may not.
func (o *Oracle) spontaneous(w *oracleWorld, kind SeenKind) Finding {
	switch kind {
	case SeenLog:
		return o.log(w)
	case SeenAnnouncement:
		return o.announcement(w)
	}
	return o.ask(w, kind)
}

// legacySpeech: the handshake, or the era, has made this connection a legacy
// one, and no modern lock has undone it.
func (w *oracleWorld) legacySpeech() bool {
	return w.era != EraModern && (w.era == EraLegacy || w.legacy != LegacyUninitialised)
}

func (o *Oracle) log(w *oracleWorld) Finding {
	if w.legacySpeech() || o.shaking(w) {
		return Finding{}
	}
	for id := range w.slots {
		s := &w.slots[id]
		to, do, _ := Request.Step(s.state, RequestOnFrame)
		if s.known && o.asked[id].Logs && do == RequestDoSendFrame {
			s.state = to
			if s.modern {
				o.enter(w, EraOnFrameOut)
			}
			return Finding{}
		}
	}
	return finding(0, "S-LOG-2", MUST, "a log message, though no request in flight asked for one")
}

func (o *Oracle) announcement(w *oracleWorld) Finding {
	if w.legacySpeech() || o.shaking(w) {
		return Finding{}
	}
	for id := range w.slots {
		if w.slots[id].known && w.slots[id].state == RequestAcknowledged {
			return finding(0, "S-SUB-6", MUST, "a change without the subscription's stamp")
		}
	}
	return finding(0, "S-FRAME-8", MUST, "a change, though nothing listens")
}

func (o *Oracle) ask(w *oracleWorld, kind SeenKind) Finding {
	e := LegacyOnAsk
	if kind == SeenPing {
		e = LegacyOnAskPing
	}
	_, do, _ := LegacySession.Step(w.legacy, e)
	switch {
	case w.era != EraModern && do == LegacyDoSend:
		return Finding{}
	case w.legacySpeech() || o.shaking(w):
		return finding(0, "S-LIFE-2", SHOULD, "a request of the server's before notifications/initialized")
	}
	return finding(0, "S-MSG-5", MUST, "a request of the server's, though 2026-07-28 has none")
}

// shaking reports whether an initialize was read and is not answered yet: log
// messages may come then, and a change is forgiven.
func (o *Oracle) shaking(w *oracleWorld) bool {
	if w.era == EraModern {
		return false
	}
	for id := range w.slots {
		if s := &w.slots[id]; s.known && s.do == EraDoHandshake && !s.answered {
			return true
		}
	}
	return false
}
