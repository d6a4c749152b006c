package client

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// quickHead finds what all modern results have in common. It reports false for
// what is not as usual: then the result is to be decoded.
func quickHead(result []byte) (head protocol.Result, usual bool) {
	usual = eachMember(result, func(name, value []byte) bool {
		mine, usual := quickMember(&head, name, value)
		return usual && (mine || plainName(name))
	})
	return head, usual
}

// quickMember takes one member of a result, if it is one of the head.
func quickMember(head *protocol.Result, name, value []byte) (mine, usual bool) {
	switch string(name) {
	case `"resultType"`:
		switch string(value) {
		case `"complete"`:
			head.ResultType = protocol.ResultComplete
		case `"input_required"`:
			head.ResultType = protocol.ResultInputRequired
		default:
			return true, false
		}
		return true, true
	case `"_meta"`:
		head.Meta = protocol.Meta(value)
		return true, value[0] == '{'
	}
	return false, true
}

// plainName reports whether a name says what its bytes are.
func plainName(name []byte) bool {
	for _, c := range name {
		if c == '\\' {
			return false
		}
	}
	return true
}

// quickToolResult reads the commonest result of a tool: texts, and whatever
// structured content, in one pass. It reports false for others. The result
// shares memory with raw.
func quickToolResult(raw []byte) (*protocol.CallToolResult, bool) {
	both := new(struct { // one allocation
		result protocol.CallToolResult
		block  [1]protocol.Content
	})
	r := &both.result
	usual := walkMembers(raw, skipSpace(raw, 0), func(name []byte, at int) int {
		if string(name) == `"content"` {
			r.Content = both.block[:0]
			return walkElements(raw, at, func(at int) int {
				text, end := quickText(raw, at)
				r.Content = append(r.Content, protocol.Content{Type: protocol.TypeText, Text: text})
				return end
			})
		}
		end := skipValue(raw, at)
		if end > len(raw) {
			return -1
		}
		value := raw[at:end:end]
		if mine, usual := quickMember(&r.Result, name, value); mine {
			return behind(end, usual)
		}
		switch string(name) {
		case `"structuredContent"`:
			r.StructuredContent = jsontext.Value(value)
			return end
		case `"isError"`:
			r.IsError = string(value) == "true"
			return behind(end, r.IsError || string(value) == "false")
		}
		return -1
	})
	return r, usual >= 0 && len(r.Content) > 0
}

func behind(end int, usual bool) int {
	if !usual {
		return -1
	}
	return end
}

// quickText reads the block at i, if it is a text and nothing else, and returns
// the index behind it, else -1. A text that is most of the result shares memory
// with it: it keeps little else alive.
func quickText(raw []byte, i int) (text string, end int) {
	typed, has := false, false
	end = walkMembers(raw, i, func(name []byte, at int) int {
		end := skipValue(raw, at)
		if end > len(raw) {
			return -1
		}
		switch value := raw[at:end]; string(name) {
		case `"type"`:
			typed = string(value) == `"text"`
			return behind(end, typed)
		case `"text"`:
			text, has = textOf(value, len(raw)/2)
			return behind(end, has)
		}
		return -1
	})
	return text, behind(end, typed && has)
}
