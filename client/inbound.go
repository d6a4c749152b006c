package client

import (
	"bytes"
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// A message is what was made of a line of the server before anybody else has to
// wait for it.
type message struct {
	frame wire.Frame
	kind  wire.Inbound
	in    machine.ClientInput
	ev    event
}

// read turns a line into a message. The message is valid as long as the line.
func (m *message) read(p *wire.Parser, line wire.Line) {
	f := &m.frame
	p.Parse(line, f)
	m.kind, m.in, m.ev = wire.ClassifyInbound(f), machine.ClientInput{}, event{frame: f}
	in := &m.in
	switch m.kind {
	case wire.InResult:
		in.On, in.ID = machine.ClientOnResult, integerID(f.AnswerID())
		m.ev.result = bytes.Clone(f.Result())
	case wire.InError, wire.InInvalid:
		in.On, in.ID, in.Answer = machine.ClientOnError, integerID(f.AnswerID()), machine.AnswerOtherError
	case wire.InProgress:
		in.On, in.ID = machine.ClientOnProgress, integerID(f.Token())
	case wire.InListChanged, wire.InUpdated:
		in.On, in.ID = machine.ClientOnEvent, integerID(f.SubscriptionID())
		m.ev.change = changeOf(f)
	case wire.InAcknowledged:
		in.On, in.ID = machine.ClientOnAcknowledged, integerID(f.SubscriptionID())
		m.ev.filter = f.Filter()
	case wire.InCancelled:
		in.On, in.ID = machine.ClientOnRemoteCancel, integerID(f.RequestID())
	case wire.InPing:
		in.On = machine.ClientOnPing
	case wire.InRequest:
		in.On = machine.ClientOnRequest
	default: // blank, junk, and notifications that nobody waits for
	}
}

// heard takes what was read from l, and then wakes those who have their answer:
// not before, for they would only wait for the lock. It reports whether whoever
// has read keeps the reader's role.
func (c *Client) heard(l *link, all []message) (keeps bool) {
	c.mu.Lock()
	c.hears = l
	answered := false
	for i := range all {
		m := &all[i]
		answered = m.kind == wire.InResult || m.kind == wire.InError || answered
		if m.frame.IsArray() && c.takesBatches() {
			answered = true
			c.hearBatch(l, m.frame.Line())
			continue
		}
		c.hear(l, m)
	}
	keeps = l.keep(answered)
	c.hears = nil
	wake := c.answered
	c.answered = c.answered[:0]
	if !keeps { // whoever reads next fills the list again
		tell(wake)
		c.unlock()
		return false
	}
	c.answered, l.spare = l.spare[:0], wake
	c.unlock()
	tell(wake)
	return true
}

func tell(all []*record) {
	for i, r := range all {
		all[i] = nil
		r.done <- struct{}{}
	}
}

// takesBatches: only a server of 2025-03-26 may send arrays.
func (c *Client) takesBatches() bool {
	return c.lane() == machine.LegacyLane && c.facts.version == protocol.Version20250326
}

// hearBatch takes the messages of an array one by one: answers may come so
// (C-BATCH-1).
func (c *Client) hearBatch(l *link, text []byte) {
	for element := range wire.Elements(text) {
		var m message
		m.read(l.parser, wire.Line{Text: element})
		c.hear(l, &m)
	}
}

// hear turns a message into an input of the session. c.mu is held.
func (c *Client) hear(l *link, m *message) {
	in := &m.in
	switch {
	case m.kind == wire.InJunk, m.kind == wire.InInvalid && in.ID == 0:
		c.skipped++
	case c.link != l || l.dead:
		return
	case in.On == machine.ClientOnPing || in.On == machine.ClientOnRequest:
		c.step(*in, m.ev)
	case in.ID != 0:
		if in.On == machine.ClientOnResult || in.On == machine.ClientOnError {
			c.judge(in, &m.ev)
		}
		c.step(*in, m.ev)
	}
	switch m.kind {
	case wire.InCancelled:
		l.withdraw(m.frame.RequestID())
		c.noticed(&m.frame)
	case wire.InProgress, wire.InMessage, wire.InListChanged, wire.InUpdated, wire.InAcknowledged, wire.InNotification:
		c.noticed(&m.frame)
	}
}

// integerID is the id as the session mints them: a positive integer. Anything
// else is 0, which no request has; so "1" is not 1.
func integerID(raw []byte) uint64 {
	if len(raw) == 0 {
		return 0
	}
	if len(raw) < 19 && '1' <= raw[0] && raw[0] <= '9' {
		if id := digits(raw); id != 0 {
			return id
		}
	}
	return canonicalInteger(raw)
}

// canonicalInteger is integerID for the likes of 1e0 and 1.0.
func canonicalInteger(raw []byte) uint64 {
	var buf [256]byte
	key, ok := wire.CanonicalID(raw, buf[:0])
	if !ok || key[0] != 'n' || len(key) > 19 {
		return 0
	}
	return digits(key[1:])
}

func digits(text []byte) (id uint64) {
	for _, digit := range text {
		if digit < '0' || digit > '9' {
			return 0
		}
		id = 10*id + uint64(digit-'0')
	}
	return id
}

// changeOf is the event that a frame tells of.
func changeOf(f *wire.Frame) Event {
	method, _ := protocol.MethodByName(f.Method())
	return Event{Method: method.Name, URI: string(f.URI())}
}

// judge says what an answer means for the negotiation. c.mu is held.
func (c *Client) judge(in *machine.ClientInput, ev *event) {
	ref, kind := c.session.Expects(in.ID)
	r := c.recordOf(ref)
	if r != nil && kind >= machine.KindProbe {
		r.unlimit()
	}
	switch {
	case kind == machine.KindInitialize:
		c.judgeInitialize(in, ev)
	case kind == machine.KindProbe, kind == machine.KindDiscover,
		kind == machine.KindPing && c.lane() == machine.ModernLane:
		c.judgeProbe(in, ev)
	case in.On == machine.ClientOnError:
		c.judgeError(in, ev)
	}
}

// noAnswer is said of a frame that has neither, both, one twice, or no version.
const noAnswer = "not an answer of JSON-RPC 2.0, with either a result or an error"

// judgeError looks whether a request was refused for its version (rules B10).
func (c *Client) judgeError(in *machine.ClientInput, ev *event) {
	e, ok := wire.ReadError(ev.frame)
	if result := ev.frame.Result(); !ok || result != nil && result.Kind() != 'n' {
		ev.err = fmt.Errorf("%w: %s: %.200s", ErrInvalidResult, noAnswer, ev.frame.Line())
		return
	}
	ev.err = e
	data, ok := e.UnsupportedVersionData()
	if !ok || c.lane() != machine.ModernLane {
		return
	}
	ev.err = &VersionError{Ours: c.cfg.modern, Theirs: data.Supported, Refused: true, Err: e}
	in.Answer = machine.AnswerVersionsForeign
	if in.Version, ok = mutual(c.cfg.modern, data.Supported); ok {
		in.Answer = machine.AnswerVersionRefused
	}
}
