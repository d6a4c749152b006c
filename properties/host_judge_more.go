package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/eralock/eralock/model"
	"github.com/eralock/eralock/protocol"
)

func askID(n int) string { return idOf([]byte(fmt.Sprintf(`"ask-%d"`, n))) }

// notification judges a cancel, and what an era does not have.
func (j *hostJudge) notification(l *linkJudge, c *clientLine) {
	switch c.method {
	case protocol.NotificationInitialized:
		if l.modern {
			j.fail("rules B11", model.MUST, "notifications/initialized to a server of 2026-07-28")
		}
		l.ready = l.greeted
	case protocol.NotificationCancelled:
		j.cancel(l, c)
	case "notifications/roots/list_changed":
		if l.modern {
			j.fail("rules B11", model.MUST, "a notification that 2026-07-28 does not have")
		}
	}
}

func (j *hostJudge) cancel(l *linkJudge, c *clientLine) {
	id := idOf(c.frame.RequestID())
	request := l.requests[id]
	switch {
	case request == nil:
		j.fail("C-CANCEL-3", model.MUST, "a cancel of what was not asked")
	case request.method == protocol.MethodInitialize:
		j.fail("C-LCANCEL-2", model.MUST, "a cancel of initialize")
	case l.cancelled[id]:
		j.fail("C-CANCEL-2", model.MUST, "a second cancel of one request")
	}
	l.cancelled[id] = true
}

// response judges what the client answers: a legacy server's requests, once.
func (j *hostJudge) response(l *linkJudge, c *clientLine) {
	method, owed := l.owed[c.id]
	result, failure := c.frame.Result() != nil, c.frame.Failure() != nil
	switch {
	case l.modern:
		j.fail("C-FRAME-8", model.MUST, "a response to a server of 2026-07-28")
	case !owed && method == "":
		j.fail("C-RESP-1", model.MUST, "a response to what was not asked")
	case result == failure:
		j.fail("C-MSG-1", model.MUST, "a response with neither or both of result and error")
	case method == protocol.MethodPing && !result:
		j.fail("C-PING-1", model.MUST, "a ping is refused")
	case method == answeredAsk:
		j.fail("C-MSG-5", model.MUST, "a second response")
	}
	if owed {
		l.owed[c.id] = answeredAsk
	}
}

const answeredAsk = "answered"

// outcome is what can have become of the calls of one tool.
type outcome struct {
	texts     []string // first answers
	failed    bool     // an error, or the server went away: it may have failed
	asked     int
	cancelled bool // on the wire
	answered  bool // before its end was reported
	told      bool
}

// settlement: each call is reported, once, with the answer to it.
func (j *hostJudge) settlement() {
	outcomes := j.outcomes()
	listed := false
	for _, l := range j.Host.links {
		listed = listed || l.listed
	}
	if !listed {
		if !j.mayGiveUp() {
			j.fail("S-RESP-1", model.MUST, "the client does not list the tools")
		}
		return
	}
	for _, name := range j.tools() {
		var told []string
		for _, r := range j.reports {
			if tool, how, _ := strings.Cut(r, " "); tool == name {
				told = append(told, how)
			}
		}
		switch o := outcomes[name]; {
		case len(told) == 0:
			j.fail("decisions K12", model.MUST, "a call never ends: "+name)
		case len(told) > 1:
			j.fail("S-MSG-8", model.MUST, "a call ends twice: "+name)
		default:
			j.ended(name, told[0], o)
		}
	}
}

func (j *hostJudge) ended(name, how string, o *outcome) {
	word, text, _ := strings.Cut(how, " ")
	switch {
	case word == "ok" && !slices.Contains(o.texts, text):
		j.fail("S-RESP-1", model.MUST, fmt.Sprintf("%s ends with %q, which is not its answer", name, text))
	case word == "cancelled" && !strings.HasPrefix(name, "cancel"):
		j.fail("S-RESP-1", model.MUST, name+" ends as cancelled, though nobody cancelled it")
	case word == "cancelled" && o.asked > 0 && !o.cancelled && !o.failed && !o.answered:
		j.fail("C-CANCEL-2", model.MUST, name+" was cancelled and the server was not told")
	case word == "error" && !o.failed && o.answered && !strings.HasPrefix(name, "cancel"):
		j.fail("S-RESP-1", model.MUST, name+" ends with an error, though it had been answered")
	case word == "error" && !o.failed && !o.cancelled:
		j.fail("S-RESP-1", model.MUST, name+" ends with an error, though nothing failed")
	}
}

// outcomes collects what was said about each tool.
func (j *hostJudge) outcomes() map[string]*outcome {
	all := map[string]*outcome{}
	for _, name := range j.tools() {
		all[name] = &outcome{}
	}
	answered := map[*hostCall]bool{}
	asked := map[string]*outcome{} // by connection and id
	left := map[int]bool{}         // connections that the client ended
	for _, e := range j.record {
		switch {
		case e.kind == hostedHeard && e.line.method == protocol.MethodToolsCall:
			if o := all[string(e.line.frame.Name())]; o != nil {
				o.asked++
				asked[fmt.Sprint(e.link, " ", e.line.id)] = o
			}
		case e.kind == hostedHeard && e.line.method == protocol.NotificationCancelled:
			if o := asked[fmt.Sprint(e.link, " ", idOf(e.line.frame.RequestID()))]; o != nil {
				o.cancelled = true
			}
		case e.kind == hostedSaid && e.call != nil && e.what != saidOther && !answered[e.call]:
			if o := all[e.call.name]; o != nil {
				answered[e.call] = true
				o.hears(e)
			}
		case e.kind == hostedReport:
			name, _, _ := strings.Cut(e.word, " ")
			if o := all[name]; o != nil {
				o.told = true
			}
		case e.kind == hostedEOF:
			left[e.link] = true
		case e.kind == hostedGone && !left[e.link]:
			for _, o := range all {
				o.failed = o.failed || !o.told
			}
		}
	}
	return all
}

func (o *outcome) hears(e hosted) {
	if e.what == saidResult {
		o.texts = append(o.texts, e.word)
	} else {
		o.failed = true
	}
	o.answered = o.answered || !o.told && e.what != saidNothing
}

// mayGiveUp: the server went away, or speaks no era that the client speaks.
func (j *hostJudge) mayGiveUp() bool {
	if j.era == hostModern && !j.suite.modern || j.era == hostLegacy && !j.suite.legacy {
		return true
	}
	return false
}
