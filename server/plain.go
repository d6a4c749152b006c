package server

import (
	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/protocol"
)

// plain reports whether res is what most tools return: texts, without
// annotations or a _meta, and no structured content.
func plain(res *protocol.CallToolResult) bool {
	if res.ResultType != "" || res.Meta != nil || res.StructuredContent != nil {
		return false
	}
	for i := range res.Content {
		c := &res.Content[i]
		if c.Type != protocol.TypeText || c.Annotations != nil || c.Meta != nil {
			return false
		}
	}
	return true
}

// appendPlain appends a plain result as a frame, in the shape of the request's
// era, without the detours of a general encoder.
func (a *app) appendPlain(r *Request, content []protocol.Content, isError bool) []byte {
	b := a.beginPlain(r)
	for i := range content {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendTextBlock(b, content[i].Text)
	}
	return a.endPlain(b, r, isError)
}

// appendText is appendPlain for one text.
func (a *app) appendText(r *Request, text string) []byte {
	return a.endPlain(appendTextBlock(a.beginPlain(r), text), r, false)
}

func (a *app) beginPlain(r *Request) []byte { return append(a.beginResult(r), `"content":[`...) }

// beginResult appends a response as far as its result's first own member.
func (a *app) beginResult(r *Request) []byte {
	b := append(r.room(), `{"jsonrpc":"2.0","id":`...)
	b = append(b, r.call.ID...)
	if r.call.Lane == machine.ModernLane {
		return append(b, `,"result":{"resultType":"complete",`...)
	}
	return append(b, `,"result":{`...)
}

func appendTextBlock(b []byte, text string) []byte {
	b = append(b, `{"type":"text","text":`...)
	return append(wire.AppendQuote(b, text), '}')
}

func (a *app) endPlain(b []byte, r *Request, isError bool) []byte {
	b = append(b, ']')
	if isError {
		b = append(b, `,"isError":true`...)
	}
	return a.endResult(b, r)
}

// endResult appends what follows a result's last own member.
func (a *app) endResult(b []byte, r *Request) []byte {
	if r.call.Lane == machine.ModernLane {
		b = a.srv.appendServerInfo(b)
	}
	return append(b, "}}\n"...)
}
