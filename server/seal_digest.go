package server

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// digestJSON is the same for equal values, and only for them: whatever the order
// of members, the escapes in strings, and the way numbers, of any size, are
// written. An escaped lone surrogate stays as it is (decisions A9). An array or
// object goes into what holds it as its own digest, so that the work grows with
// the text alone, however deep it is nested.
func digestJSON(raw jsontext.Value) ([]byte, error) {
	return appendDigest(nil, jsontext.NewDecoder(bytes.NewReader(raw), protocol.Options()))
}

func appendDigest(b []byte, dec *jsontext.Decoder) ([]byte, error) {
	kind := dec.PeekKind()
	var inner []byte
	var err error
	switch kind {
	case '{':
		inner, err = digestObject(dec)
	case '[':
		inner, err = digestArray(dec)
	default:
		return appendScalar(b, dec)
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(inner)
	return append(append(b, byte(kind)), sum[:]...), nil
}

func appendScalar(b []byte, dec *jsontext.Decoder) ([]byte, error) {
	v, err := dec.ReadValue()
	if err != nil {
		return nil, err
	}
	switch v.Kind() {
	case '"':
		return appendPlainString(b, v), nil
	case '0':
		return appendPlainNumber(b, v), nil
	}
	return append(b, v...), nil
}

func digestArray(dec *jsontext.Decoder) ([]byte, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var b []byte
	for dec.PeekKind() != ']' {
		var err error
		if b, err = appendDigest(b, dec); err != nil {
			return nil, err
		}
		b = append(b, ',')
	}
	_, err := dec.ReadToken()
	return b, err
}

func digestObject(dec *jsontext.Decoder) ([]byte, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var members [][]byte
	for dec.PeekKind() != '}' {
		name, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		m := append(appendPlainString(nil, name), ':')
		if m, err = appendDigest(m, dec); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	slices.SortFunc(members, bytes.Compare)
	_, err := dec.ReadToken()
	return bytes.Join(members, []byte{','}), err
}

func appendPlainString(b []byte, v jsontext.Value) []byte {
	text, err := jsontext.AppendUnquote(nil, v)
	if err != nil { // a lone surrogate: as the client wrote it
		return append(b, v...)
	}
	return wire.AppendQuote(b, string(text))
}

// appendPlainNumber writes a number token as its digits, without zeros at
// either end, and the power of ten that they are multiplied by. An exponent
// that is too long for that leaves the token as it is.
func appendPlainNumber(b []byte, v jsontext.Value) []byte {
	mantissa, exponent, scaled := bytes.Cut(bytes.ToLower(v), []byte("e"))
	var power int64
	if scaled {
		var err error
		if power, err = strconv.ParseInt(string(exponent), 10, 48); err != nil {
			return append(b, v...)
		}
	}
	mantissa, negative := bytes.CutPrefix(mantissa, []byte("-"))
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	power -= int64(len(fraction))
	digits := bytes.TrimLeft(append(bytes.Clone(whole), fraction...), "0")
	trimmed := bytes.TrimRight(digits, "0")
	power += int64(len(digits) - len(trimmed))
	if len(trimmed) == 0 {
		return append(b, '0')
	}
	if negative {
		b = append(b, '-')
	}
	return strconv.AppendInt(append(append(b, trimmed...), 'e'), power, 10)
}
