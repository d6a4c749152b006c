package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/protocol"
)

// turn does the next thing, once the client has listed the tools; when nothing
// is left to do, it answers what is open.
func (l *hostLink) turn() {
	if !l.listed && len(l.pending) == 0 || l.waits() {
		return
	}
	if len(l.turns) == 0 {
		l.flush()
		l.settle()
		return
	}
	t := l.turns[0]
	l.turns = l.turns[1:]
	if len(l.turns) == 0 {
		t.held = false
	}
	l.one(t)
}

func (l *hostLink) one(t turn) {
	call := l.open(t.nth)
	switch t.do {
	case turnAnswer:
		l.finish(call, t, true)
	case turnFail:
		l.finish(call, t, false)
	case turnVersion:
		l.refuse(call, t)
	case turnProgress:
		if call != nil {
			l.progress(call, t)
		}
	case turnForget:
		if call != nil {
			call.forgot = true
			l.note(hosted{kind: hostedSaid, link: l.number, call: call, what: saidNothing, text: "  (" + call.name + " is left without an answer)"})
		}
	case turnTwice:
		if n := len(l.given); n > 0 {
			l.result(l.given[t.nth%n], t, saidResult)
		}
	case turnStray:
		l.say(l.stray(t.nth), t.form, t.nth, t.held, hosted{})
	case turnJunk:
		junk := BrokenLines()
		l.say(junk[t.nth%len(junk)], t.form, t.nth, t.held, hosted{})
	case turnNote:
		notes := []string{protocol.NotificationToolsListChanged, "notifications/unheard/of", protocol.NotificationPromptsListChanged}
		l.say(`{"jsonrpc":"2.0","method":"`+notes[t.nth%len(notes)]+`"}`, t.form, t.nth, t.held, hosted{})
	case turnPing, turnAsk:
		l.ask(t)
	case turnGone:
		l.flush()
		l.out.drained(l.suite.patience)
		l.leave()
	}
	if t.do == turnPause || !t.held {
		l.flush()
	}
}

// waits reports whether a legacy client still owes the answer to a request of
// the server's.
func (l *hostLink) waits() bool {
	if l.owed == "" {
		return false
	}
	if l.waited += l.suite.pause / 10; l.waited < l.suite.patience/2 {
		return true
	}
	l.note(hosted{kind: hostedOverdue, link: l.number, text: "  (no answer to the server's request)"})
	l.owed = ""
	return false
}

// open is the nth call that waits for an answer.
func (l *hostLink) open(nth int) *hostCall {
	open := slices.DeleteFunc(slices.Clone(l.pending), func(c *hostCall) bool { return c.forgot })
	if len(open) == 0 {
		return nil
	}
	return open[nth%len(open)]
}

// finish answers a call.
func (l *hostLink) finish(call *hostCall, t turn, well bool) {
	if call == nil {
		return
	}
	l.forget(call.line.id)
	l.given = append(l.given, call)
	if well {
		l.result(call, t, saidResult)
		return
	}
	l.say(`{"jsonrpc":"2.0","id":`+call.line.rawID+`,"error":{"code":-32603,"message":"it failed"}}`, t.form, t.nth, t.held, hosted{what: saidError, call: call})
}

// result is a success with a text of its own.
func (l *hostLink) result(call *hostCall, t turn, what saidKind) {
	l.mu.Lock()
	l.answers++
	text := fmt.Sprintf("answer-%d", l.answers)
	l.mu.Unlock()
	l.say(`{"jsonrpc":"2.0","id":`+call.line.rawID+`,"result":{`+l.dress()+`"content":[{"type":"text","text":"`+text+`"}]}}`,
		t.form, t.nth, t.held, hosted{what: what, call: call, word: text})
}

// refuse says that the version is not supported any more, and which is.
func (l *hostLink) refuse(call *hostCall, t turn) {
	if call == nil || l.era != hostModern {
		return
	}
	l.forget(call.line.id)
	l.say(`{"jsonrpc":"2.0","id":`+call.line.rawID+`,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["`+
		protocol.ModernVersions()[0]+`"],"requested":"`+protocol.ModernVersions()[0]+`"}}}`, t.form, t.nth, t.held, hosted{what: saidReversion, call: call})
}

// stray is an answer that belongs to nobody: an id of another type, if a call
// is open.
func (l *hostLink) stray(nth int) string {
	id := []string{`"nobody"`, `-99`, `123456789`, `null`}[nth%4]
	if call := l.open(nth); call != nil && nth%2 == 0 {
		if raw := call.line.rawID; strings.HasPrefix(raw, `"`) {
			id = `"` + strings.Trim(raw, `"`) + `x"`
		} else {
			id = `"` + raw + `"`
		}
	}
	if id == "null" {
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{` + l.dress() + `"content":[{"type":"text","text":"stray"}]}}`
}

// ask is a request of the server's: a legacy client answers, a modern one does
// not.
func (l *hostLink) ask(t turn) {
	method := protocol.MethodPing
	if t.do == turnAsk {
		method = "roots/list"
	}
	l.asked++
	if l.era == hostLegacy {
		t.held, l.owed, l.waited = false, askID(l.asked), 0
	}
	l.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":"ask-%d","method":"%s"}`, l.asked, method), t.form, t.nth, t.held, hosted{what: saidAsk, word: method})
}

// settle answers what is open, so that the client can end. What it is to
// cancel waits for that, but not for ever.
func (l *hostLink) settle() {
	l.idle++
	for {
		call := l.open(0)
		if i := slices.IndexFunc(l.pending, func(c *hostCall) bool { return !c.forgot && !strings.HasPrefix(c.name, "cancel") }); i >= 0 {
			call = l.pending[i]
		} else if call == nil || l.idle < cancelPatience {
			return
		}
		l.finish(call, turn{}, true)
	}
}

// cancelPatience is how often the client may have nothing to say before a call
// that it should have cancelled is answered: about a second.
const cancelPatience = 50
