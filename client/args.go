package client

import (
	"slices"
	"strconv"

	"github.com/eralock/eralock/internal/wire"
)

// maxPlain is the largest map that is encoded here.
const maxPlain = 16

// appendPlainArgs appends the commonest arguments of a tool, a small map of
// plain values, as the encoder would, without reflection. It reports false for
// others, and has then appended nothing.
func appendPlainArgs(b []byte, args any) ([]byte, bool) {
	switch m := args.(type) {
	case map[string]any:
		return appendPlainMap(b, m, appendPlain)
	case map[string]string:
		return appendPlainMap(b, m, func(b []byte, s string) ([]byte, bool) { return wire.AppendQuote(b, s), true })
	}
	return b, false
}

func appendPlainMap[V any](b []byte, m map[string]V, value func([]byte, V) ([]byte, bool)) ([]byte, bool) {
	if m == nil || len(m) > maxPlain {
		return b, false
	}
	var room [maxPlain]string
	names := room[:0]
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	from := len(b)
	b = append(b, '{')
	for _, name := range names {
		b = append(wire.AppendQuote(comma(b), name), ':')
		var ok bool
		if b, ok = value(b, m[name]); !ok {
			return b[:from], false
		}
	}
	return append(b, '}'), true
}

func appendPlain(b []byte, v any) ([]byte, bool) {
	switch v := v.(type) {
	case string:
		return wire.AppendQuote(b, v), true
	case int:
		return strconv.AppendInt(b, int64(v), 10), true
	case bool:
		return strconv.AppendBool(b, v), true
	case nil:
		return append(b, "null"...), true
	}
	return b, false
}
