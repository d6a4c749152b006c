package client

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/protocol"
)

// quickHead finds what all modern results have in common. It reports false for
// what is not as usual: then the result is to be decoded.
func quickHead(result []byte) (head protocol.Result, usual bool) {
	usual = eachMember(result, func(name, value []byte) bool {
		switch string(name) {
		case `"resultType"`:
			switch string(value) {
			case `"complete"`:
				head.ResultType = protocol.ResultComplete
			case `"input_required"`:
				head.ResultType = protocol.ResultInputRequired
			default:
				return false
			}
		case `"_meta"`:
			if value[0] != '{' {
				return false
			}
			head.Meta = protocol.Meta(value)
		default:
			return plainName(name)
		}
		return true
	})
	return head, usual
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
// structured content. It reports false for others. The result shares memory
// with raw.
func quickToolResult(raw []byte) (*protocol.CallToolResult, bool) {
	head, usual := quickHead(raw)
	if !usual {
		return nil, false
	}
	r := &protocol.CallToolResult{Result: head}
	usual = eachMember(raw, func(name, value []byte) bool {
		switch string(name) {
		case `"resultType"`, `"_meta"`:
		case `"content"`:
			return eachElement(value, func(block []byte) bool {
				text, ok := quickText(block)
				r.Content = append(r.Content, protocol.Content{Type: protocol.TypeText, Text: text})
				return ok
			})
		case `"structuredContent"`:
			r.StructuredContent = jsontext.Value(value)
		case `"isError"`:
			r.IsError = string(value) == "true"
			return r.IsError || string(value) == "false"
		default:
			return false
		}
		return true
	})
	return r, usual && r.Content != nil
}

// quickText reads a block that is a text and nothing else.
func quickText(block []byte) (text string, usual bool) {
	typed, has := false, false
	ok := eachMember(block, func(name, value []byte) bool {
		switch string(name) {
		case `"type"`:
			typed = string(value) == `"text"`
			return typed
		case `"text"`:
			text, has = textOf(value)
			return has
		}
		return false
	})
	return text, ok && typed && has
}
