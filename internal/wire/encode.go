package wire

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Every encoder appends one frame, which ends in the only newline that it has
// (S-FRAME-1), and returns the extended buffer. Nothing is allocated if the
// buffer has room. Raw arguments must be valid JSON; they may be spread over
// lines.

// AppendResult appends a response. A nil result is {}.
func AppendResult(b []byte, id, result []byte) []byte {
	b = appendID(b, id)
	b = append(b, `,"result":`...)
	if result == nil {
		return append(b, "{}}\n"...)
	}
	return append(AppendRaw(b, result), "}\n"...)
}

// AppendError appends an error response. Without an id it has no id member
// (decisions A2), without data no data member.
func AppendError(b []byte, id []byte, code int, message string, data []byte) []byte {
	b = appendID(b, id)
	b = append(b, `,"error":{"code":`...)
	b = strconv.AppendInt(b, int64(code), 10)
	b = append(b, `,"message":`...)
	b = AppendQuote(b, message)
	if data != nil {
		b = append(b, `,"data":`...)
		b = AppendRaw(b, data)
	}
	return append(b, "}}\n"...)
}

// AppendRefusal appends r as an error response.
func AppendRefusal(b []byte, id []byte, r Refusal) []byte {
	return AppendError(b, id, r.Code, r.Message, r.Data)
}

// AppendRequest appends a request. Nil params are left out.
func AppendRequest(b []byte, id []byte, method string, params []byte) []byte {
	return appendCall(append(appendID(b, id), ','), method, params)
}

// AppendNotification appends a notification. Nil params are left out.
func AppendNotification(b []byte, method string, params []byte) []byte {
	return appendCall(append(b, `{"jsonrpc":"2.0",`...), method, params)
}

func appendCall(b []byte, method string, params []byte) []byte {
	b = AppendQuote(append(b, `"method":`...), method)
	if params != nil {
		b = AppendRaw(append(b, `,"params":`...), params)
	}
	return append(b, "}\n"...)
}

func appendID(b, id []byte) []byte {
	b = append(b, `{"jsonrpc":"2.0"`...)
	if id != nil {
		b = append(append(b, `,"id":`...), id...)
	}
	return b
}

// AppendRaw appends a JSON value on one line. Newlines can only stand between
// its tokens, so that taking them out changes nothing but the look.
func AppendRaw(b, value []byte) []byte {
	from := len(b)
	b = append(b, value...)
	if bytes.IndexByte(value, '\n') < 0 && bytes.IndexByte(value, '\r') < 0 {
		return b
	}
	added := jsontext.Value(b[from:])
	if added.Compact() == nil {
		return append(b[:from], added...)
	}
	for i, c := range b[from:] { // no JSON after all: it must not break the framing
		if c == '\n' || c == '\r' {
			b[from+i] = ' '
		}
	}
	return b
}
