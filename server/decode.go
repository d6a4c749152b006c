package server

import (
	"errors"
	"math/big"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/eralock/eralock/internal/wire"
	"github.com/eralock/eralock/protocol"
)

// decodeJSON decodes raw into the zero value that p points to. To a JSON Schema
// 1.0, 1e3 and -0.0 are integers, to the JSON library they are not: what does
// not decode is decoded once more by value, so that the usual text pays nothing
// for it. After an error the value is partly filled.
func decodeJSON(raw []byte, p any) error {
	if protocol.Unmarshal(raw, p) == nil {
		return nil
	}
	// What failed first may be a number that is in order: the second error is it.
	reflect.ValueOf(p).Elem().SetZero()
	return decodeByValue(raw, p)
}

// decodeByValue is protocol.Unmarshal, with integers read by their value. It
// touches no other text: a float keeps its sign of zero, a raw value its digits.
func decodeByValue(raw []byte, p any) error {
	return json.Unmarshal(raw, p, protocol.Options(), integersByValue)
}

var integersByValue = json.WithUnmarshalers(json.UnmarshalFromFunc(decodeInteger))

// decodeInteger takes on the numbers that are to become integers, and leaves
// everything else to the library.
func decodeInteger(dec *jsontext.Decoder, p any) error {
	v := reflect.ValueOf(p).Elem()
	quoted, _ := json.GetOption(dec.Options(), json.StringifyNumbers)
	if dec.PeekKind() != '0' || quoted || !isInteger(v.Type()) || v.Type() == durationType {
		return errors.ErrUnsupported
	}
	token, err := dec.ReadValue()
	if err != nil {
		return err
	}
	digits, ok := wire.AppendInteger(make([]byte, 0, 194), token)
	large, isLarge := p.(*big.Int)
	switch {
	case !ok:
		err = strconv.ErrSyntax
	case isLarge:
		large.SetString(string(digits), 10) // digits are a number
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(string(digits), 10, v.Type().Bits())
		v.SetInt(n)
	default:
		var n uint64
		n, err = strconv.ParseUint(string(digits), 10, v.Type().Bits())
		v.SetUint(n)
	}
	if err != nil {
		return &json.SemanticError{JSONKind: '0', JSONValue: token.Clone(), GoType: v.Type(), Err: err}
	}
	return nil
}
