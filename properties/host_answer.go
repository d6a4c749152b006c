package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/protocol"
)

// take reacts to a line of the client's as the persona does.
func (l *hostLink) take(c *clientLine) {
	f := &c.frame
	switch {
	case c.junk || c.method == "": // a response, or no message: it is on record
		if c.id == l.owed {
			l.owed = ""
		}
	case c.id == "":
		if c.method == protocol.NotificationCancelled {
			l.forget(idOf(f.RequestID()))
		}
	case c.method == protocol.MethodDiscover:
		l.discover(c)
	case c.method == protocol.MethodInitialize:
		l.initialize(c)
	case l.era == hostModern && !f.Claimed():
		l.reply(c, fmt.Sprintf(`"error":{"code":%d,"message":"no envelope"}`, protocol.CodeInvalidParams), hosted{what: saidError})
	case c.method == protocol.MethodPing && l.era == hostLegacy:
		l.reply(c, `"result":{}`, hosted{})
	case c.method == protocol.MethodToolsList:
		l.list(c)
	case c.method == protocol.MethodToolsCall:
		l.called(c)
	default:
		l.reply(c, fmt.Sprintf(`"error":{"code":%d,"message":"Method not found"}`, protocol.CodeMethodNotFound), hosted{what: saidError})
	}
}

// reply answers a request before the turns begin, or beside them.
func (l *hostLink) reply(c *clientLine, answer string, e hosted) {
	l.flush()
	l.say(`{"jsonrpc":"2.0","id":`+c.rawID+`,`+answer+`}`, l.form, len(c.text), false, e)
}

func (l *hostLink) discover(c *clientLine) {
	l.probes++
	switch {
	case l.silent:
		l.note(hosted{kind: hostedSaid, link: l.number, what: saidSilence, text: "  (server/discover is left without an answer)"})
	case l.era == hostLegacy:
		l.reply(c, l.probe, hosted{what: saidNoModern})
	case l.first != "" && l.probes == 1:
		l.reply(c, l.first, hosted{what: saidReversion})
	default:
		l.reply(c, `"result":{"resultType":"complete","supportedVersions":["`+protocol.ModernVersions()[0]+
			`"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private","_meta":{"`+protocol.KeyServerInfo+
			`":{"name":"host","version":"1"}}}`, hosted{what: saidDiscovered})
	}
}

func (l *hostLink) initialize(c *clientLine) {
	if l.era == hostModern {
		l.reply(c, `"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["`+protocol.ModernVersions()[0]+
			`"],"requested":"2025-11-25"}}`, hosted{what: saidError})
		return
	}
	version := l.version
	if version == "" {
		version = legacyVersions[0]
	}
	l.reply(c, `"result":{"protocolVersion":"`+version+`","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"host","version":"1"}}`,
		hosted{what: saidHello})
}

func (l *hostLink) list(c *clientLine) {
	var tools []string
	for _, name := range l.tools() {
		tools = append(tools, `{"name":"`+name+`","inputSchema":{"type":"object"}}`)
	}
	l.listed = true
	l.reply(c, `"result":{`+l.dress()+`"tools":[`+strings.Join(tools, ",")+`]}`, hosted{})
}

// dress is what every result of 2026-07-28 has.
func (l *hostLink) dress() string {
	if l.era == hostModern {
		return `"resultType":"complete","ttlMs":0,"cacheScope":"private",`
	}
	return ""
}

func (l *hostLink) called(c *clientLine) {
	call := &hostCall{line: c, name: string(c.frame.Name()), modern: l.era == hostModern, token: string(c.frame.ProgressToken())}
	l.pending = append(l.pending, call)
	if strings.HasPrefix(call.name, "cancel") {
		l.progress(call, turn{})
	}
}

// forget drops a call that was cancelled.
func (l *hostLink) forget(id string) {
	l.pending = slices.DeleteFunc(l.pending, func(c *hostCall) bool { return c.line.id == id })
}

// progress is sent to who gave a token.
func (l *hostLink) progress(call *hostCall, t turn) {
	if call.token == "" {
		return
	}
	call.told++
	l.say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"%s","params":{"progressToken":%s,"progress":%d,"total":100}}`, protocol.NotificationProgress, call.token, call.told),
		t.form, t.nth, t.held, hosted{call: call})
}
