package fuzz

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/eralock/eralock/protocol"
)

// facts are what the standard library finds in one line: what the rows of the
// ladder are stated about. No code of ours has a part in them.
type facts struct {
	text       []byte
	long       bool
	blank      bool
	unreadable bool // no JSON, no UTF-8, nested too deeply
	kind       byte // of the value: { [ or a scalar's first byte
	duplicates bool

	id, jsonrpc, method, params, result, failure json.RawMessage // nil: there is none

	name string // of the method
	meta map[string]json.RawMessage
	// Broken params count as broken; null and [] as absent.
	paramsBroken, metaBroken bool
	members                  map[string]json.RawMessage // of params
}

func factsOf(line naiveLine, depth int) facts {
	f := facts{text: line.text, long: line.long}
	text := bytes.Trim(line.text, " \t\r")
	if f.blank = len(text) == 0; !f.blank {
		f.kind = text[0]
	}
	f.unreadable = !f.blank && (!utf8.Valid(f.text) || !json.Valid(f.text) || naiveDepth(f.text) > depth)
	if f.long || f.unreadable || f.kind != '{' {
		return f
	}
	all, _ := naiveMembers(f.text)
	f.duplicates = naiveDuplicates(f.text)
	f.id, f.jsonrpc, f.method = member(all, "id"), member(all, "jsonrpc"), member(all, "method")
	f.params, f.result, f.failure = member(all, "params"), member(all, "result"), member(all, "error")
	f.name, _ = textOf(f.method)
	f.readParams()
	return f
}

func (f *facts) readParams() {
	switch {
	case f.params == nil || string(f.params) == "null" || f.params[0] == '[' && len(elementsOf(f.params)) == 0:
		return
	case f.params[0] != '{':
		f.paramsBroken = true
		return
	}
	f.members, f.meta = objectOf(f.params), map[string]json.RawMessage{}
	switch meta := f.members["_meta"]; {
	case meta == nil || string(meta) == "null":
	case meta[0] != '{':
		f.metaBroken = true
	default:
		f.meta = objectOf(meta)
	}
}

func elementsOf(raw json.RawMessage) (all []json.RawMessage) {
	_ = json.Unmarshal(raw, &all) // the line is JSON
	return all
}

// textOf is what a JSON string says.
func textOf(raw json.RawMessage) (s string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return s, json.Unmarshal(raw, &s) == nil
}

// objectOf are the members of a JSON object, nil for anything else.
func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	all, ok := naiveMembers(raw)
	if !ok {
		return nil
	}
	members := map[string]json.RawMessage{}
	for _, m := range all {
		members[m.name] = m.value
	}
	return members
}

func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }

func isText(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }

// claimed: the key is there, whatever its value (decisions E4).
func (f *facts) claimed() bool { return f.meta[protocol.KeyProtocolVersion] != nil }

// response: something that answers, and asks nothing.
func (f *facts) response() bool { return f.method == nil && (f.result != nil || f.failure != nil) }

// notification: without an id; null makes no request of what is named as one.
func (f *facts) notification() bool {
	named := len(f.name) > len("notifications/") && f.name[:len("notifications/")] == "notifications/"
	return f.id == nil || string(f.id) == "null" && named
}

// answerID is the id that an error carries: nil if none can be read.
func (f *facts) answerID() json.RawMessage {
	if naiveLegalID(f.id) {
		return f.id
	}
	return nil
}
