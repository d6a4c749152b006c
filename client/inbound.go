package client

import (
	"bytes"
	"fmt"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// heard turns a frame of the server into an input of the session.
func (c *Client) heard(l *link, f *wire.Frame) {
	kind := wire.ClassifyInbound(f)
	in, ev := machine.ClientInput{}, event{frame: f}
	switch kind {
	case wire.InResult:
		in.On, in.ID = machine.ClientOnResult, integerID(f.AnswerID())
		ev.result = bytes.Clone(f.Result())
	case wire.InError, wire.InInvalid:
		in.On, in.ID, in.Answer = machine.ClientOnError, integerID(f.AnswerID()), machine.AnswerOtherError
	case wire.InProgress:
		in.On, in.ID = machine.ClientOnProgress, integerID(f.Token())
	case wire.InListChanged, wire.InUpdated:
		in.On, in.ID = machine.ClientOnEvent, integerID(f.SubscriptionID())
		ev.change = changeOf(f)
	case wire.InAcknowledged:
		in.On, in.ID = machine.ClientOnAcknowledged, integerID(f.SubscriptionID())
		ev.filter = f.Filter()
	case wire.InCancelled:
		in.On, in.ID = machine.ClientOnRemoteCancel, integerID(f.RequestID())
	case wire.InPing:
		in.On = machine.ClientOnPing
	case wire.InRequest:
		in.On = machine.ClientOnRequest
	default: // blank, junk, and notifications that nobody waits for
	}
	c.mu.Lock()
	defer c.unlock()
	switch {
	case kind == wire.InJunk, kind == wire.InInvalid && in.ID == 0:
		c.skipped++
	case c.link != l || l.dead:
		return
	case in.On == machine.ClientOnPing || in.On == machine.ClientOnRequest:
		c.step(in, ev)
	case in.ID != 0:
		if in.On == machine.ClientOnResult || in.On == machine.ClientOnError {
			c.judge(&in, &ev)
		}
		c.step(in, ev)
	}
	switch kind {
	case wire.InCancelled:
		l.withdraw(f.RequestID())
		c.noticed(f)
	case wire.InProgress, wire.InMessage, wire.InListChanged, wire.InUpdated, wire.InAcknowledged, wire.InNotification:
		c.noticed(f)
	}
}

// integerID is the id as the session mints them: a positive integer. Anything
// else is 0, which no request has; so "1" is not 1.
func integerID(raw []byte) uint64 {
	if raw == nil {
		return 0
	}
	var buf [256]byte
	key, ok := wire.CanonicalID(raw, buf[:0])
	if !ok || key[0] != 'n' || len(key) > 19 {
		return 0
	}
	var id uint64
	for _, digit := range key[1:] {
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
		r.stopTimer()
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

// judgeError looks whether a request was refused for its version (rules B10).
func (c *Client) judgeError(in *machine.ClientInput, ev *event) {
	e, ok := wire.ReadError(ev.frame)
	if result := ev.frame.Result(); !ok || result != nil && result.Kind() != 'n' {
		ev.err = fmt.Errorf("%w: neither a result nor an error: %.200s", ErrInvalidResult, ev.frame.Line())
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
