package check

import (
	"bytes"
	"unicode/utf8"
)

// line judges what can be seen in one line alone.
func (j *judge) line(m *message) {
	j.check(utf8.Valid(m.line), "S-FRAME-3", m.record, "a line is not UTF-8")
	if m.object == nil {
		if text := bytes.TrimSpace(m.line); len(text) > 0 && text[0] == '[' {
			j.fail("S-FRAME-4", m.record, "a line is an array")
		} else {
			j.fail("S-FRAME-2", m.record, "a line is no JSON object")
		}
		return
	}
	j.pass("S-FRAME-2", "S-FRAME-4")
	if why := shape(m); why != "" {
		j.fail("S-MSG-1", m.record, why)
		return
	}
	j.pass("S-MSG-1")
	if m.object["error"] != nil {
		j.failure(m)
	}
}

// shape says what keeps an object from being a JSON-RPC 2.0 message, or "".
func shape(m *message) string {
	version, _ := m.object["jsonrpc"].text()
	result, failure := m.object["result"], m.object["error"]
	switch {
	case version != "2.0":
		return `a message without "jsonrpc":"2.0"`
	case m.object["method"] != nil && m.method == "":
		return "a method that is no string"
	case m.method != "" && (result != nil || failure != nil):
		return "a message that is both a call and an answer"
	case m.method != "":
		return ""
	case result != nil && failure != nil:
		return "an answer with both result and error"
	case result == nil && failure == nil:
		return "a message that is neither a call nor an answer"
	case result != nil && m.result == nil:
		return "a result that is no object"
	}
	return ""
}

func (j *judge) failure(m *message) {
	code, message := m.err["code"], m.err["message"]
	_, isText := message.text()
	j.check(m.err != nil && code != nil && isText, "S-RESP-6", m.record, "an error without a code and a message")
	if code != nil {
		_, whole := code.integer()
		j.check(whole, "S-RESP-7", m.record, "an error code that is no integer")
	}
}
